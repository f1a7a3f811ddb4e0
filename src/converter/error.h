// Why a conversion stopped.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace headerproof {

// The one code that yarpc-go's conversions return (yarpcerrors.CodeInvalidArgument).
enum class ErrorCode : std::uint8_t { kInvalidArgument, kUnknown };

constexpr std::string_view ErrorCodeName(ErrorCode code) {
  return code == ErrorCode::kInvalidArgument ? "invalid-argument" : "unknown";
}

struct Error {
  static constexpr std::size_t kNoEntry = static_cast<std::size_t>(-1);

  ErrorCode code = ErrorCode::kInvalidArgument;
  std::size_t entry = kNoEntry;  // index of the entry or header that it is about
  std::string message;           // holds names and values raw: print it escaped and masked

  friend bool operator==(const Error&, const Error&) = default;
};

}  // namespace headerproof
