// How a case is shown to a person. Nothing reaches a terminal or a page raw: octets are escaped,
// long text is cut and its length given, and values under names that hold credentials are masked.
// Case files and the outcomes that `convert` prints are data, and are neither cut nor masked.
#pragma once

#include <string>
#include <string_view>

#include "src/converter/metadata.h"

namespace headerproof {

// True for authorization, cookies, and any name with token, secret, password or key in it, in any
// case.
bool HoldsCredentials(std::string_view name);

// Printable ASCII of bounded length.
std::string DisplayName(std::string_view name);

// The same for the value under `name`; a masked value is replaced by its length.
std::string DisplayValue(std::string_view name, std::string_view value);

// An error's text, which may contain names and values. If it may contain the name of a credential,
// everything that may be a value is masked.
std::string DisplayMessage(std::string_view message);

// The case's text form, masked and cut as above: one line for each value, at most `most_lines`
// lines, and a comment that says how many more there are.
std::string DisplayCase(const Metadata& metadata, std::size_t most_lines = 40);

}  // namespace headerproof
