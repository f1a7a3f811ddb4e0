#include "src/sweep/server_asker.h"

#include <algorithm>
#include <deque>
#include <thread>
#include <unordered_map>
#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/stacks/recorder.h"
#include "src/stacks/stack.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostOnOneConnection = 8000;
constexpr std::size_t kMostBody = 1U << 16;
constexpr std::size_t kMessagePrefix = 5;  // gRPC over HTTP/2, Length-Prefixed-Message
constexpr std::uint32_t kRefusedStream = 7;
constexpr std::chrono::milliseconds kSettling{20};

std::string StatusText(const AnswerStatus& status) {
  if (status.grpc_status >= 0) {
    return "status " + std::to_string(status.grpc_status) +
           (status.message.empty() ? "" : " " + status.message);
  }
  return "HTTP status " + EscapeValue(status.http_status);
}

}  // namespace

Asker ServerAsker::asker() {
  return {
      .ask_many = [this](auto items, const std::string& plain_status,
                         auto observations) { return AskMany(items, plain_status, observations); },
      .ask_alone = [this](const Item& item) { return AskAlone(item); }};
}

ServerAsker::Call ServerAsker::Send(const Item& item, std::size_t index, std::uint32_t stream,
                                    RawConnection& connection) {
  Call call{.index = index,
            .number = std::to_string(requests_++),
            .status = {},
            .body = {},
            .observation = {}};
  QueueRequest(line_.shape, stream, item, call.number, connection);
  return call;
}

void ServerAsker::Prime(const Item& item, std::uint32_t stream, RawConnection& connection) {
  const WireForm form = PrimerForm(*item.form);
  ++requests_;
  QueueRequest(line_.shape, stream, {item.probe_case, &form}, "primer", connection);
}

// Takes in what came for a call; true if that ended it.
bool ServerAsker::See(const Event& event, Call& call) {
  switch (event.kind) {
    case EventKind::kReset:
      call.observation.ending = Ending::kStreamError;
      call.observation.detail = "RST_STREAM " + ErrorCodeText(event.code);
      return true;
    case EventKind::kHeaders:
      ReadStatus(event.fields, call.status);
      break;
    case EventKind::kData:
      if (call.body.size() + event.data.size() <= kMostBody) call.body += event.data;
      break;
    default:
      return false;
  }
  if (!event.end_stream) return false;
  call.observation.ending = Ending::kAnswered;
  call.observation.status = StatusText(call.status);
  call.observation.detail = call.observation.status;
  return true;
}

// What the application was shown: as it says itself, or as the answer echoes it, a case that has
// the probe case's number in it.
std::optional<Metadata> ServerAsker::Shown(const Call& call) {
  if (line_.take) return line_.take(call.number);
  if (call.body.size() < kMessagePrefix) return std::nullopt;
  auto parsed = ParseCase(std::string_view(call.body).substr(kMessagePrefix));
  auto* const metadata = std::get_if<Metadata>(&parsed);
  if (metadata == nullptr || FindValue(*metadata, kProbeCaseName) != call.number) {
    return std::nullopt;
  }
  return std::move(*metadata);
}

std::size_t ServerAsker::AskMany(std::span<const Item> items, const std::string& plain_status,
                                 std::span<std::optional<Observation>> observations) {
  const std::size_t may_send = line_.most_requests - std::min(requests_, line_.most_requests);
  if (may_send == 0) return 0;
  auto stream = line_.connect();
  if (stream == nullptr) return 0;
  RawConnection connection(std::move(stream), Role::kClient);
  std::size_t most = std::min({items.size(), kMostOnOneConnection, may_send});
  std::unordered_map<std::uint32_t, Call> calls;
  std::deque<std::size_t> lately;  // what was answered last: a break that follows may be its work
  std::uint32_t next_stream = 1;
  std::size_t sent = 0;
  while (sent < most || !calls.empty()) {
    while (sent < most && calls.size() < line_.at_a_time) {
      if (NeedsPrimer(items[sent], connection.writer())) {
        Prime(items[sent], next_stream, connection);
        next_stream += 2;
      }
      calls.emplace(next_stream, Send(items[sent], sent, next_stream, connection));
      next_stream += 2;
      ++sent;
    }
    const Event event = connection.Next(std::min(In(line_.patience), line_.until));
    if (event.IsEnd() || event.kind == EventKind::kTimeout) {
      for (const std::size_t index : lately) observations[index].reset();
      return sent;
    }
    if (event.kind == EventKind::kGoAway) {
      most = sent;  // what is above the last stream is not going to be answered
      std::erase_if(calls, [&event](const auto& call) { return call.first > event.stream; });
      continue;
    }
    const auto found = calls.find(event.stream);
    if (found == calls.end() || !See(event, found->second)) continue;
    Call& call = found->second;
    Observation& observation = call.observation;
    observation.shown = Shown(call);
    // What is not plain is asked again alone, where it cannot be a neighbour's doing.
    const bool is_sure =
        IsPlain(observation, plain_status) ||
        (observation.ending == Ending::kStreamError && event.code != kRefusedStream);
    if (is_sure) observations[call.index] = std::move(observation);
    lately.push_back(call.index);
    if (lately.size() > 2 * line_.at_a_time) lately.pop_front();
    calls.erase(found);
  }
  return sent;
}

Observation ServerAsker::AskAlone(const Item& item) {
  if (requests_ >= line_.most_requests) return {.ending = Ending::kNotAsked};
  auto octets = line_.connect();
  if (octets == nullptr) return {.ending = Ending::kNotAsked};
  RawConnection connection(std::move(octets), Role::kClient);
  std::uint32_t stream = 1;
  if (NeedsPrimer(item, connection.writer())) {
    Prime(item, stream, connection);
    stream += 2;
  }
  Call call = Send(item, 0, stream, connection);
  Observation& observation = call.observation;
  std::string go_away;
  bool is_over = false;
  const Deadline deadline = std::min(In(line_.patience), line_.until);
  for (;;) {
    const Event event = connection.Next(deadline);
    if (event.kind == EventKind::kGoAway && event.code != 0) {
      go_away = "GOAWAY " + ErrorCodeText(event.code);
    }
    if (event.IsEnd()) {
      const std::string why = event.kind == EventKind::kMalformed ? event.detail : go_away;
      observation.ending = Ending::kConnectionError;
      observation.detail = (why.empty() ? "closed" : why) +
                           (is_over ? ", after " + std::exchange(observation.detail, {}) : "");
      // The application may still be on its way to what it was shown.
      std::this_thread::sleep_for(kSettling);
      break;
    }
    if (event.kind == EventKind::kTimeout || event.kind == EventKind::kPong) break;
    if (event.stream == stream && !is_over && See(event, call)) {
      is_over = true;
      connection.QueuePing();  // answered only by a connection that lives on
    }
  }
  observation.shown = Shown(call);
  return std::move(observation);
}

}  // namespace headerproof
