#include "src/sweep/raw_client.h"

#include <charconv>

#include "src/cases/display.h"
#include "src/stacks/stack.h"

namespace headerproof {

void QueueRequest(const RequestShape& shape, std::uint32_t stream, const Item& item,
                  std::string_view number, RawConnection& connection) {
  HpackWriter& writer = connection.writer();
  std::string block;
  writer.Append(":method", shape.method, {}, block);
  writer.Append(":scheme", shape.scheme, {}, block);
  writer.Append(":path", shape.path, {}, block);
  writer.Append(":authority", shape.authority, {}, block);
  writer.Append("te", "trailers", {}, block);
  writer.Append("content-type", "application/grpc", {}, block);
  writer.Append(kProbeCaseName, number, {}, block);
  AppendItem(item, writer, block);
  connection.QueueHeaders(stream, block, true, FragmentOf(*item.form, block.size()));
}

void ReadStatus(const std::vector<Field>& fields, AnswerStatus& status) {
  if (const auto value = FindField(fields, ":status")) status.http_status = *value;
  if (const auto value = FindField(fields, "grpc-status")) {
    std::from_chars(value->data(), value->data() + value->size(), status.grpc_status);
  }
  if (const auto value = FindField(fields, "grpc-message")) {
    status.message = DisplayValue("grpc-message", *value);
  }
}

}  // namespace headerproof
