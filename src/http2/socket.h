// TCP sockets and socket pairs, before anyone speaks HTTP/2 on them.
#pragma once

#include <sys/socket.h>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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

// The next connection, or an error when the wait is over.
std::variant<UniqueFd, SocketError> Accept(const Listener& listener, Until until);

// Where a host can be reached: an address and a port.
struct SocketAddress {
  sockaddr_storage octets{};
  socklen_t size = 0;
};

// The addresses of `host`, a name or an address; never none. The system's resolver cannot be
// interrupted, so what asks it is left behind when the wait is over.
std::variant<std::vector<SocketAddress>, SocketError> Resolve(const std::string& host,
                                                              std::uint16_t port, Until until);

// A TCP connection to the first of `addresses` that takes it.
std::variant<UniqueFd, SocketError> Connect(std::span<const SocketAddress> addresses, Until until);

// The two in one.
std::variant<UniqueFd, SocketError> Connect(const std::string& host, std::uint16_t port,
                                            Until until);

}  // namespace headerproof
