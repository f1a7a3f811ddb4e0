#include "src/http2/socket.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <memory>
#include <thread>

namespace headerproof {
namespace {

SocketError LastError(const std::string& what) {
  return {what + ": " + std::strerror(errno)};
}

// Small frames must not wait for one another.
void SendAtOnce(int fd) {
  const int on = 1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

// Waits for a connection under way; false, with errno, if it fails.
bool FinishConnecting(int fd, Until until) {
  pollfd wait{.fd = fd, .events = POLLOUT, .revents = 0};
  if (!PollUntil({&wait, 1}, until)) {
    errno = ETIMEDOUT;
    return false;
  }
  socklen_t size = sizeof errno;
  getsockopt(fd, SOL_SOCKET, SO_ERROR, &errno, &size);
  return errno == 0;
}

using Addresses = std::variant<std::vector<SocketAddress>, SocketError>;

Addresses AskResolver(const std::string& host, std::uint16_t port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failure != 0) return SocketError{std::string("no such host: ") + gai_strerror(failure)};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> all(found, &freeaddrinfo);
  std::vector<SocketAddress> addresses;
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    SocketAddress& address = addresses.emplace_back();
    address.size = std::min<socklen_t>(at->ai_addrlen, sizeof address.octets);
    std::memcpy(&address.octets, at->ai_addr, address.size);
  }
  if (addresses.empty()) return SocketError{"the host has no address"};
  return addresses;
}

}  // namespace

std::pair<UniqueFd, UniqueFd> ConnectedPair() {
  std::array<int, 2> fds{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, fds.data()) != 0) {
    std::perror("socketpair");
    std::abort();
  }
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

std::variant<Listener, SocketError> Listen(std::uint16_t port) {
  UniqueFd fd(socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  if (!fd) return LastError("no socket");
  const int on = 1;
  setsockopt(fd.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (bind(fd.get(), generic, size) != 0 || listen(fd.get(), 128) != 0 ||
      getsockname(fd.get(), generic, &size) != 0) {
    return LastError("cannot listen on 127.0.0.1 port " + std::to_string(port));
  }
  return Listener{.fd = std::move(fd), .port = ntohs(address.sin_port)};
}

std::variant<UniqueFd, SocketError> Accept(const Listener& listener, Until until) {
  for (;;) {
    UniqueFd fd(accept4(listener.fd.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (fd) {
      SendAtOnce(fd.get());
      return fd;
    }
    if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) return LastError("accept");
    pollfd wait{.fd = listener.fd.get(), .events = POLLIN, .revents = 0};
    if (!PollUntil({&wait, 1}, until)) return SocketError{"no connection came in time"};
  }
}

Addresses Resolve(const std::string& host, std::uint16_t port, Until until) {
  std::promise<Addresses> promise;
  std::future<Addresses> addresses = promise.get_future();
  std::thread([host, port, promise = std::move(promise)]() mutable {
    promise.set_value(AskResolver(host, port));
  }).detach();
  constexpr std::chrono::milliseconds kSlice{20};
  while (addresses.wait_for(kSlice) != std::future_status::ready) {
    if (until.IsOver()) return SocketError{"the host's address was not found in time"};
  }
  return addresses.get();
}

std::variant<UniqueFd, SocketError> Connect(std::span<const SocketAddress> addresses, Until until) {
  SocketError error{"the host has no address"};
  for (const SocketAddress& address : addresses) {
    UniqueFd fd(socket(address.octets.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const auto* const generic = reinterpret_cast<const sockaddr*>(&address.octets);
    const bool connected = fd && (connect(fd.get(), generic, address.size) == 0 ||
                                  (errno == EINPROGRESS && FinishConnecting(fd.get(), until)));
    if (connected) {
      SendAtOnce(fd.get());
      return fd;
    }
    error = LastError("cannot connect");
  }
  return error;
}

std::variant<UniqueFd, SocketError> Connect(const std::string& host, std::uint16_t port,
                                            Until until) {
  auto addresses = Resolve(host, port, until);
  if (auto* const error = std::get_if<SocketError>(&addresses)) return std::move(*error);
  return Connect(std::get<std::vector<SocketAddress>>(addresses), until);
}

}  // namespace headerproof
