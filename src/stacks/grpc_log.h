// gRPC's log prints names and values as they came. Nothing of a case reaches a terminal raw, so the
// log is off unless the caller's environment asks for it.
#pragma once

#include <cstdlib>

namespace headerproof {

// Before the first use of gRPC in a process.
inline void QuietGrpc() {
  static const int result = setenv("GRPC_VERBOSITY", "NONE", 0);
  static_cast<void>(result);
}

}  // namespace headerproof
