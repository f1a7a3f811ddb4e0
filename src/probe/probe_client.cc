// Probes clients that connect by network.
#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "src/http2/raw_connection.h"
#include "src/probe/probe.h"
#include "src/sweep/messages.h"

namespace headerproof {
namespace {

// The order for a client that may call only a few times: form by form; in each, a plain name, then
// uppercase names, then other malformed ones, then the rest.
std::vector<SweepAnswer> Plan(const std::vector<ProbeCase>& probe_cases) {
  const auto urgency = [&probe_cases](const SweepAnswer& answer) {
    const ProbeCase& probe_case = probe_cases[answer.probe_case];
    if (probe_case.kind == ProbeCaseKind::kControl) return 0;
    if (AsksUppercase(probe_case)) return probe_case.kind == ProbeCaseKind::kCollision ? 2 : 1;
    return AsksMalformed(probe_case) ? 3 : 4;
  };
  std::vector<SweepAnswer> plan;
  for (std::size_t form = 0; form < kWireForms.size(); ++form) {
    for (std::size_t probe_case = 0; probe_case < probe_cases.size(); ++probe_case) {
      for (const Place place : {Place::kResponseHeaders, Place::kTrailers, Place::kTrailersOnly}) {
        plan.push_back({.place = place,
                        .form = form,
                        .probe_case = probe_case,
                        .disposition = Disposition::kNotAsked});
      }
    }
  }
  std::ranges::sort(plan, {}, [&urgency](const SweepAnswer& answer) {
    return std::tuple(answer.form, urgency(answer), answer.probe_case, answer.place);
  });
  return plan;
}

class ClientProbe {
 public:
  ClientProbe(const ProbeOptions& options, ProbeResult& result)
      : options_(options), deadline_(In(options.most_time)), result_(result) {}

  void Run(const Listener& listener) {
    while (next_ < answers().size()) {
      if (result_.connections >= options_.most_connections) {
        result_.limit = "connections";
        return;
      }
      auto accepted = Accept(listener, std::min(deadline_, In(options_.patience)));
      if (std::holds_alternative<SocketError>(accepted)) {
        result_.limit = Clock::now() >= deadline_ ? "time" : "no further connection came";
        return;
      }
      ++result_.connections;
      Serve(std::move(std::get<UniqueFd>(accepted)));
      if (!result_.limit.empty()) return;
    }
  }

  const std::string& stranger() const { return stranger_; }

 private:
  std::vector<SweepAnswer>& answers() { return result_.sweep.answers; }

  void Serve(UniqueFd fd) {
    RawConnection connection(PlainStream(std::move(fd)), Role::kServer);
    std::deque<std::uint32_t> calls;
    while (next_ < answers().size()) {
      while (calls.empty()) {
        const Event event = connection.Next(std::min(deadline_, In(options_.patience)));
        if (event.IsEnd()) {
          if (!connection.got_settings()) NoteStranger(event, connection);
          return;
        }
        if (event.kind == EventKind::kTimeout) {
          result_.limit = Clock::now() >= deadline_ ? "time" : "the client made no further call";
          return;
        }
        if (IsRequest(event)) calls.push_back(event.stream);
      }
      if (++result_.requests > options_.most_requests) {
        result_.limit = "requests";
        return;
      }
      const std::uint32_t stream = calls.front();
      calls.pop_front();
      if (!Answer(stream, connection, calls)) return;
    }
  }

  // Answers one call; false if the connection is gone after it.
  bool Answer(std::uint32_t stream, RawConnection& connection, std::deque<std::uint32_t>& calls) {
    SweepAnswer& answer = answers()[next_];
    const ProbeCase& probe_case = result_.sweep.probe_cases[answer.probe_case];
    const WireCase wire_case{&probe_case, kWireForms[answer.form]};
    if (const auto primer = PrimerFor(wire_case, connection.writer())) {
      QueueAnswer(answer.place, stream, *primer, connection);
      return true;  // the probe case itself waits for the next call
    }
    ++next_;
    QueueBeginning(answer.place, stream, wire_case, connection);
    answer.disposition = Disposition::kAccepted;
    std::optional<std::string> end = Listen(stream, connection, calls, answer);
    if (!end && answer.disposition == Disposition::kAccepted &&
        answer.place == Place::kResponseHeaders) {
      QueueEnd(stream, connection);
      end = Listen(stream, connection, calls, answer);
    }
    if (!end) return true;
    if (probe_case.kind == ProbeCaseKind::kControl) hangs_up_ = true;
    if (answer.disposition != Disposition::kAccepted) return false;
    if (end->empty() && hangs_up_) {
      // A client that hangs up after a plain answer as well says nothing by it.
      answer.detail = "closed, as after a plain answer";
    } else {
      answer.disposition = Disposition::kConnectionError;
      answer.detail = end->empty() ? "closed" : *end;
    }
    return false;
  }

  // Reads what the client has to say of the answer so far. If the connection ended: the error with
  // which the client gave it up, or an empty text.
  std::optional<std::string> Listen(std::uint32_t stream, RawConnection& connection,
                                    std::deque<std::uint32_t>& calls, SweepAnswer& answer) {
    std::string go_away;
    connection.QueuePing();
    const Deadline deadline = In(options_.patience);
    // Twice: a client may answer PING ahead of what it had to say before.
    for (int pongs = 0; pongs < 2;) {
      const Event event = connection.Next(deadline);
      if (event.IsEnd()) return go_away;
      if (event.kind == EventKind::kTimeout) {
        answer.disposition = Disposition::kNoAnswer;
        break;
      }
      if (IsRequest(event)) calls.push_back(event.stream);
      if (event.kind == EventKind::kGoAway && event.code != 0) {
        go_away = "GOAWAY " + ErrorCodeText(event.code);
      }
      if (event.kind == EventKind::kReset && event.stream == stream && event.code != 0) {
        answer.disposition = Disposition::kStreamError;
        answer.detail = "RST_STREAM " + ErrorCodeText(event.code);
      }
      if (event.kind == EventKind::kPong && ++pongs < 2) connection.QueuePing();
    }
    return std::nullopt;
  }

  void NoteStranger(const Event& event, const RawConnection& connection) {
    const std::string& first = connection.first_octets();
    if (!first.empty() && first[0] == 0x16) {
      stranger_ = "the client speaks TLS, and this probe does not";
    } else if (event.kind == EventKind::kMalformed) {
      stranger_ = "the client does not speak HTTP/2: " + event.detail;
    } else {
      stranger_ = "the client connected and closed without a call";
    }
  }

  const ProbeOptions& options_;
  Deadline deadline_;
  ProbeResult& result_;
  std::size_t next_ = 0;
  bool hangs_up_ = false;
  std::string stranger_;
};

}  // namespace

ProbeResult ProbeClients(const Listener& listener, const ProbeOptions& options) {
  ProbeResult result{
      .peer = "clients of 127.0.0.1:" + std::to_string(listener.port), .why_not = {}, .limit = {}};
  result.sweep.stack = result.peer;
  result.sweep.probe_cases = AllProbeCases();
  result.sweep.answers = Plan(result.sweep.probe_cases);
  ClientProbe probe(options, result);
  probe.Run(listener);
  if (result.requests == 0) {
    result.why_not = probe.stranger().empty() ? "no client made a call" : probe.stranger();
    result.sweep = {};
  }
  return result;
}

}  // namespace headerproof
