// The requests and answers that carry probe cases: header blocks as gRPC would send them, with the
// probe case's fields at the end of one block.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"
#include "src/http2/raw_connection.h"
#include "src/sweep/probe_case.h"

namespace headerproof {

// One probe case in one form.
struct WireCase {
  const ProbeCase* probe_case = nullptr;
  WireForm form{};
};

// Appends the case's fields, in its form, to a block.
void AppendWireCase(const WireCase& wire_case, HpackWriter& writer, std::string& block);

// What has to be sent first to put the entries that the form needs into the dynamic table; nothing
// if they are there or if the form needs none.
std::optional<WireCase> PrimerFor(const WireCase& wire_case, const HpackWriter& writer);

// The fields of a request but for the probe case.
struct RequestShape {
  std::string scheme = "http";
  std::string path = "/hp/probe-case";
  std::string authority = "headerproof";
};

// Queues a request without a message. `number` is the value of kProbeCaseName.
void QueueRequest(const RequestShape& shape, std::uint32_t stream, const WireCase& wire_case,
                  std::string_view number, RawConnection& connection);

// True if the event is a request's header block.
bool IsRequest(const Event& event);

// The number at the end of the request's path ("/hp/NUMBER"); 0 if there is none.
std::size_t CallNumber(const Event& event);

// The status of a plain answer at a place: OK, but for an answer of trailers only, which has no
// message and so is FAILED_PRECONDITION.
constexpr int PlainStatus(Place place) {
  return place == Place::kTrailersOnly ? 9 : 0;
}

// Queues a whole answer with the case at `place`, and the empty message where the place allows one.
void QueueAnswer(Place place, std::uint32_t stream, const WireCase& wire_case,
                 RawConnection& connection);

// QueueAnswer in two steps: the answer up to the probe case's block, and what follows it at the
// place response-headers. The client can be heard in between.
void QueueBeginning(Place place, std::uint32_t stream, const WireCase& wire_case,
                    RawConnection& connection);
void QueueEnd(std::uint32_t stream, RawConnection& connection);

// What the blocks of an answer say of the call's success.
struct AnswerStatus {
  int grpc_status = -1;  // -1: none
  std::string http_status;
  std::string message;  // printable ASCII
};
void ReadStatus(const std::vector<Field>& fields, AnswerStatus& status);
std::string StatusText(const AnswerStatus& status);  // "HTTP status 200", "status 3 its message"

// What the application was shown, if the message of an answer echoes it: as a case that has the
// request's number in it.
std::optional<Metadata> ReadEcho(std::string_view body, std::string_view number);

}  // namespace headerproof
