// The sweep of a client: it calls, our raw server answers with the probe cases in the order in
// which the calls arrive, and the client's application says what it was shown.
#include <algorithm>
#include <unordered_map>
#include <utility>

#include "src/cases/display.h"
#include "src/http2/raw_connection.h"
#include "src/sweep/asking.h"
#include "src/sweep/raw_server.h"
#include "src/sweep/sweep.h"

namespace headerproof {
namespace {

// Each answer has five octets of DATA, and the peer need not open its window further.
constexpr std::size_t kMostOnOneConnection = 8000;

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

class ClientAsker {
 public:
  ClientAsker(ClientStack& stack, Place place, const SweepOptions& options)
      : stack_(stack), place_(place), options_(options) {}

  // With one call at a time the first item asked is `items[0]`, after its primer if it needs one.
  std::size_t AskMany(std::span<const Item> items, const std::string& plain_status,
                      std::span<std::optional<Observation>> observations) {
    const std::size_t most = std::min(items.size(), kMostOnOneConnection);
    Line line(stack_);
    std::size_t calls = 0;
    std::size_t asked = 0;
    std::vector<Asked> all;
    std::unordered_map<std::uint32_t, std::size_t> by_stream;
    const auto call = [&] { line.client->Call(calls++, {}); };
    while (calls < std::min(options_.at_a_time, most)) call();
    bool is_whole = true;
    while (asked < most) {
      const Event event = line.raw.Next(In(options_.patience));
      if (event.IsEnd() || event.kind == EventKind::kTimeout) {
        is_whole = false;
        break;
      }
      NoteReset(event, by_stream, all);
      if (!IsRequest(event)) continue;
      call();
      if (NeedsPrimer(items[asked], line.raw.writer())) {
        Prime(items[asked], event.stream, line.raw);
        continue;
      }
      QueueAnswer(place_, event.stream, items[asked], line.raw);
      by_stream[event.stream] = all.size();
      all.push_back({.call = CallNumber(event)});
      ++asked;
    }
    // The pong comes after all that the client had to say of the answers.
    if (is_whole) is_whole = Settle(line.raw, by_stream, all);
    for (std::size_t i = 0; i < all.size(); ++i) {
      Observation observation = ObservationOf(*line.client, all[i]);
      // After a break the last ones may have caused it, whatever became of them.
      const bool may_be_at_fault = !is_whole && i + 2 * options_.at_a_time >= all.size();
      // A client that closes its connection gives up the streams of all others too.
      const bool is_sure = IsPlain(observation, plain_status) ||
                           (is_whole && observation.ending == Ending::kStreamError);
      if (is_sure && !may_be_at_fault) observations[i] = std::move(observation);
    }
    return asked;
  }

  Observation AskAlone(const Item& item) {
    Line line(stack_);
    std::size_t calls = 0;
    std::vector<Asked> all;
    std::unordered_map<std::uint32_t, std::size_t> by_stream;
    line.client->Call(calls++, {});
    const Deadline deadline = In(options_.patience);
    while (all.empty()) {
      const Event event = line.raw.Next(deadline);
      if (event.kind == EventKind::kTimeout) return {};
      if (event.IsEnd()) return {.ending = Ending::kConnectionError, .detail = "its primer"};
      if (!IsRequest(event)) continue;
      if (NeedsPrimer(item, line.raw.writer())) {
        Prime(item, event.stream, line.raw);
        line.client->Call(calls++, {});
        continue;
      }
      QueueAnswer(place_, event.stream, item, line.raw);
      by_stream[event.stream] = 0;
      all.push_back({.call = CallNumber(event)});
    }
    const bool is_whole = Settle(line.raw, by_stream, all);
    Observation observation = ObservationOf(*line.client, all.front());
    if (!is_whole && observation.ending != Ending::kNoAnswer) {
      observation.ending = Ending::kConnectionError;
      observation.detail = "closed" + (go_away_.empty() ? "" : " after " + go_away_) +
                           (observation.detail.empty() ? "" : "; " + observation.detail);
    }
    return observation;
  }

 private:
  // The client under test, and our end of its connection.
  struct Line {
    explicit Line(ClientStack& stack) : Line(stack, ConnectedPair()) {}
    Line(ClientStack& stack, std::pair<UniqueFd, UniqueFd> pair)
        : raw(PlainStream(std::move(pair.first)), Role::kServer),
          client(stack.Connect(std::move(pair.second))) {}
    RawConnection raw;
    std::unique_ptr<ClientConnection> client;
  };

  struct Asked {
    std::size_t call = 0;
    std::optional<std::uint32_t> reset{};  // the code with which the client gave the stream up
  };

  void Prime(const Item& item, std::uint32_t stream, RawConnection& raw) const {
    const WireForm form = PrimerForm(*item.form);
    QueueAnswer(place_, stream, {item.probe_case, &form}, raw);
  }

  static void NoteReset(const Event& event,
                        const std::unordered_map<std::uint32_t, std::size_t>& by_stream,
                        std::vector<Asked>& all) {
    if (event.kind != EventKind::kReset || event.code == 0) return;
    const auto found = by_stream.find(event.stream);
    if (found != by_stream.end()) all[found->second].reset = event.code;
  }

  // Reads until the client has said all that it has to say; false if it closed the connection
  // instead. Twice, because a client may answer PING ahead of what it had to say before.
  bool Settle(RawConnection& raw, const std::unordered_map<std::uint32_t, std::size_t>& by_stream,
              std::vector<Asked>& all) {
    go_away_.clear();
    int pongs = 0;
    raw.QueuePing();
    const Deadline deadline = In(options_.patience);
    for (;;) {
      const Event event = raw.Next(deadline);
      NoteReset(event, by_stream, all);
      if (event.kind == EventKind::kGoAway && event.code != 0) {
        go_away_ = "GOAWAY " + ErrorCodeText(event.code);
      }
      if (event.kind == EventKind::kPong) {
        if (++pongs == 2) return true;
        raw.QueuePing();
      }
      if (event.IsEnd() || event.kind == EventKind::kTimeout) return false;
    }
  }

  Observation ObservationOf(ClientConnection& client, const Asked& asked) const {
    std::optional<CallResult> result = client.Await(asked.call, In(options_.patience));
    if (!result) return {};
    Observation observation{.ending = Ending::kAnswered, .status = std::to_string(result->status)};
    observation.detail = (result->status < 0 ? "" : "status " + observation.status + " ") +
                         DisplayMessage(result->message);
    if (asked.reset && result->status != PlainStatus(place_)) {
      observation.ending = Ending::kStreamError;
      observation.detail = "RST_STREAM " + ErrorCodeText(*asked.reset);
    }
    observation.shown = ShownAt(place_, *result);
    return observation;
  }

  ClientStack& stack_;
  Place place_;
  const SweepOptions& options_;
  std::string go_away_;
};

}  // namespace

SweepResult SweepClient(ClientStack& stack, Place place, std::span<const ProbeCase> probe_cases,
                        const SweepOptions& options) {
  ClientAsker client(stack, place, options);
  const Asker asker{.ask_many =
                        [&client](auto items, const std::string& plain_status, auto observations) {
                          return client.AskMany(items, plain_status, observations);
                        },
                    .ask_alone = [&client](const Item& item) { return client.AskAlone(item); }};
  return {.stack = stack.name(),
          .probe_cases = {probe_cases.begin(), probe_cases.end()},
          .answers = AskAll(place, probe_cases, asker)};
}

}  // namespace headerproof
