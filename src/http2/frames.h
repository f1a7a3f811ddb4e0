// HTTP/2 frames (RFC 9113 4 and 6): nine octets of header and a payload. The writer writes whatever
// it is told to; the reader is strict about sizes and about what may follow an open header block,
// and keeps no more than one frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace headerproof {

// Which end of a connection one is.
enum class Role : std::uint8_t { kClient, kServer };

enum class FrameType : std::uint8_t {
  kData = 0,
  kHeaders = 1,
  kPriority = 2,
  kResetStream = 3,
  kSettings = 4,
  kPushPromise = 5,
  kPing = 6,
  kGoAway = 7,
  kWindowUpdate = 8,
  kContinuation = 9,
};

inline constexpr std::uint8_t kEndStream = 0x1;   // DATA, HEADERS
inline constexpr std::uint8_t kAck = 0x1;         // SETTINGS, PING
inline constexpr std::uint8_t kEndHeaders = 0x4;  // HEADERS, CONTINUATION
inline constexpr std::uint8_t kPadded = 0x8;      // DATA, HEADERS
inline constexpr std::uint8_t kPriorityFlag = 0x20;

// Settings (RFC 9113 6.5.2).
inline constexpr std::uint32_t kHeaderTableSize = 1;
inline constexpr std::uint32_t kEnablePush = 2;
inline constexpr std::uint32_t kMaxConcurrentStreams = 3;
inline constexpr std::uint32_t kInitialWindowSize = 4;

inline constexpr std::size_t kFrameHeaderSize = 9;
inline constexpr std::size_t kMaxFramePayload = 16384;  // SETTINGS_MAX_FRAME_SIZE by default
inline constexpr std::string_view kClientPreface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

// "PROTOCOL_ERROR" and so on (RFC 9113 7), or "error 99" for one without a name.
std::string ErrorCodeText(std::uint32_t code);

void AppendBigEndian(std::uint32_t value, int octets, std::string& out);
std::uint32_t ReadBigEndian(std::string_view octets);  // at most four

void AppendFrame(FrameType type, std::uint8_t flags, std::uint32_t stream, std::string_view payload,
                 std::string& out);

// A header block as HEADERS and as many CONTINUATION frames as it takes, each with at most
// `fragment` octets of it (1 to 16384).
void AppendHeaderBlock(std::uint32_t stream, std::string_view block, bool end_stream,
                       std::size_t fragment, std::string& out);

struct Frame {
  FrameType type = FrameType::kData;  // any octet: other types exist
  std::uint8_t flags = 0;
  std::uint32_t stream = 0;
  std::string payload{};  // padding and priority removed
};

// Cuts a stream of octets into frames.
class FrameReader {
 public:
  void Feed(std::string_view octets) { buffer_.append(octets); }

  // True if Next has something to return, or to say.
  bool IsReady() const;

  // The next whole frame; nothing if more octets are needed, or after an error.
  std::optional<Frame> Next();

  // Why the rest of the stream cannot be read, in printable ASCII; empty if it can.
  const std::string& error() const { return error_; }

 private:
  std::string Fault(const Frame& frame) const;

  std::string buffer_;
  std::size_t read_ = 0;          // octets of buffer_ that are done with
  std::uint32_t open_block_ = 0;  // the stream whose header block has not ended, or 0
  std::string error_;
};

}  // namespace headerproof
