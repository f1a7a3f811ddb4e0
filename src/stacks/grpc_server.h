// A real gRPC C++ server, generic: it answers any method, and keeps the metadata of each request
// exactly as its handler is given it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "src/stacks/stack.h"

namespace headerproof {

struct GrpcServerOptions {
  // Answer with what was received, as a case, in the response message; otherwise with the status OK
  // alone.
  bool echo = false;
  // Listen on 127.0.0.1 as well, at a port that the system chooses.
  bool listen = false;
  // The response headers and trailers that the handler sends, made from what it received. What the
  // library cannot send ends the process (src/converter/forward.h).
  std::function<Metadata(const Metadata& received)> headers{};
  std::function<Metadata(const Metadata& received)> trailers{};
};

class GrpcServer : public ServerStack {
 public:
  virtual std::uint16_t port() const = 0;  // 0 if it does not listen
};

// Destroying the server cancels what is still running.
std::unique_ptr<GrpcServer> StartGrpcServer(GrpcServerOptions options = {});

}  // namespace headerproof
