// Metadata that may be sent: what a relay asks before it forwards what it received.
//
// A gRPC peer hands over names and values that it would never send itself: an uppercase letter, an
// empty name, a leading colon, octets above 7e. gRPC C++ ends the process when such an entry is
// sent (measured with 1.51.1), so a relay that forwards metadata as it came is killed by one
// request. Go and Java refuse the call instead. Forward only what Forwardable allows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/converter/metadata.h"
#include "src/grammar/field.h"
#include "src/grammar/name.h"
#include "src/grammar/value.h"

namespace headerproof {

// Why an entry may not be forwarded.
enum class ForwardFault : std::uint8_t {
  kName,            // outside gRPC's Header-Name: empty, uppercase, a colon, any other octet
  kValue,           // an octet outside 20-7e under a name that is not binary
  kTransportOwned,  // the transport writes this field itself, or HTTP/2 forbids it to travel on
};

constexpr std::string_view ForwardFaultText(ForwardFault fault) {
  switch (fault) {
    case ForwardFault::kName:
      return "no name that gRPC can send (gRPC over HTTP/2, Header-Name)";
    case ForwardFault::kValue:
      return "no value that gRPC can send (gRPC over HTTP/2, ASCII-Value)";
    case ForwardFault::kTransportOwned:
      return "belongs to one hop (RFC 9113 8.2.2; gRPC over HTTP/2)";
  }
  return {};
}

// True for names that one hop of a call owns: connection-specific fields (RFC 9113 8.2.2), and what
// gRPC writes itself or begins with "grpc-" (reserved to it).
constexpr bool IsOwnedByTransport(std::string_view name) {
  for (const std::string_view owned :
       {"te", "host", "content-type", "content-length", "user-agent"}) {
    if (name == owned) return true;
  }
  return IsConnectionSpecific(name) || name.starts_with("grpc-");
}

// Why gRPC could not send one value under `name`, or nothing. A legal value of a binary name is any
// octets: the library encodes it.
constexpr std::optional<ForwardFault> SendFault(std::string_view name, std::string_view value) {
  if (!IsIn(Domain::kGrpc, name)) return ForwardFault::kName;
  if (!IsBinaryName(name) && !IsGrpcAcceptedValue(value)) return ForwardFault::kValue;
  return std::nullopt;
}

// Why one value under `name` must not be forwarded, or nothing.
constexpr std::optional<ForwardFault> ForwardingFault(std::string_view name,
                                                      std::string_view value) {
  if (const auto fault = SendFault(name, value)) return fault;
  if (IsOwnedByTransport(name)) return ForwardFault::kTransportOwned;
  return std::nullopt;
}

// One value that must not be forwarded.
struct KeptBack {
  std::string name;
  std::size_t value = 0;  // index among the values that came under the name
  ForwardFault fault = ForwardFault::kName;

  friend bool operator==(const KeptBack&, const KeptBack&) = default;
};

struct Forwardable {
  Metadata metadata;  // safe to send as it is; entries in their order, none without values
  std::vector<KeptBack> kept_back;
};

// Splits `metadata`, any octets, into what may be forwarded and what must not.
template <MetadataRange Range>
Forwardable FilterForForwarding(const Range& metadata) {
  Forwardable result;
  for (const auto& entry : metadata) {
    const std::string_view name = entry.name;
    Entry passed{.name = std::string(name), .values = {}};
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
      const std::string_view value = entry.values[i];
      if (const auto fault = ForwardingFault(name, value)) {
        result.kept_back.push_back({std::string(name), i, *fault});
      } else {
        passed.values.emplace_back(value);
      }
    }
    if (!passed.values.empty()) result.metadata.push_back(std::move(passed));
  }
  return result;
}

}  // namespace headerproof
