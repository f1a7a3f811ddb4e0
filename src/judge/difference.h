// Named differences between a left outcome (canonicalizing) and a right one (direct): what exactly
// a change of policy changes for a metadata.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/outcome.h"

namespace headerproof {

// In the order in which they are listed. Where either side is an error only the first four can be.
enum class DifferenceKind : std::uint8_t {
  kNewError,          // right alone is an error
  kErrorLost,         // left alone is an error
  kErrorChanged,      // both are, with different codes, or for different entries
  kErrorText,         // both are, for the same entry; the texts differ
  kFieldChanged,      // request: a field other than the encoding differs
  kEncodingChanged,   // request: the encoding differs
  kReservedNameLeak,  // right has a header that left lacks, named as one of the seven (request) or
                      // by a reserved name (response)
  kContentTypeLeak,   // request: right alone has content-type among its headers
  kRoutingNameLeak,   // request: right alone has a routing name among its headers
  kHeaderGained,      // right alone has any other header
  kHeaderLost,        // left alone has a header
  kValueChanged,      // a header on both sides, with different values
  kOriginalSpelling,  // a header on both sides, spelled otherwise, or its spellings' values differ
};
inline constexpr std::size_t kDifferenceKindCount = 13;

// "new-error", "error-lost", ...
std::string_view DifferenceName(DifferenceKind kind);

// A set of kinds.
class DifferenceSet {
 public:
  constexpr void Add(DifferenceKind kind) { bits_ |= 1U << static_cast<unsigned>(kind); }
  constexpr void Add(DifferenceSet kinds) { bits_ |= kinds.bits_; }
  constexpr bool Has(DifferenceKind kind) const {
    return (bits_ >> static_cast<unsigned>(kind) & 1U) != 0;
  }
  constexpr bool empty() const { return bits_ == 0; }

  // The names of the kinds in the set, in order.
  std::vector<std::string_view> Names() const;

  friend constexpr bool operator==(DifferenceSet, DifferenceSet) = default;

 private:
  std::uint32_t bits_ = 0;
};

// One difference: its kind, and what it is about (a field's or header's name; empty for errors).
struct Difference {
  DifferenceKind kind;
  std::string subject;

  friend auto operator<=>(const Difference&, const Difference&) = default;
};

// Every difference, in the order of kinds and then of names.
std::vector<Difference> ListDifferences(Path path, const Outcome& left, const Outcome& right);

// The kinds of ListDifferences. Outcomes that are unequal but give an empty set differ without a
// name, which is always a violation.
DifferenceSet FindDifferences(Path path, const Outcome& left, const Outcome& right);

}  // namespace headerproof
