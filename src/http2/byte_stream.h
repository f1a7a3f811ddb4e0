// A stream of octets to a peer, in the clear or under TLS, that never blocks by itself.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "src/http2/socket.h"

namespace headerproof {

enum class IoStatus : unsigned char { kDone, kWouldBlock, kClosed };

struct IoResult {
  IoStatus status = IoStatus::kDone;
  std::size_t count = 0;  // octets read or written; more than 0 if kDone
};

class ByteStream {
 public:
  ByteStream() = default;
  ByteStream(const ByteStream&) = delete;
  ByteStream& operator=(const ByteStream&) = delete;
  virtual ~ByteStream() = default;

  // Reads into `room`, which is not empty. kClosed: the peer has closed, or the connection broke.
  virtual IoResult TryRead(std::span<char> room) = 0;

  // Writes a beginning of `octets`, which is not empty.
  virtual IoResult TryWrite(std::string_view octets) = 0;

  // What to poll.
  virtual int fd() const = 0;

  // True if there is something to read that polling does not show.
  virtual bool HasBuffered() const { return false; }
};

// Waits until `stream` can be read, or written if `to_write`, or the deadline has passed (false).
bool WaitFor(const ByteStream& stream, bool to_write, Deadline deadline);

std::unique_ptr<ByteStream> PlainStream(UniqueFd fd);

}  // namespace headerproof
