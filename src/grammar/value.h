// Which octets each standard allows in a field value. The names say whose rule is meant: the rules
// disagree on the empty value, on octets above 7e and on space at the ends.
#pragma once

#include <string_view>

namespace headerproof {

// gRPC over HTTP/2, ASCII-Value: one or more of 20-7e. The empty value is outside this grammar.
constexpr bool IsGrpcAsciiValue(std::string_view value) {
  for (const char c : value) {
    if (c < 0x20 || c > 0x7e) return false;
  }
  return !value.empty();
}

// What gRPC's implementations accept as an ASCII value: ASCII-Value, or empty.
constexpr bool IsGrpcAcceptedValue(std::string_view value) {
  return value.empty() || IsGrpcAsciiValue(value);
}

// RFC 9110 5.5, field-content: 21-7e and 80-ff, with space and tab inside only; may be empty.
constexpr bool IsFieldValue(std::string_view value) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  if (value.empty()) return true;
  if (is_blank(value.front()) || is_blank(value.back())) return false;
  for (const char c : value) {
    const auto octet = static_cast<unsigned char>(c);
    if ((octet < 0x20 && c != '\t') || octet == 0x7f) return false;
  }
  return true;
}

// RFC 9113 8.2.1, what every receiver must check: no 00, 0a or 0d; no space or tab at either end.
constexpr bool IsHttp2Value(std::string_view value) {
  const auto is_blank = [](char c) { return c == ' ' || c == '\t'; };
  if (value.empty()) return true;
  if (is_blank(value.front()) || is_blank(value.back())) return false;
  for (const char c : value) {
    if (c == '\0' || c == '\n' || c == '\r') return false;
  }
  return true;
}

}  // namespace headerproof
