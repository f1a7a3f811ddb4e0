// A stream of octets to a peer, in the clear or under TLS, that never blocks by itself.
#pragma once

#include <sys/types.h>

#include <memory>
#include <span>
#include <string_view>

#include "src/http2/socket.h"

namespace headerproof {

class ByteStream {
 public:
  ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  virtual ~ByteStream() = default;

  // How many octets were read into `room`, or written from the beginning of `octets`. Neither may
  // be empty. 0: none at present, try again; negative: the peer closed the connection, or it broke.
  virtual ssize_t TryRead(std::span<char> room) = 0;
  virtual ssize_t TryWrite(std::string_view octets) = 0;

  // What to poll.
  virtual int fd() const = 0;

  // True if there is something to read that polling does not show.
  virtual bool HasBuffered() const { return false; }
};

// Waits until `stream` can be read, or written if `to_write`; false if the wait is over before.
bool WaitFor(const ByteStream& stream, bool to_write, Until until);

std::unique_ptr<ByteStream> PlainStream(UniqueFd fd);

}  // namespace headerproof
