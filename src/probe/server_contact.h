// How a server is reached, and what it seems to be if it cannot be asked anything.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "src/http2/socket.h"
#include "src/probe/probe.h"
#include "src/probe/server_line.h"

namespace headerproof {

// Makes connections to the server, and counts them and their requests in the result.
class ServerConnector {
 public:
  ServerConnector(std::string host, std::uint16_t port, const ProbeOptions& options, Until until,
                  ProbeResult& result);

  // A new connection, or null; error() says why.
  std::unique_ptr<ServerLine> Open();

  const std::string& error() const { return error_; }  // printable ASCII

 private:
  std::string host_;
  std::uint16_t port_;
  const ProbeOptions& options_;
  Until until_;
  RequestShape shape_;
  ProbeResult& result_;
  std::vector<SocketAddress> addresses_;
  std::string error_;
};

// Why a server cannot be asked anything that did this about one plain request; empty if it can.
std::string WhyNotAsked(const Asked& control, const ServerLine& line, bool tls);

}  // namespace headerproof
