// A real gRPC C++ client, generic: it calls any method over a given socket, and keeps the response
// headers and trailers of each call exactly as an application is given them.
#pragma once

#include "src/stacks/stack.h"

namespace headerproof {

// Metadata that the library cannot send ends the process (src/converter/forward.h).
ClientStack MakeGrpcClient();

}  // namespace headerproof
