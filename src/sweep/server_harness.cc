#include "src/sweep/server_harness.h"

#include <algorithm>
#include <thread>
#include <unordered_map>
#include <utility>

#include "src/http2/raw_connection.h"
#include "src/stacks/stack.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostOnOneConnection = 8000;
constexpr std::chrono::seconds kPatience{10};
constexpr std::uint32_t kRefusedStream = 7;
constexpr std::chrono::milliseconds kSettling{20};

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
  if (!event.end_stream) return false;
  observation.ending = Disposition::kAccepted;
  observation.status = StatusText(call.status);
  observation.detail = observation.status;
  return true;
}

std::vector<Observation> ServerHarness::Try(std::span<const WireCase> cases) {
  RawConnection connection(access_.connect(), Role::kClient);
  const bool is_alone = cases.size() == 1;
  const Deadline alone_until = In(kPatience);
  std::size_t most = std::min(cases.size(), kMostOnOneConnection);
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
        QueueRequest(RequestShape{}, next_stream, *primer, "primer", connection);
        next_stream += 2;
        ++requests_;
      }
      running[next_stream] = calls.size();
      calls.push_back({.number = std::to_string(requests_++)});
      QueueRequest(RequestShape{}, next_stream, wire_case, calls.back().number, connection);
      next_stream += 2;
    }
    // Only a connection that lives on answers this.
    if (running.empty() && !std::exchange(has_pinged, true)) connection.QueuePing();
    const Event event = connection.Next(is_alone ? alone_until : In(kPatience));
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
    call.observation.shown = access_.take(call.number);
    observations.push_back(std::move(call.observation));
  }
  return observations;
}

}  // namespace headerproof
