#include "src/http2/frames.h"

#include <nghttp2/nghttp2.h>

#include <algorithm>
#include <array>

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
  }
  if (frame.type == FrameType::kHeaders && (frame.flags & kPriorityFlag) != 0) {
    if (payload.size() < 5) return false;
    payload.remove_prefix(5);
  }
  if (payload.size() != frame.payload.size()) frame.payload = std::string(payload);
  return true;
}

enum class On : std::uint8_t { kAny, kConnection, kStream };

// What RFC 9113 6 says of each type: where it may be, and its payload's size (0: any).
struct TypeRule {
  On on = On::kAny;
  std::size_t size = 0;
};
constexpr std::array<TypeRule, 10> kTypeRules = {{{On::kStream},         // DATA
                                                  {On::kStream},         // HEADERS
                                                  {On::kStream, 5},      // PRIORITY
                                                  {On::kStream, 4},      // RST_STREAM
                                                  {On::kConnection},     // SETTINGS
                                                  {On::kStream},         // PUSH_PROMISE
                                                  {On::kConnection, 8},  // PING
                                                  {On::kConnection},     // GOAWAY
                                                  {On::kAny, 4},         // WINDOW_UPDATE
                                                  {On::kStream}}};       // CONTINUATION

bool SizeIsWrong(const Frame& frame, const TypeRule& rule) {
  const std::size_t size = frame.payload.size();
  if (frame.type == FrameType::kSettings) {
    return size % 6 != 0 || ((frame.flags & kAck) != 0 && size != 0);
  }
  if (frame.type == FrameType::kGoAway) return size < 8;
  return rule.size != 0 && size != rule.size;
}

}  // namespace

std::string ErrorCodeText(std::uint32_t code) {
  const std::string name = nghttp2_http2_strerror(code);
  return name == "unknown" ? "error " + std::to_string(code) : name;
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

std::string FrameReader::Fault(const Frame& frame) const {
  const auto number = static_cast<std::size_t>(frame.type);
  const std::string type = "a frame of type " + std::to_string(number);
  const bool continues = frame.type == FrameType::kContinuation;
  if (open_block_ != 0 && (!continues || frame.stream != open_block_)) {
    return type + " inside a header block";
  }
  if (open_block_ == 0 && continues) return "a CONTINUATION without a header block";
  const TypeRule rule = number < kTypeRules.size() ? kTypeRules[number] : TypeRule{};
  if (rule.on != On::kAny && (rule.on == On::kStream) == (frame.stream == 0)) {
    return type + " on stream " + std::to_string(frame.stream);
  }
  if (SizeIsWrong(frame, rule)) {
    return type + " with " + std::to_string(frame.payload.size()) + " octets of payload";
  }
  if (frame.type == FrameType::kPushPromise) return "a PUSH_PROMISE, which was switched off";
  return "";
}

bool FrameReader::IsReady() const {
  const std::string_view rest = std::string_view(buffer_).substr(read_);
  return !error_.empty() || (rest.size() >= kFrameHeaderSize &&
                             rest.size() - kFrameHeaderSize >= ReadBigEndian(rest.substr(0, 3)));
}

std::optional<Frame> FrameReader::Next() {
  const std::string_view rest = std::string_view(buffer_).substr(read_);
  const std::size_t size = ReadBigEndian(rest.substr(0, 3));
  if (rest.size() >= kFrameHeaderSize && size > kMaxFramePayload && error_.empty()) {
    error_ = "a frame of " + std::to_string(size) + " octets: more than is allowed";
  }
  if (!error_.empty()) return std::nullopt;
  if (rest.size() < kFrameHeaderSize || rest.size() < kFrameHeaderSize + size) {
    buffer_.erase(0, read_);
    read_ = 0;
    return std::nullopt;
  }
  Frame frame{.type = static_cast<FrameType>(rest[3]),
              .flags = static_cast<std::uint8_t>(rest[4]),
              .stream = ReadBigEndian(rest.substr(5, 4)) & 0x7fffffff,
              .payload = std::string(rest.substr(kFrameHeaderSize, size))};
  error_ = Fault(frame);
  if (error_.empty() && !Strip(frame)) error_ = "a frame whose padding is longer than the frame";
  if (!error_.empty()) return std::nullopt;
  read_ += kFrameHeaderSize + size;
  if (frame.type == FrameType::kHeaders || frame.type == FrameType::kContinuation) {
    open_block_ = (frame.flags & kEndHeaders) != 0 ? 0 : frame.stream;
  }
  return frame;
}

}  // namespace headerproof
