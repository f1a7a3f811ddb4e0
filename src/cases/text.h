// The text form of a case: one metadata, one line for each value.
//
//   # a comment
//   rpc-caller: alice
//   foo: first
//   foo: second
//   no-values
//   "": the empty name
//
// LF ends a line. The first colon after the first octet ends the name; one space after it is
// skipped. A line without such a colon adds the entry but no value. Lines of one name are one
// entry, at its first place. \xHH is an octet and \\ a backslash, in names and values.
//
// Lossless: parsing what PrintCase printed gives the same metadata, strictly and leniently.
// Printing what was parsed gives the canonical text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <variant>

#include "src/converter/metadata.h"

namespace headerproof {

// Where a text is not a case, and what to write instead.
struct CaseError {
  std::size_t line = 0;    // from 1
  std::size_t column = 0;  // from 1, in octets
  std::string message;     // printable ASCII
};

// Reads a text that a person wrote: an unknown escape, a raw control octet or one above 7e, and a
// raw space or quotation mark in a name are errors.
std::variant<Metadata, CaseError> ParseCase(std::string_view text);

// Reads any octets as some case: what ParseCase refuses is taken literally.
Metadata ParseCaseLeniently(std::string_view octets);

// The canonical text: printable ASCII and LF; empty for the empty metadata.
std::string PrintCase(const Metadata& metadata);

}  // namespace headerproof
