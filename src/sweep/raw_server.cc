#include "src/sweep/raw_server.h"

#include <charconv>
#include <string>
#include <string_view>

namespace headerproof {
namespace {

constexpr std::size_t kStatus200 = 8;                       // ":status: 200" in the static table
constexpr std::string_view kEmptyMessage("\0\0\0\0\0", 5);  // uncompressed, of no octets

}  // namespace

bool IsRequest(const Event& event) {
  return event.kind == EventKind::kHeaders && FindField(event.fields, ":path").has_value();
}

std::size_t CallNumber(const Event& event) {
  const std::string_view path = FindField(event.fields, ":path").value_or("");
  const std::string_view digits = path.substr(path.rfind('/') + 1);
  std::size_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

void QueueBeginning(Place place, std::uint32_t stream, const Item& item,
                    RawConnection& connection) {
  HpackWriter& writer = connection.writer();
  const std::string status = std::to_string(PlainStatus(place));
  std::string headers;
  HpackWriter::AppendStatic(kStatus200, headers);
  writer.Append("content-type", "application/grpc", {}, headers);
  if (place == Place::kTrailers) {
    connection.QueueHeaders(stream, headers, false);
    connection.QueueData(stream, kEmptyMessage, false);
    std::string trailers;
    writer.Append("grpc-status", status, {}, trailers);
    AppendItem(item, writer, trailers);
    connection.QueueHeaders(stream, trailers, true, FragmentOf(*item.form, trailers.size()));
    return;
  }
  const bool is_whole = place == Place::kTrailersOnly;
  if (is_whole) writer.Append("grpc-status", status, {}, headers);
  AppendItem(item, writer, headers);
  connection.QueueHeaders(stream, headers, is_whole, FragmentOf(*item.form, headers.size()));
}

void QueueEnd(std::uint32_t stream, RawConnection& connection) {
  connection.QueueData(stream, kEmptyMessage, false);
  std::string trailers;
  connection.writer().Append("grpc-status", std::to_string(PlainStatus(Place::kResponseHeaders)),
                             {}, trailers);
  connection.QueueHeaders(stream, trailers, true);
}

void QueueAnswer(Place place, std::uint32_t stream, const Item& item, RawConnection& connection) {
  QueueBeginning(place, stream, item, connection);
  if (place == Place::kResponseHeaders) QueueEnd(stream, connection);
}

}  // namespace headerproof
