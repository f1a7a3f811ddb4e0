#include "src/http2/socket.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

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
bool FinishConnecting(int fd, Deadline deadline) {
  pollfd wait{.fd = fd, .events = POLLOUT, .revents = 0};
  const int ready = poll(&wait, 1, MillisecondsUntil(deadline));
  if (ready == 0) errno = ETIMEDOUT;
  if (ready <= 0) return false;
  socklen_t size = sizeof errno;
  getsockopt(fd, SOL_SOCKET, SO_ERROR, &errno, &size);
  return errno == 0;
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

std::variant<UniqueFd, SocketError> Accept(const Listener& listener, Deadline deadline) {
  for (;;) {
    UniqueFd fd(accept4(listener.fd.get(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (fd) {
      SendAtOnce(fd.get());
      return fd;
    }
    if (errno != EAGAIN && errno != EINTR && errno != ECONNABORTED) return LastError("accept");
    pollfd wait{.fd = listener.fd.get(), .events = POLLIN, .revents = 0};
    if (poll(&wait, 1, MillisecondsUntil(deadline)) == 0) {
      return SocketError{"no connection came in time"};
    }
  }
}

std::variant<UniqueFd, SocketError> Connect(const std::string& host, std::uint16_t port,
                                            Deadline deadline) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  const int failure = getaddrinfo(host.c_str(), std::to_string(port).c_str(), &hints, &found);
  if (failure != 0) return SocketError{std::string("no such host: ") + gai_strerror(failure)};
  const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> addresses(found, &freeaddrinfo);
  SocketError error{"the host has no address"};
  for (const addrinfo* at = found; at != nullptr; at = at->ai_next) {
    UniqueFd fd(socket(at->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    if (!fd) continue;
    const bool connected = connect(fd.get(), at->ai_addr, at->ai_addrlen) == 0 ||
                           (errno == EINPROGRESS && FinishConnecting(fd.get(), deadline));
    if (connected) {
      SendAtOnce(fd.get());
      return fd;
    }
    error = LastError("cannot connect");
  }
  return error;
}

}  // namespace headerproof
