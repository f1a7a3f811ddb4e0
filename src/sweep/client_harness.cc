#include "src/sweep/client_harness.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "src/cases/display.h"
#include "src/http2/raw_connection.h"

namespace headerproof {
namespace {

// Each answer has five octets of DATA, and the peer need not open its window further.
constexpr std::size_t kMostOnOneConnection = 8000;
constexpr std::chrono::seconds kPatience{10};

// What the application was shown at `place`.
Metadata ShownAt(Place place, CallResult& result) {
  if (place == Place::kResponseHeaders) return std::move(result.headers);
  Metadata shown = std::move(result.trailers);
  if (place == Place::kTrailersOnly) {
    // Stacks differ in where they put a single block.
    shown.insert(shown.end(), result.headers.begin(), result.headers.end());
  }
  return shown;
}

}  // namespace

Observation ClientHarness::Observe(ClientConnection& client, const Answered& answered) const {
  std::optional<CallResult> result = client.Await(answered.call, In(kPatience));
  if (!result) return {};
  Observation observation{.ending = Disposition::kAccepted,
                          .status = std::to_string(result->status)};
  observation.detail = (result->status < 0 ? "" : "status " + observation.status + " ") +
                       DisplayMessage(result->message);
  if (!answered.reset.empty() && result->status != PlainStatus(place_)) {
    observation.ending = Disposition::kStreamError;
    observation.detail = answered.reset;
  }
  observation.shown = ShownAt(place_, *result);
  return observation;
}

std::vector<Observation> ClientHarness::Try(std::span<const WireCase> cases) {
  auto [ours, theirs] = ConnectedPair();
  RawConnection raw(PlainStream(std::move(ours)), Role::kServer);
  const auto client = stack_.connect(std::move(theirs));
  const std::size_t most = std::min(cases.size(), kMostOnOneConnection);
  const bool is_alone = cases.size() == 1;
  const Deadline alone_until = In(kPatience);
  std::size_t calls = 0;
  std::size_t primers = 0;
  std::vector<Answered> all;                                 // one for each case that was sent
  std::unordered_map<std::uint32_t, std::size_t> by_stream;  // index into `all`
  std::string go_away;
  int pongs = 0;
  Event event;
  while (calls < std::min(kCallsAtATime, most)) client->Call(calls++, {});
  // Two pongs: a client may answer PING ahead of what it had to say before.
  while (pongs < 2) {
    event = raw.Next(is_alone ? alone_until : In(kPatience));
    if (event.IsEnd() || event.kind == EventKind::kTimeout) break;
    if (event.kind == EventKind::kPong && ++pongs < 2) raw.QueuePing();
    if (event.kind == EventKind::kGoAway && event.code != 0) {
      go_away = " after GOAWAY " + ErrorCodeText(event.code);
    }
    if (const auto reset = by_stream.find(event.stream);
        reset != by_stream.end() && event.kind == EventKind::kReset && event.code != 0) {
      all[reset->second].reset = "RST_STREAM " + ErrorCodeText(event.code);
    }
    if (!IsRequest(event) || all.size() == most) continue;
    const WireCase& wire_case = cases[all.size()];
    if (const auto primer = PrimerFor(wire_case, raw.writer())) {
      QueueAnswer(place_, event.stream, *primer, raw);
      ++primers;
    } else {
      QueueAnswer(place_, event.stream, wire_case, raw);
      by_stream[event.stream] = all.size();
      all.push_back({.call = CallNumber(event)});
      if (all.size() == most) raw.QueuePing();
    }
    if (calls < most + primers) client->Call(calls++, {});
  }

  const bool is_whole = pongs == 2;
  if (is_alone && all.empty()) {
    if (event.kind == EventKind::kTimeout) return {Observation{}};
    return {{.ending = Disposition::kConnectionError, .detail = "its primer"}};
  }
  std::vector<Observation> observations;
  for (const Answered& answered : all) {
    Observation observation = Observe(*client, answered);
    if (!is_whole && is_alone && observation.ending != Disposition::kNoAnswer) {
      observation.ending = Disposition::kConnectionError;
      observation.detail =
          "closed" + go_away + (observation.detail.empty() ? "" : "; " + observation.detail);
    }
    // Any of the last ones may have caused a break. A client that closes its connection gives up
    // the streams of all others too.
    observation.is_disturbed = !is_whole && (observation.ending == Disposition::kStreamError ||
                                             observations.size() + 2 * kCallsAtATime >= all.size());
    observations.push_back(std::move(observation));
  }
  return observations;
}

}  // namespace headerproof
