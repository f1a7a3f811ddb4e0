// The sweep of a server: our raw client asks, the server's application says what it was shown.
#include <deque>
#include <thread>
#include <unordered_map>
#include <utility>

#include "src/wire/asking.h"
#include "src/wire/raw_client.h"
#include "src/wire/raw_connection.h"
#include "src/wire/sweep.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostOnOneConnection = 8000;
constexpr std::chrono::milliseconds kSettling{20};

class ServerAsker {
 public:
  ServerAsker(ServerStack& stack, const SweepOptions& options) : stack_(stack), options_(options) {}

  std::size_t AskMany(std::span<const Item> items, std::span<std::optional<Sighting>> sightings) {
    RawConnection connection(PlainStream(stack_.Connect()), Role::kClient);
    const std::size_t most = std::min(items.size(), kMostOnOneConnection);
    std::unordered_map<std::uint32_t, Call> calls;
    std::deque<std::size_t> lately;  // what was answered last: a break that follows may be its work
    std::uint32_t next_stream = 1;
    std::size_t sent = 0;
    while (sent < most || !calls.empty()) {
      while (sent < most && calls.size() < options_.at_a_time) {
        if (NeedsPrimer(items[sent], connection.writer())) {
          Prime(items[sent], next_stream, connection);
          next_stream += 2;
        }
        calls[next_stream] = Send(items[sent], sent, next_stream, connection);
        next_stream += 2;
        ++sent;
      }
      const Event event = connection.Next(In(options_.patience));
      if (event.IsEnd() || event.kind == EventKind::kTimeout) {
        for (const std::size_t index : lately) sightings[index].reset();
        return sent;
      }
      const auto call = calls.find(event.stream);
      if (call == calls.end() || !See(event, call->second.sighting)) continue;
      Sighting& sighting = call->second.sighting;
      sighting.shown = stack_.Take(call->second.number);
      // What is not plain is asked again alone, where it cannot be a neighbour's doing.
      const bool is_sure = sighting.ending == Ending::kStreamError || sighting.as_plain;
      if (is_sure) sightings[call->second.index] = std::move(sighting);
      lately.push_back(call->second.index);
      if (lately.size() > 2 * options_.at_a_time) lately.pop_front();
      calls.erase(call);
    }
    return sent;
  }

  Sighting AskAlone(const Item& item) {
    RawConnection connection(PlainStream(stack_.Connect()), Role::kClient);
    std::uint32_t stream = 1;
    if (NeedsPrimer(item, connection.writer())) {
      Prime(item, stream, connection);
      stream += 2;
    }
    Call call = Send(item, 0, stream, connection);
    Sighting& sighting = call.sighting;
    std::string go_away;
    bool is_over = false;
    const Deadline deadline = In(options_.patience);
    for (;;) {
      const Event event = connection.Next(deadline);
      if (event.kind == EventKind::kGoAway && event.code != 0) {
        go_away = "GOAWAY " + ErrorCodeText(event.code);
      }
      if (event.IsEnd()) {
        sighting.ending = Ending::kConnectionError;
        const std::string why = event.kind == EventKind::kMalformed ? event.detail : go_away;
        const std::string before = is_over ? ", after " + sighting.detail : "";
        sighting.detail = (why.empty() ? "closed" : why) + (is_over ? before : "");
        // The application may still be on its way to what it was shown.
        std::this_thread::sleep_for(kSettling);
        break;
      }
      if (event.kind == EventKind::kTimeout || event.kind == EventKind::kPong) break;
      if (event.stream == stream && !is_over && See(event, sighting)) {
        is_over = true;
        connection.QueuePing();  // answered only by a connection that lives on
      }
    }
    sighting.shown = stack_.Take(call.number);
    return std::move(sighting);
  }

 private:
  struct Call {
    std::size_t index = 0;
    std::string number;
    Sighting sighting;
  };

  Call Send(const Item& item, std::size_t index, std::uint32_t stream, RawConnection& connection) {
    Call call{.index = index, .number = std::to_string(next_number_++), .sighting = {}};
    QueueRequest({}, stream, item, call.number, connection);
    return call;
  }

  static void Prime(const Item& item, std::uint32_t stream, RawConnection& connection) {
    const WireForm form = PrimerForm(*item.form);
    QueueRequest({}, stream, {item.question, &form}, "primer", connection);
  }

  // Takes in what came for a call; true if that ended it.
  static bool See(const Event& event, Sighting& sighting) {
    if (event.kind == EventKind::kReset) {
      sighting.ending = Ending::kStreamError;
      sighting.detail = "RST_STREAM " + ErrorCodeText(event.code);
      return true;
    }
    if (event.kind == EventKind::kHeaders && event.end_stream) {
      AnswerStatus status;
      ReadStatus(event.fields, status);
      sighting.ending = Ending::kAnswered;
      sighting.as_plain = status.grpc_status == 0;
      if (status.grpc_status > 0) {
        sighting.detail = "status " + std::to_string(status.grpc_status) + " " + status.message;
      } else if (status.grpc_status < 0) {
        sighting.detail = "HTTP status " + status.http_status;
      }
      return true;
    }
    return false;
  }

  ServerStack& stack_;
  const SweepOptions& options_;
  std::size_t next_number_ = 0;
};

}  // namespace

SweepResult SweepServer(ServerStack& stack, std::span<const Question> questions,
                        const SweepOptions& options) {
  ServerAsker server(stack, options);
  const Asker asker{
      .ask_many = [&server](auto items,
                            auto sightings) { return server.AskMany(items, sightings); },
      .ask_alone = [&server](const Item& item) { return server.AskAlone(item); }};
  return {.stack = stack.name(),
          .questions = {questions.begin(), questions.end()},
          .answers = AskAll(Place::kRequestMetadata, questions, asker)};
}

}  // namespace headerproof
