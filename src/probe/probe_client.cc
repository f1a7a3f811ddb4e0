// Answering clients that are somebody else's.
#include <algorithm>
#include <deque>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>

#include "src/grammar/name.h"
#include "src/http2/raw_connection.h"
#include "src/probe/probe.h"
#include "src/sweep/raw_server.h"

namespace headerproof {
namespace {

// The order for a client that may call only a few times: a plain name, uppercase, what else is
// malformed, the rest; within each, the forms one after another.
std::vector<SweepAnswer> Plan(const std::vector<ProbeCase>& probe_cases) {
  const auto urgency = [&probe_cases](const SweepAnswer& answer) {
    const ProbeCase& probe_case = probe_cases[answer.probe_case];
    if (probe_case.kind == ProbeCaseKind::kControl) return 0;
    if (AsksUppercase(probe_case)) return probe_case.kind == ProbeCaseKind::kCollision ? 2 : 1;
    return NameDomain(probe_case.fields.front().name) > Domain::kHttp2 ? 3 : 4;
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

  bool has_called() const { return has_called_; }
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
      has_called_ = true;
      const std::uint32_t stream = calls.front();
      calls.pop_front();
      if (!Answer(stream, connection, calls)) return;
    }
  }

  // One answer; false if the connection is gone after it.
  bool Answer(std::uint32_t stream, RawConnection& connection, std::deque<std::uint32_t>& calls) {
    SweepAnswer& answer = answers()[next_];
    const WireForm& form = kWireForms[answer.form];
    const ProbeCase& probe_case = result_.sweep.probe_cases[answer.probe_case];
    const Item item{&probe_case, &form};
    if (NeedsPrimer(item, connection.writer())) {
      const WireForm primer = PrimerForm(form);
      QueueAnswer(answer.place, stream, {&probe_case, &primer}, connection);
      return true;  // the probe case itself waits for the next call
    }
    ++next_;
    QueueBeginning(answer.place, stream, item, connection);
    std::optional<std::string> end;  // why the connection ended
    answer.disposition = Disposition::kLetPass;
    Listen(stream, connection, calls, answer, end);
    if (!end && answer.disposition == Disposition::kLetPass &&
        answer.place == Place::kResponseHeaders) {
      QueueEnd(stream, connection);
      Listen(stream, connection, calls, answer, end);
    }
    if (probe_case.kind == ProbeCaseKind::kControl && end) hangs_up_ = true;
    if (end && answer.disposition == Disposition::kLetPass) {
      // A client that hangs up after a plain answer as well says nothing by it.
      if (!end->empty()) {
        answer.disposition = Disposition::kConnectionError;
        answer.detail = *end;
      } else if (!hangs_up_) {
        answer.disposition = Disposition::kConnectionError;
        answer.detail = "closed";
      } else {
        answer.detail = "closed, as after a plain answer";
      }
    }
    return !end;
  }

  // Reads what the client has to say of the answer so far.
  void Listen(std::uint32_t stream, RawConnection& connection, std::deque<std::uint32_t>& calls,
              SweepAnswer& answer, std::optional<std::string>& end) {
    int pongs = 0;
    std::string go_away;
    connection.QueuePing();
    const Deadline deadline = In(options_.patience);
    for (;;) {
      const Event event = connection.Next(deadline);
      if (IsRequest(event)) calls.push_back(event.stream);
      if (event.kind == EventKind::kGoAway && event.code != 0) {
        go_away = "GOAWAY " + ErrorCodeText(event.code);
      }
      if (event.kind == EventKind::kReset && event.stream == stream && event.code != 0) {
        answer.disposition = Disposition::kStreamError;
        answer.detail = "RST_STREAM " + ErrorCodeText(event.code);
      }
      if (event.IsEnd()) {
        end = go_away;
        return;
      }
      if (event.kind == EventKind::kTimeout) {
        answer.disposition = Disposition::kNoAnswer;
        return;
      }
      // Twice: a client may answer PING ahead of what it had to say before.
      if (event.kind == EventKind::kPong && ++pongs == 2) return;
      if (event.kind == EventKind::kPong) connection.QueuePing();
    }
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
  bool has_called_ = false;
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
  if (!probe.has_called()) {
    result.why_not = probe.stranger().empty() ? "no client made a call" : probe.stranger();
    result.sweep = {};
  }
  return result;
}

}  // namespace headerproof
