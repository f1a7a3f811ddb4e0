#include "src/http2/raw_connection.h"

#include <algorithm>
#include <array>
#include <utility>

namespace headerproof {
namespace {

constexpr std::uint32_t kWindow = 1U << 30;
constexpr std::size_t kMostBlockOctets = 1U << 20;
constexpr std::size_t kFirstOctets = 64;
constexpr std::size_t kMostQueued = 1U << 20;

}  // namespace

RawConnection::RawConnection(std::unique_ptr<ByteStream> stream, Role role)
    : stream_(std::move(stream)) {
  if (role == Role::kClient) {
    out_ = kClientPreface;
  } else {
    expected_preface_ = kClientPreface;
  }
  std::string settings;
  const auto set = [&settings](std::uint32_t setting, std::uint32_t value) {
    AppendBigEndian(setting, 2, settings);
    AppendBigEndian(value, 4, settings);
  };
  if (role == Role::kClient) set(kEnablePush, 0);
  set(kInitialWindowSize, kWindow);
  AppendFrame(FrameType::kSettings, 0, 0, settings, out_);
  std::string window;
  AppendBigEndian(kWindow, 4, window);
  AppendFrame(FrameType::kWindowUpdate, 0, 0, window, out_);
}

void RawConnection::QueueHeaders(std::uint32_t stream, std::string_view block, bool end_stream,
                                 std::size_t fragment) {
  AppendHeaderBlock(stream, block, end_stream, fragment, out_);
}

void RawConnection::QueueData(std::uint32_t stream, std::string_view data, bool end_stream) {
  AppendFrame(FrameType::kData, end_stream ? kEndStream : 0, stream, data, out_);
}

void RawConnection::QueuePing() {
  AppendFrame(FrameType::kPing, 0, 0, "whatnext", out_);
}

void RawConnection::QueueReset(std::uint32_t stream, std::uint32_t code) {
  std::string payload;
  AppendBigEndian(code, 4, payload);
  AppendFrame(FrameType::kResetStream, 0, stream, payload, out_);
}

void RawConnection::QueueGoAway(std::uint32_t last_stream, std::uint32_t code) {
  std::string payload;
  AppendBigEndian(last_stream, 4, payload);
  AppendBigEndian(code, 4, payload);
  AppendFrame(FrameType::kGoAway, 0, 0, payload, out_);
}

bool RawConnection::Send() {
  std::string_view left = out_;
  ssize_t count = 1;
  while (!left.empty() && count > 0) {
    count = stream_->TryWrite(left);
    if (count > 0) left.remove_prefix(static_cast<std::size_t>(count));
  }
  out_.erase(0, out_.size() - left.size());
  if (count < 0) out_.clear();
  return count >= 0;
}

bool RawConnection::Read() {
  std::array<char, 65536> room;
  const ssize_t count = stream_->TryRead(room);
  if (count < 0) return false;
  std::string_view octets(room.data(), static_cast<std::size_t>(count));
  first_octets_.append(octets.substr(0, kFirstOctets - first_octets_.size()));
  const std::size_t preface = std::min(expected_preface_.size(), octets.size());
  if (preface != 0) {
    // Other octets are left to the frame reader, which will not find a frame in them.
    if (octets.starts_with(expected_preface_.substr(0, preface))) octets.remove_prefix(preface);
    expected_preface_.erase(0, preface);
  }
  frames_.Feed(octets);
  return true;
}

Event RawConnection::Next(Until until) {
  while (!until.IsOver()) {
    if (auto frame = frames_.Next()) {
      if (frames_left_ == 0) return Malformed("it sends frames without end");
      --frames_left_;
      if (std::optional<Event> event = Handle(std::move(*frame))) return std::move(*event);
      if (out_.size() > kMostQueued) return Malformed("it does not read the answers to its frames");
      continue;
    }
    if (!frames_.error().empty()) return Malformed(frames_.error());
    if (closed_) return {.kind = EventKind::kClosed};
    // A peer that has closed may have said why before: what came is read even if writing fails.
    const bool to_write = Send() && !out_.empty();
    if (!WaitFor(*stream_, to_write, until)) break;
    closed_ = !Read();
  }
  return {.kind = EventKind::kTimeout};
}

std::optional<Event> RawConnection::Handle(Frame frame) {
  const bool end_stream = (frame.flags & kEndStream) != 0;
  if (!got_settings_ && frame.type != FrameType::kSettings) {
    return Malformed("the first frame is not SETTINGS");
  }
  switch (frame.type) {
    case FrameType::kHeaders:
      block_ends_stream_ = end_stream;
      block_.clear();
      return HandleBlock(std::move(frame));
    case FrameType::kContinuation:
      return HandleBlock(std::move(frame));
    case FrameType::kData:
      return Event{.kind = EventKind::kData,
                   .stream = frame.stream,
                   .end_stream = end_stream,
                   .data = std::move(frame.payload)};
    case FrameType::kResetStream:
      return Event{
          .kind = EventKind::kReset, .stream = frame.stream, .code = ReadBigEndian(frame.payload)};
    case FrameType::kGoAway:
      return Event{.kind = EventKind::kGoAway,
                   .stream = ReadBigEndian(frame.payload.substr(0, 4)) & 0x7fffffff,
                   .code = ReadBigEndian(frame.payload.substr(4, 4))};
    case FrameType::kPing:
      if ((frame.flags & kAck) != 0) return Event{.kind = EventKind::kPong};
      AppendFrame(FrameType::kPing, kAck, 0, frame.payload, out_);
      return std::nullopt;
    case FrameType::kSettings:
      return HandleSettings(frame);
    default:
      return std::nullopt;  // windows, priorities, unknown types
  }
}

std::optional<Event> RawConnection::HandleBlock(Frame frame) {
  block_ += frame.payload;
  if (block_.size() > kMostBlockOctets) return Malformed("a header block of more than 1 MiB");
  if ((frame.flags & kEndHeaders) == 0) return std::nullopt;
  Event event{
      .kind = EventKind::kHeaders, .stream = frame.stream, .end_stream = block_ends_stream_};
  if (!reader_.Read(block_, event.fields))
    return Malformed("a header block that is not HPACK or too large");
  return event;
}

std::optional<Event> RawConnection::HandleSettings(const Frame& frame) {
  if ((frame.flags & kAck) != 0) return std::nullopt;
  got_settings_ = true;
  const std::string_view payload = frame.payload;
  for (std::size_t at = 0; at + 6 <= payload.size(); at += 6) {
    const std::uint32_t setting = ReadBigEndian(payload.substr(at, 2));
    const std::uint32_t value = ReadBigEndian(payload.substr(at + 2, 4));
    if (setting == kHeaderTableSize) writer_.LimitTable(value);
    if (setting == kMaxConcurrentStreams) most_streams_ = value;
  }
  AppendFrame(FrameType::kSettings, kAck, 0, {}, out_);
  return Event{.kind = EventKind::kSettings};
}

Event RawConnection::Malformed(std::string detail) {
  return {.kind = EventKind::kMalformed, .detail = std::move(detail)};
}

}  // namespace headerproof
