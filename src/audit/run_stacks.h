// The audit's sweeps of stacks: what gRPC C++ and nghttp2 deliver, what that changes end to end,
// and what ends the process of gRPC C++ when it is sent. As far as the build has their libraries.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "src/audit/run.h"
#include "src/converter/metadata.h"

namespace headerproof {

// None, if the build has neither library.
std::vector<EngineRun> WireEngines();

// Each metadata that gRPC C++ delivers in its sweep, once; none without it. Sweeps it, unless an
// engine of this process did.
std::vector<Metadata> DeliveredByGrpc();

// The names under which claims excuse what needs these libraries: "nghttp2", "grpc", if this build
// has them.
std::set<std::string> WireLibraries();

}  // namespace headerproof
