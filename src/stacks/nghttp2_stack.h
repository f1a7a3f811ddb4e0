// A server and a client on nghttp2. nghttp2 checks the names that it receives (RFC 9113 8.2.1),
// unlike gRPC. With its checks off and a rule of ours instead, these stacks show that the sweep
// sees what a library does: one delivers everything, others lowercase, drop or reject.
#pragma once

#include <cstdint>
#include <memory>

#include "src/stacks/stack.h"

namespace headerproof {

enum class NameRule : std::uint8_t {
  kLibrary,    // nghttp2's own checks
  kDeliver,    // none: every name is delivered as it came
  kLowercase,  // every name is delivered lowercased
  kDrop,       // a name with an uppercase letter is left out
  kReject,     // a name with an uppercase letter ends its stream with PROTOCOL_ERROR
};

std::unique_ptr<ServerStack> MakeNghttp2Server(NameRule rule = NameRule::kLibrary);
ClientStack MakeNghttp2Client(NameRule rule = NameRule::kLibrary);

}  // namespace headerproof
