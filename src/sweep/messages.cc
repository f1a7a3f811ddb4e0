#include "src/sweep/messages.h"

#include <algorithm>
#include <charconv>
#include <initializer_list>
#include <utility>
#include <variant>

#include "src/cases/display.h"
#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/stacks/metadata_fields.h"
#include "src/stacks/stack.h"

namespace headerproof {
namespace {

constexpr std::string_view kEmptyMessage("\0\0\0\0\0", 5);  // uncompressed, without octets

// Appends `fields`, which the case may ask to send twice, late, or not, and the case.
void AppendFields(std::initializer_list<Field> fields, const WireCase* wire_case,
                  HpackWriter& writer, std::string& block) {
  const ProbeCaseKind kind =
      wire_case == nullptr ? ProbeCaseKind::kControl : wire_case->probe_case->kind;
  const std::string_view name =
      wire_case == nullptr ? "" : std::string_view(wire_case->probe_case->fields.front().name);
  const bool is_late = kind == ProbeCaseKind::kPseudoLate;
  const bool is_twice = kind == ProbeCaseKind::kPseudoTwice;
  for (const Field& field : fields) {
    const bool is_asked = field.name == name;
    if (is_asked && (is_late || kind == ProbeCaseKind::kConnection)) continue;
    writer.Append(field.name, field.value, {}, block);
    if (is_asked && is_twice) writer.Append(field.name, field.value, wire_case->form.hpack, block);
  }
  if (wire_case == nullptr || is_twice) return;
  if (!is_late) return AppendWireCase(*wire_case, writer, block);
  for (const Field& field : fields) {
    if (field.name == name) writer.Append(field.name, field.value, wire_case->form.hpack, block);
  }
}

// Queues one header block: `fields`, and the case if there is one.
void QueueBlock(std::uint32_t stream, std::initializer_list<Field> fields,
                const WireCase* wire_case, bool end_stream, RawConnection& connection) {
  std::string block;
  AppendFields(fields, wire_case, connection.writer(), block);
  std::size_t fragment = kMaxFramePayload;
  if (wire_case != nullptr) {
    // The last three octets of a block are, for most probe cases, the end of the name and the
    // value.
    constexpr std::size_t kTail = 3;
    if (wire_case->form.cut == Cut::kEveryOctet) fragment = 1;
    if (wire_case->form.cut == Cut::kInField && block.size() > kTail) {
      fragment = block.size() - kTail;
    }
  }
  connection.QueueHeaders(stream, block, end_stream, fragment);
}

Field StatusField(Place place) {
  return {"grpc-status", std::to_string(PlainStatus(place))};
}

}  // namespace

void AppendWireCase(const WireCase& wire_case, HpackWriter& writer, std::string& block) {
  for (const auto& [name, value] : wire_case.probe_case->fields) {
    writer.Append(name, value, wire_case.form.hpack, block);
  }
}

std::optional<WireCase> PrimerFor(const WireCase& wire_case, const HpackWriter& writer) {
  const auto& [representation, huffman] = wire_case.form.hpack;
  const bool needs_entry =
      representation == Representation::kIndexed || representation == Representation::kIndexedName;
  const bool is_there = std::ranges::all_of(
      wire_case.probe_case->fields,
      [&writer](const Field& field) { return writer.Holds(field.name, field.value); });
  if (!needs_entry || is_there) return std::nullopt;
  return WireCase{wire_case.probe_case,
                  {wire_case.form.name, {Representation::kIncremental, huffman}}};
}

void QueueRequest(const RequestShape& shape, std::uint32_t stream, const WireCase& wire_case,
                  std::string_view number, RawConnection& connection) {
  QueueBlock(stream,
             {{":method", "POST"},
              {":scheme", shape.scheme},
              {":path", shape.path},
              {":authority", shape.authority},
              {"te", "trailers"},
              {"content-type", "application/grpc"},
              {std::string(kProbeCaseName), std::string(number)}},
             &wire_case, true, connection);
}

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

void QueueBeginning(Place place, std::uint32_t stream, const WireCase& wire_case,
                    RawConnection& connection) {
  const Field status{":status", "200"};
  const Field type{"content-type", "application/grpc"};
  if (place == Place::kTrailers) {
    QueueBlock(stream, {status, type}, nullptr, false, connection);
    connection.QueueData(stream, kEmptyMessage, false);
    QueueBlock(stream, {StatusField(place)}, &wire_case, true, connection);
  } else if (place == Place::kTrailersOnly) {
    QueueBlock(stream, {status, type, StatusField(place)}, &wire_case, true, connection);
  } else {
    QueueBlock(stream, {status, type}, &wire_case, false, connection);
  }
}

void QueueEnd(std::uint32_t stream, RawConnection& connection) {
  connection.QueueData(stream, kEmptyMessage, false);
  QueueBlock(stream, {StatusField(Place::kResponseHeaders)}, nullptr, true, connection);
}

void QueueAnswer(Place place, std::uint32_t stream, const WireCase& wire_case,
                 RawConnection& connection) {
  QueueBeginning(place, stream, wire_case, connection);
  if (place == Place::kResponseHeaders) QueueEnd(stream, connection);
}

std::string StatusText(const AnswerStatus& status) {
  if (status.grpc_status < 0) return "HTTP status " + EscapeValue(status.http_status);
  return "status " + std::to_string(status.grpc_status) +
         (status.message.empty() ? "" : " " + status.message);
}

std::optional<Metadata> ReadEcho(std::string_view body, std::string_view number) {
  if (body.size() < kEmptyMessage.size()) return std::nullopt;
  auto parsed = ParseCase(body.substr(kEmptyMessage.size()));
  auto* const metadata = std::get_if<Metadata>(&parsed);
  if (metadata == nullptr || FindValue(*metadata, kProbeCaseName) != number) return std::nullopt;
  return std::move(*metadata);
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
