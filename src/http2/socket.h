// TCP sockets and socket pairs, before anyone speaks HTTP/2 on them.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>

#include "src/http2/deadline.h"
#include "src/http2/unique_fd.h"

namespace headerproof {

// Two connected stream sockets, both non-blocking and closed on exec. Ends the process if the
// system has none left.
std::pair<UniqueFd, UniqueFd> ConnectedPair();

// A listening socket on the loopback address; port 0 lets the system choose one.
struct Listener {
  UniqueFd fd;
  std::uint16_t port = 0;
};

// Why there is no socket or no connection.
struct SocketError {
  std::string message;
};

std::variant<Listener, SocketError> Listen(std::uint16_t port);

// The next connection, or an error when the deadline has passed.
std::variant<UniqueFd, SocketError> Accept(const Listener& listener, Deadline deadline);

// A TCP connection to `host`, a name or an address, tried address by address.
std::variant<UniqueFd, SocketError> Connect(const std::string& host, std::uint16_t port,
                                            Deadline deadline);

}  // namespace headerproof
