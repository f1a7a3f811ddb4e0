#include "src/sweep/server_harness.h"

#include <algorithm>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/http2/raw_connection.h"
#include "src/stacks/metadata_fields.h"
#include "src/stacks/stack.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostOnOneConnection = 8000;
constexpr std::size_t kMostBody = 1U << 16;
constexpr std::size_t kMessagePrefix = 5;  // gRPC over HTTP/2, Length-Prefixed-Message
constexpr std::uint32_t kRefusedStream = 7;
constexpr std::chrono::milliseconds kSettling{20};

std::string StatusText(const AnswerStatus& status) {
  if (status.grpc_status < 0) return "HTTP status " + EscapeValue(status.http_status);
  return "status " + std::to_string(status.grpc_status) +
         (status.message.empty() ? "" : " " + status.message);
}

}  // namespace

// Takes in what came for a call; true if that ended it.
bool ServerHarness::TakeIn(const Event& event, Call& call) {
  Observation& observation = call.observation;
  if (event.kind == EventKind::kReset) {
    observation.ending = Disposition::kStreamError;
    observation.detail = "RST_STREAM " + ErrorCodeText(event.code);
    observation.is_disturbed = event.code == kRefusedStream;
    return true;
  }
  if (event.kind == EventKind::kHeaders) ReadStatus(event.fields, call.status);
  if (call.body.size() + event.data.size() <= kMostBody) call.body += event.data;
  if (!event.end_stream) return false;
  observation.ending = Disposition::kAccepted;
  observation.status = StatusText(call.status);
  observation.detail = observation.status;
  return true;
}

// What the application was shown: as it says itself, or as the answer echoes it, a case that has
// the request's number in it.
std::optional<Metadata> ServerHarness::Shown(const Call& call) const {
  if (access_.take) return access_.take(call.number);
  if (call.body.size() < kMessagePrefix) return std::nullopt;
  auto parsed = ParseCase(std::string_view(call.body).substr(kMessagePrefix));
  auto* const metadata = std::get_if<Metadata>(&parsed);
  if (metadata == nullptr || FindValue(*metadata, kProbeCaseName) != call.number) {
    return std::nullopt;
  }
  return std::move(*metadata);
}

std::vector<Observation> ServerHarness::Try(std::span<const WireCase> cases) {
  const std::size_t may_send = access_.most_requests - std::min(requests_, access_.most_requests);
  auto octets = may_send == 0 ? nullptr : access_.connect();
  if (octets == nullptr) return {};
  RawConnection connection(std::move(octets), Role::kClient);
  const bool is_alone = cases.size() == 1;
  const Deadline alone_until = In(access_.patience);
  std::size_t most = std::min({cases.size(), kMostOnOneConnection, may_send});
  std::vector<Call> calls;                                 // one for each case that was sent
  std::unordered_map<std::uint32_t, std::size_t> running;  // by stream: index into `calls`
  std::vector<std::size_t> ended;                          // the others, in the order of their ends
  std::uint32_t next_stream = 1;
  std::string go_away;
  bool has_pinged = false;
  for (;;) {
    while (calls.size() < most && running.size() < kCallsAtATime) {
      const WireCase& wire_case = cases[calls.size()];
      if (const auto primer = PrimerFor(wire_case, connection.writer())) {
        QueueRequest(access_.shape, next_stream, *primer, "primer", connection);
        next_stream += 2;
        ++requests_;
      }
      running[next_stream] = calls.size();
      calls.push_back({.number = std::to_string(requests_++)});
      QueueRequest(access_.shape, next_stream, wire_case, calls.back().number, connection);
      next_stream += 2;
    }
    // Only a connection that lives on answers this.
    if (running.empty() && !std::exchange(has_pinged, true)) connection.QueuePing();
    const Deadline deadline = is_alone ? alone_until : In(access_.patience);
    const Event event = connection.Next(std::min(deadline, access_.until));
    if (event.kind == EventKind::kPong) break;
    if (event.IsEnd() && is_alone) {
      Observation& observation = calls.front().observation;
      const std::string why = event.kind == EventKind::kMalformed ? event.detail : go_away;
      observation.ending = Disposition::kConnectionError;
      observation.detail =
          (why.empty() ? "closed" : why) + (running.empty() ? ", after " + observation.detail : "");
      // What the application is shown may still be on its way to it.
      std::this_thread::sleep_for(kSettling);
    }
    if (event.IsEnd() || event.kind == EventKind::kTimeout) {
      // Any of the last ones may have caused this.
      const std::size_t first = ended.size() - std::min(ended.size(), 2 * kCallsAtATime);
      for (const std::size_t index : std::span(ended).subspan(first)) {
        calls[index].observation.is_disturbed = true;
      }
      break;
    }
    if (event.kind == EventKind::kGoAway) {
      if (event.code != 0) go_away = "GOAWAY " + ErrorCodeText(event.code);
      most = calls.size();  // streams above the last one are not going to be answered
      if (!is_alone) {
        std::erase_if(running, [&event](const auto& call) { return call.first > event.stream; });
      }
      continue;
    }
    const auto found = running.find(event.stream);
    if (found == running.end() || !TakeIn(event, calls[found->second])) continue;
    ended.push_back(found->second);
    running.erase(found);
  }
  std::vector<Observation> observations;
  for (Call& call : calls) {
    call.observation.shown = Shown(call);
    observations.push_back(std::move(call.observation));
  }
  return observations;
}

}  // namespace headerproof
