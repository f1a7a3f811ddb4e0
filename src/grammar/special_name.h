// The names that yarpc-go's gRPC transport treats specially (yarpc-go transport/grpc/headers.go).
// Every other name is an application's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace headerproof {

// What a name means to a conversion. The first seven are the request's fields, in their order.
enum class SpecialName : std::uint8_t {
  kCaller,
  kService,
  kShardKey,
  kRoutingKey,
  kRoutingDelegate,
  kEncoding,
  kCallerProcedure,
  kContentType,
  kRoutingName,
  kOtherReserved,  // begins with "rpc-" and is none of the seven
  kApplication,
};

inline constexpr std::size_t kFieldCount = 7;

// The names of the seven request fields, indexed by SpecialName.
inline constexpr std::array<std::string_view, kFieldCount> kFieldNames = {
    "rpc-caller",           "rpc-service",  "rpc-shard-key",       "rpc-routing-key",
    "rpc-routing-delegate", "rpc-encoding", "rpc-caller-procedure"};

inline constexpr std::string_view kContentTypeName = "content-type";

// Removed from what an application sees on the request path (yarpc-go change 2390).
inline constexpr std::array<std::string_view, 2> kRoutingNames = {"x-uber-rpc-routing-zone",
                                                                  "x-uber-rpc-routing-region"};

// yarpc-go isReserved. Its exemption for the routing names never applies: none begins with "rpc-".
constexpr bool IsReserved(std::string_view name) {
  return name.starts_with("rpc-");
}

constexpr bool IsField(SpecialName name) {
  return static_cast<std::size_t>(name) < kFieldCount;
}

constexpr bool IsReserved(SpecialName name) {
  return IsField(name) || name == SpecialName::kOtherReserved;
}

// True for a meaning that exactly one name has, a lowercase one. The others are shared by names
// with a common part, or by all the rest.
constexpr bool IsWhole(SpecialName name) {
  return name <= SpecialName::kRoutingName;
}

// What `name` means, compared octet for octet: "Rpc-Caller" is an application's name. Inline
// always: a conversion asks it of each name, and most are an application's.
[[gnu::always_inline]] constexpr SpecialName ClassifyName(std::string_view name) {
  if (name.size() < 4) return SpecialName::kApplication;
  switch (name.front()) {
    case 'r':
      if (!IsReserved(name)) return SpecialName::kApplication;
      for (std::size_t field = 0; field < kFieldCount; ++field) {
        if (name == kFieldNames[field]) return static_cast<SpecialName>(field);
      }
      return SpecialName::kOtherReserved;
    case 'c':
      return name == kContentTypeName ? SpecialName::kContentType : SpecialName::kApplication;
    case 'x':
      for (const std::string_view routing_name : kRoutingNames) {
        if (name == routing_name) return SpecialName::kRoutingName;
      }
      return SpecialName::kApplication;
    default:
      return SpecialName::kApplication;
  }
}

}  // namespace headerproof
