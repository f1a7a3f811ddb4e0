// Applications on nghttp2's sessions, server and client. nghttp2 checks what it receives (RFC 9113
// 8.2.1): the contrast to gRPC. With its checks off, and a rule of ours in their place, these are
// the stacks that prove that the sweep sees what a library does: one that delivers everything, and
// ones that lowercase, drop or reject.
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
std::unique_ptr<ClientStack> MakeNghttp2Client(NameRule rule = NameRule::kLibrary);

}  // namespace headerproof
