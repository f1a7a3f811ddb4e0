// One end of an HTTP/2 connection that sends what well-behaved libraries refuse to send.
//
// It is strict about what it reads (frames.h, hpack.h) and patient with peers that answer oddly: a
// frame for a stream that is closed or was never opened is an event like any other. It answers
// PING and acknowledges SETTINGS. Windows are not kept: the peer may send 1 GiB of DATA, and we may
// send 65,535 octets on a connection.
//
// What a peer can make it keep is bounded: one frame, one header block and its fields, and 1 MiB of
// answers that the peer does not read. No peer keeps a call of Next beyond its end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/http2/byte_stream.h"
#include "src/http2/deadline.h"
#include "src/http2/frames.h"
#include "src/http2/hpack.h"

namespace headerproof {

enum class EventKind : std::uint8_t {
  kHeaders,    // stream, fields, end_stream
  kData,       // stream, data, end_stream
  kReset,      // stream, code: the peer gave up the stream
  kGoAway,     // code; stream is the last one that the peer will answer
  kPong,       // the peer answered our PING; all that it sent before that was read
  kSettings,   // the peer's SETTINGS came
  kClosed,     // the peer closed the connection
  kMalformed,  // what came is not HTTP/2, or too much; detail says why
  kTimeout,    // the wait is over
};

struct Event {
  EventKind kind = EventKind::kTimeout;
  std::uint32_t stream = 0;
  std::uint32_t code = 0;
  bool end_stream = false;
  std::vector<Field> fields{};
  std::string data{};
  std::string detail{};  // printable ASCII

  // True for the kinds after which nothing more comes.
  bool IsEnd() const { return kind == EventKind::kClosed || kind == EventKind::kMalformed; }
};

// Not for use by two threads at once.
class RawConnection {
 public:
  // Queues the preface (a client's), SETTINGS and a window of 1 GiB.
  RawConnection(std::unique_ptr<ByteStream> stream, Role role);

  // Queued octets leave with the next call of Next or Send.
  void QueueHeaders(std::uint32_t stream, std::string_view block, bool end_stream,
                    std::size_t fragment = kMaxFramePayload);
  void QueueData(std::uint32_t stream, std::string_view data, bool end_stream);
  void QueuePing();
  void QueueReset(std::uint32_t stream, std::uint32_t code = 8);  // CANCEL
  void QueueGoAway(std::uint32_t last_stream, std::uint32_t code);

  // Sends what is queued, as far as the peer takes it at once. False: the connection is broken.
  bool Send();

  // Sends what is queued, reads what came, and returns the first thing that happened; nothing
  // happens once the wait is over.
  Event Next(Until until);

  // From here on the peer may send so many frames. One more ends the connection.
  void AllowFrames(std::size_t frames) { frames_left_ = frames; }

  // True if something has come that polling does not show.
  bool HasBuffered() const { return frames_.IsReady() || stream_->HasBuffered(); }

  int fd() const { return stream_->fd(); }
  std::size_t most_streams() const { return most_streams_; }  // that the peer takes at a time

  HpackWriter& writer() { return writer_; }
  const std::string& first_octets() const { return first_octets_; }  // at most 64, as they came
  bool got_settings() const { return got_settings_; }

 private:
  bool Read();  // false if it is closed
  std::optional<Event> Handle(Frame frame);
  std::optional<Event> HandleBlock(Frame frame);
  std::optional<Event> HandleSettings(const Frame& frame);
  static Event Malformed(std::string detail);

  std::unique_ptr<ByteStream> stream_;
  FrameReader frames_;
  HpackReader reader_;
  HpackWriter writer_;
  std::string out_;    // queued, and not yet sent
  std::string block_;  // of the stream whose HEADERS came without END_HEADERS
  bool block_ends_stream_ = false;
  std::string first_octets_;
  std::string expected_preface_;  // what a server has still to read of it
  std::size_t frames_left_ = static_cast<std::size_t>(-1);
  std::size_t most_streams_ = static_cast<std::size_t>(-1);
  bool got_settings_ = false;
  bool closed_ = false;
};

}  // namespace headerproof
