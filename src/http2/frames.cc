#include "src/http2/frames.h"

#include <algorithm>

namespace headerproof {
namespace {

// The payload without padding and without a HEADERS frame's priority; false if they do not fit.
bool Strip(Frame& frame) {
  std::string_view payload = frame.payload;
  const bool may_pad = frame.type == FrameType::kData || frame.type == FrameType::kHeaders;
  if (may_pad && (frame.flags & kPadded) != 0) {
    if (payload.empty()) return false;
    const std::size_t padding = static_cast<unsigned char>(payload.front());
    payload.remove_prefix(1);
    if (padding > payload.size()) return false;
    payload.remove_suffix(padding);
    frame.flags &= static_cast<std::uint8_t>(~kPadded);
  }
  if (frame.type == FrameType::kHeaders && (frame.flags & kPriorityFlag) != 0) {
    if (payload.size() < 5) return false;
    payload.remove_prefix(5);
    frame.flags &= static_cast<std::uint8_t>(~kPriorityFlag);
  }
  if (payload.size() != frame.payload.size()) frame.payload = std::string(payload);
  return true;
}

bool SizeIsWrong(const Frame& frame) {
  const std::size_t size = frame.payload.size();
  switch (frame.type) {
    case FrameType::kPriority:
      return size != 5;
    case FrameType::kResetStream:
    case FrameType::kWindowUpdate:
      return size != 4;
    case FrameType::kSettings:
      return size % 6 != 0 || ((frame.flags & kAck) != 0 && size != 0);
    case FrameType::kPing:
      return size != 8;
    case FrameType::kGoAway:
      return size < 8;
    default:
      return false;
  }
}

bool StreamIsWrong(const Frame& frame) {
  switch (frame.type) {
    case FrameType::kData:
    case FrameType::kHeaders:
    case FrameType::kPriority:
    case FrameType::kResetStream:
    case FrameType::kPushPromise:
    case FrameType::kContinuation:
      return frame.stream == 0;
    case FrameType::kSettings:
    case FrameType::kPing:
    case FrameType::kGoAway:
      return frame.stream != 0;
    default:
      return false;
  }
}

}  // namespace

std::string ErrorCodeText(std::uint32_t code) {
  constexpr std::array<std::string_view, 14> kNames = {"NO_ERROR",
                                                       "PROTOCOL_ERROR",
                                                       "INTERNAL_ERROR",
                                                       "FLOW_CONTROL_ERROR",
                                                       "SETTINGS_TIMEOUT",
                                                       "STREAM_CLOSED",
                                                       "FRAME_SIZE_ERROR",
                                                       "REFUSED_STREAM",
                                                       "CANCEL",
                                                       "COMPRESSION_ERROR",
                                                       "CONNECT_ERROR",
                                                       "ENHANCE_YOUR_CALM",
                                                       "INADEQUATE_SECURITY",
                                                       "HTTP_1_1_REQUIRED"};
  if (code < kNames.size()) return std::string(kNames[code]);
  return "error " + std::to_string(code);
}

void AppendBigEndian(std::uint32_t value, int octets, std::string& out) {
  for (int shift = 8 * (octets - 1); shift >= 0; shift -= 8) {
    out.push_back(static_cast<char>(value >> shift & 0xff));
  }
}

std::uint32_t ReadBigEndian(std::string_view octets) {
  std::uint32_t value = 0;
  for (const char c : octets) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

void AppendFrame(FrameType type, std::uint8_t flags, std::uint32_t stream, std::string_view payload,
                 std::string& out) {
  AppendBigEndian(static_cast<std::uint32_t>(payload.size()), 3, out);
  out.push_back(static_cast<char>(type));
  out.push_back(static_cast<char>(flags));
  AppendBigEndian(stream, 4, out);
  out.append(payload);
}

void AppendHeaderBlock(std::uint32_t stream, std::string_view block, bool end_stream,
                       std::size_t fragment, std::string& out) {
  FrameType type = FrameType::kHeaders;
  do {
    const std::string_view piece = block.substr(0, std::min(fragment, kMaxFramePayload));
    block.remove_prefix(piece.size());
    std::uint8_t flags = block.empty() ? kEndHeaders : 0;
    if (type == FrameType::kHeaders && end_stream) flags |= kEndStream;
    AppendFrame(type, flags, stream, piece, out);
    type = FrameType::kContinuation;
  } while (!block.empty());
}

void AppendSetting(Setting setting, std::uint32_t value, std::string& payload) {
  AppendBigEndian(static_cast<std::uint32_t>(setting), 2, payload);
  AppendBigEndian(value, 4, payload);
}

std::optional<std::string> FrameReader::Refuse(const Frame& frame) const {
  const std::string type = "a frame of type " + std::to_string(static_cast<int>(frame.type));
  const bool continues = frame.type == FrameType::kContinuation;
  if (open_block_ != 0 && (!continues || frame.stream != open_block_)) {
    return type + " inside a header block";
  }
  if (open_block_ == 0 && continues) return "a CONTINUATION without a header block";
  if (StreamIsWrong(frame)) return type + " on stream " + std::to_string(frame.stream);
  if (SizeIsWrong(frame)) {
    return type + " with " + std::to_string(frame.payload.size()) + " octets of payload";
  }
  if (frame.type == FrameType::kPushPromise) return "a PUSH_PROMISE, which was switched off";
  return std::nullopt;
}

std::variant<std::optional<Frame>, FrameError> FrameReader::Next() {
  if (error_) return *error_;
  std::string_view rest = std::string_view(buffer_).substr(read_);
  const auto need_more = [this]() -> std::optional<Frame> {
    buffer_.erase(0, read_);
    read_ = 0;
    return std::nullopt;
  };
  if (rest.size() < kFrameHeaderSize) return need_more();
  const std::size_t size = ReadBigEndian(rest.substr(0, 3));
  if (size > kMaxFramePayload) {
    error_ = FrameError{"a frame of " + std::to_string(size) + " octets: more than is allowed"};
    return *error_;
  }
  if (rest.size() < kFrameHeaderSize + size) return need_more();
  Frame frame{.type = static_cast<FrameType>(rest[3]),
              .flags = static_cast<std::uint8_t>(rest[4]),
              .stream = ReadBigEndian(rest.substr(5, 4)) & 0x7fffffff,
              .payload = std::string(rest.substr(kFrameHeaderSize, size))};
  std::optional<std::string> fault = Refuse(frame);
  if (!fault && !Strip(frame)) fault = "a frame whose padding is longer than the frame";
  if (fault) {
    error_ = FrameError{std::move(*fault)};
    return *error_;
  }
  read_ += kFrameHeaderSize + size;
  if (frame.type == FrameType::kHeaders || frame.type == FrameType::kContinuation) {
    open_block_ = (frame.flags & kEndHeaders) != 0 ? 0 : frame.stream;
  }
  return std::optional<Frame>(std::move(frame));
}

}  // namespace headerproof
