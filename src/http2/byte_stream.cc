#include "src/http2/byte_stream.h"

#include <poll.h>
#include <sys/socket.h>

#include <cerrno>
#include <utility>

namespace headerproof {
namespace {

class FdStream : public ByteStream {
 public:
  explicit FdStream(UniqueFd fd) : fd_(std::move(fd)) {}

  ssize_t TryRead(std::span<char> room) override {
    return Result(recv(fd_.get(), room.data(), room.size(), MSG_DONTWAIT));
  }

  ssize_t TryWrite(std::string_view octets) override {
    return Result(send(fd_.get(), octets.data(), octets.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
  }

  int fd() const override { return fd_.get(); }

 private:
  static ssize_t Result(ssize_t count) {
    if (count > 0) return count;
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
  }

  UniqueFd fd_;
};

}  // namespace

bool WaitFor(const ByteStream& stream, bool to_write, Until until) {
  if (stream.HasBuffered()) return true;
  const auto events = static_cast<short>(POLLIN | (to_write ? POLLOUT : 0));
  pollfd wait{.fd = stream.fd(), .events = events, .revents = 0};
  return PollUntil({&wait, 1}, until);
}

std::unique_ptr<ByteStream> PlainStream(UniqueFd fd) {
  return std::make_unique<FdStream>(std::move(fd));
}

}  // namespace headerproof
