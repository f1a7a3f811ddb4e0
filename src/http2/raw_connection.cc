#include "src/http2/raw_connection.h"

#include <algorithm>
#include <array>
#include <utility>
#include <variant>

#include "src/cases/escape.h"

namespace headerproof {
namespace {

constexpr std::uint32_t kStreamWindow = 1U << 20;
constexpr std::uint32_t kConnectionWindow = 1U << 24;
constexpr std::size_t kMostBlockOctets = 1U << 20;
constexpr std::size_t kFirstOctets = 64;

}  // namespace

RawConnection::RawConnection(std::unique_ptr<ByteStream> stream, Role role)
    : stream_(std::move(stream)) {
  if (role == Role::kClient) {
    out_ = kClientPreface;
  } else {
    expected_preface_ = kClientPreface;
  }
  std::string settings;
  if (role == Role::kClient) AppendSetting(Setting::kEnablePush, 0, settings);
  AppendSetting(Setting::kInitialWindowSize, kStreamWindow, settings);
  AppendFrame(FrameType::kSettings, 0, 0, settings, out_);
  std::string window;
  AppendBigEndian(kConnectionWindow, 4, window);
  AppendFrame(FrameType::kWindowUpdate, 0, 0, window, out_);
}

void RawConnection::QueueHeaders(std::uint32_t stream, std::string_view block, bool end_stream,
                                 std::size_t fragment) {
  AppendHeaderBlock(stream, block, end_stream, fragment, out_);
}

void RawConnection::QueueData(std::uint32_t stream, std::string_view data, bool end_stream) {
  AppendFrame(FrameType::kData, end_stream ? kEndStream : 0, stream, data, out_);
}

void RawConnection::QueueReset(std::uint32_t stream, std::uint32_t code) {
  std::string payload;
  AppendBigEndian(code, 4, payload);
  AppendFrame(FrameType::kResetStream, 0, stream, payload, out_);
}

void RawConnection::QueuePing() {
  AppendFrame(FrameType::kPing, 0, 0, "whatnext", out_);
}

bool RawConnection::Write() {
  while (written_ < out_.size()) {
    const IoResult result = stream_->TryWrite(std::string_view(out_).substr(written_));
    if (result.status == IoStatus::kClosed) return false;
    if (result.status == IoStatus::kWouldBlock) return true;
    written_ += result.count;
  }
  out_.clear();
  written_ = 0;
  return true;
}

bool RawConnection::Read() {
  std::array<char, 65536> room;
  const IoResult result = stream_->TryRead(room);
  if (result.status == IoStatus::kClosed) return false;
  std::string_view octets(room.data(), result.count);
  received_octets_ += octets.size();
  if (first_octets_.size() < kFirstOctets) {
    first_octets_.append(octets.substr(0, kFirstOctets - first_octets_.size()));
  }
  const std::size_t preface = std::min(expected_preface_.size(), octets.size());
  if (preface != 0) {
    // Other octets are left to the frame reader, which will not find a frame in them.
    if (octets.starts_with(expected_preface_.substr(0, preface))) octets.remove_prefix(preface);
    expected_preface_.erase(0, preface);
  }
  frames_.Feed(octets);
  return true;
}

bool RawConnection::Flush(Deadline deadline) {
  for (;;) {
    if (!Write()) return false;
    if (out_.empty()) return true;
    // Reading as well, or both sides may wait for room for ever.
    if (!WaitFor(*stream_, true, deadline) || !Read()) return false;
  }
}

Event RawConnection::Next(Deadline deadline) {
  for (;;) {
    auto next = frames_.Next();
    if (auto* const error = std::get_if<FrameError>(&next)) return Malformed(error->message);
    if (auto& frame = std::get<std::optional<Frame>>(next)) {
      if (std::optional<Event> event = Handle(std::move(*frame))) return std::move(*event);
      continue;
    }
    if (closed_) return {.kind = EventKind::kClosed};
    // A peer that has closed may have said why before: what came is read to its end.
    const bool can_write = Write();
    if (can_write && !WaitFor(*stream_, !out_.empty(), deadline)) {
      return {.kind = EventKind::kTimeout};
    }
    if (!can_write) {
      out_.clear();
      written_ = 0;
      if (!WaitFor(*stream_, false, deadline)) return {.kind = EventKind::kTimeout};
    }
    if (!Read()) closed_ = true;
  }
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
    case FrameType::kData: {
      unacknowledged_data_ += frame.payload.size();
      if (unacknowledged_data_ >= kStreamWindow / 2) {
        std::string more;
        AppendBigEndian(static_cast<std::uint32_t>(unacknowledged_data_), 4, more);
        AppendFrame(FrameType::kWindowUpdate, 0, 0, more, out_);
        if (!end_stream) AppendFrame(FrameType::kWindowUpdate, 0, frame.stream, more, out_);
        unacknowledged_data_ = 0;
      }
      return Event{.kind = EventKind::kData,
                   .stream = frame.stream,
                   .end_stream = end_stream,
                   .data = std::move(frame.payload)};
    }
    case FrameType::kResetStream:
      return Event{
          .kind = EventKind::kReset, .stream = frame.stream, .code = ReadBigEndian(frame.payload)};
    case FrameType::kGoAway: {
      const std::string_view payload = frame.payload;
      return Event{.kind = EventKind::kGoAway,
                   .stream = ReadBigEndian(payload.substr(0, 4)) & 0x7fffffff,
                   .code = ReadBigEndian(payload.substr(4, 4)),
                   .detail = EscapeValue(payload.substr(8, 120))};
    }
    case FrameType::kPing:
      if ((frame.flags & kAck) != 0) return Event{.kind = EventKind::kPong};
      AppendFrame(FrameType::kPing, kAck, 0, frame.payload, out_);
      return std::nullopt;
    case FrameType::kSettings:
      return HandleSettings(frame);
    default:
      return std::nullopt;  // windows, priorities, and types that nobody knows
  }
}

std::optional<Event> RawConnection::HandleBlock(Frame frame) {
  block_ += frame.payload;
  if (block_.size() > kMostBlockOctets) return Malformed("a header block of more than 1 MiB");
  if ((frame.flags & kEndHeaders) == 0) return std::nullopt;
  Event event{
      .kind = EventKind::kHeaders, .stream = frame.stream, .end_stream = block_ends_stream_};
  if (!reader_.Read(block_, event.fields)) return Malformed("a header block that is no HPACK");
  return event;
}

std::optional<Event> RawConnection::HandleSettings(const Frame& frame) {
  if ((frame.flags & kAck) != 0) return std::nullopt;
  got_settings_ = true;
  const std::string_view payload = frame.payload;
  for (std::size_t at = 0; at + 6 <= payload.size(); at += 6) {
    const auto setting = static_cast<Setting>(ReadBigEndian(payload.substr(at, 2)));
    if (setting == Setting::kHeaderTableSize) {
      writer_.LimitTable(ReadBigEndian(payload.substr(at + 2, 4)));
    }
  }
  AppendFrame(FrameType::kSettings, kAck, 0, {}, out_);
  return Event{.kind = EventKind::kSettings};
}

Event RawConnection::Malformed(std::string detail) {
  return {.kind = EventKind::kMalformed, .detail = std::move(detail)};
}

}  // namespace headerproof
