// What makes a message of HTTP/2 malformed though each name is lowercase: what a value holds, and
// fields that no message may have (RFC 9113 8.2.1, 8.2.2, 8.3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "src/grammar/value.h"

namespace headerproof {

// RFC 9113 8.2.2. `te` is one too, unless its value is `trailers`.
inline constexpr std::array<std::string_view, 5> kConnectionSpecificNames = {
    "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"};

// RFC 9113 8.3.1, and RFC 8441 4 for the last one.
inline constexpr std::array<std::string_view, 5> kRequestPseudoNames = {
    ":method", ":scheme", ":authority", ":path", ":protocol"};

// RFC 9113 8.3.2.
inline constexpr std::string_view kResponsePseudoName = ":status";

constexpr bool IsConnectionSpecific(std::string_view name) {
  for (const std::string_view one : kConnectionSpecificNames) {
    if (name == one) return true;
  }
  return false;
}

// A colon begins a pseudo-header field's name. No standard defines the unknown ones.
enum class Pseudo : std::uint8_t { kNone, kRequest, kResponse, kUnknown };

constexpr Pseudo PseudoOf(std::string_view name) {
  if (!name.starts_with(':')) return Pseudo::kNone;
  for (const std::string_view one : kRequestPseudoNames) {
    if (name == one) return Pseudo::kRequest;
  }
  return name == kResponsePseudoName ? Pseudo::kResponse : Pseudo::kUnknown;
}

// Why a field makes the message malformed.
struct FieldFault {
  std::optional<std::size_t> position;  // of the octet of the value; nothing: all of the field
  std::string_view clause;              // who says so, and what: a static string
};

// The first fault of a field with one value. Its name is not judged by its octets (FirstFault).
constexpr std::optional<FieldFault> FirstFieldFault(std::string_view name, std::string_view value) {
  if (IsConnectionSpecific(name)) {
    return FieldFault{{}, "RFC 9113 8.2.2: a connection-specific field"};
  }
  if (name == "te" && value != "trailers") {
    return FieldFault{{}, "RFC 9113 8.2.2: te with a value that is not `trailers`"};
  }
  if (PseudoOf(name) == Pseudo::kUnknown) {
    return FieldFault{{}, "RFC 9113 8.3: a pseudo-header field that is not defined"};
  }
  for (std::size_t i = 0; i < value.size(); ++i) {
    const bool is_blank = value[i] == ' ' || value[i] == '\t';
    if (is_blank && (i == 0 || i + 1 == value.size())) {
      return FieldFault{i, "RFC 9113 8.2.1: a space or a tab at an end of a value"};
    }
    if (!is_blank && !IsHttp2Value(value.substr(i, 1))) {
      return FieldFault{i, "RFC 9113 8.2.1: NUL, LF or CR (00, 0a, 0d) in a value"};
    }
  }
  return std::nullopt;
}

}  // namespace headerproof
