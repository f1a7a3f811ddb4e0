// Go's lowercasing, strings.ToLower: by code point, with the simple lowercase mapping of Unicode
// 15.0; each octet that is not part of well-formed UTF-8 becomes ef bf bd. Names in ASCII are
// lowercased as everywhere else. The length may change: U+212A (three octets) becomes 'k'.
#pragma once

#include <string>
#include <string_view>

namespace headerproof {

// The lowercased name; any octets.
std::string UnicodeFold(std::string_view name);

// The simple lowercase mapping of a code point up to 10ffff that is not a surrogate.
char32_t SimpleLowercase(char32_t code_point);

// Appends the UTF-8 of a code point up to 10ffff that is not a surrogate.
void AppendUtf8(char32_t code_point, std::string& text);

// The version of Unicode whose mappings these are, such as "15.0.0".
std::string_view UnicodeVersion();

}  // namespace headerproof
