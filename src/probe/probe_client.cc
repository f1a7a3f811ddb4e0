// Probes clients that connect by network.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/probe/client_pool.h"
#include "src/probe/probe.h"
#include "src/sweep/harness.h"
#include "src/sweep/messages.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostAttempts = 3;
constexpr std::size_t kMostBetweenControls = 16;
constexpr std::size_t kSample = 600;  // of the last stage's questions, where calls are dear

constexpr const char* kHangsUp = "closed, as after a plain answer";

class ClientProbe {
 public:
  ClientProbe(const Listener& listener, const ProbeOptions& options, ProbeResult& result)
      : options_(options),
        until_(In(options.most_time), options.stop),
        result_(result),
        clients_(listener, options.patience, until_) {
    questions_ = Plan(result.sweep.probe_cases,
                      {Place::kResponseHeaders, Place::kTrailers, Place::kTrailersOnly});
    for (std::size_t at = 0; at < questions_.size(); ++at) queue_.push_back(at);
  }

  void Run() {
    Deadline next_call = until_.deadline;
    while (WantsMore()) {
      if (IsOver(next_call)) break;
      if (Client* const client = clients_.NextWithCall(std::chrono::milliseconds(100))) {
        Serve(*client);
        next_call = In(options_.patience);
      }
    }
    result_.connections = clients_.connections();
    for (const std::size_t question : unconfirmed_) Unsettle(question);
    for (const std::size_t question :
         clients_.hang_up() ? closed_on_ : std::vector<std::size_t>{}) {
      // A client that hangs up after a plain answer as well says nothing by it.
      SweepAnswer& answer = questions_[question].answer;
      if (answer.disposition != Disposition::kConnectionError) continue;
      answer.disposition = Disposition::kAccepted;
      answer.detail = kHangsUp;
    }
    AddNotes();
    for (Question& question : questions_) {
      result_.sweep.answers.push_back(std::move(question.answer));
    }
    if (result_.requests == 0) {
      result_.why_not = clients_.stranger().empty() ? "no client made a call" : clients_.stranger();
    } else if (!control_refusals_.empty() &&
               (!has_good_control_ || control_refusals_.front().first == Place::kResponseHeaders)) {
      result_.why_not =
          "the client refuses a plain answer as well: " + control_refusals_.front().second;
    } else if (!has_good_control_) {
      result_.why_not = "no plain answer went through before the end";
    }
  }

 private:
  void AddNotes() {
    for (const auto& [place, why] : control_refusals_) {
      result_.notes.push_back("it refuses even a plain answer at " + std::string(PlaceName(place)) +
                              ": " + why);
    }
    for (const auto& [place_and_form, why] : form_refused_) {
      result_.notes.push_back("it refuses even a plain name in the form " +
                              std::string(kWireForms[place_and_form.second].name) + " at " +
                              std::string(PlaceName(place_and_form.first)) + ": " + why);
    }
    if (clients_.hang_up())
      result_.notes.emplace_back("it closes the connection after each plain answer");
    if (left_out_ != 0) {
      result_.notes.push_back("the other wire forms are sampled, because connections are dear: " +
                              std::to_string(left_out_) + " questions were left out");
    }
  }

  bool WantsMore() const { return !queue_.empty() || !unconfirmed_.empty(); }

  bool IsOver(Deadline next_call) {
    if (until_.IsStopped()) {
      result_.limit = "interrupted";
    } else if (until_.IsOver()) {
      result_.limit = "time";
    } else if (result_.requests >= options_.most_requests) {
      result_.limit = "requests";
    } else if (result_.limit.empty() && Clock::now() >= next_call) {
      result_.limit = "the client made no further call";
    }
    return !result_.limit.empty();
  }

  // Answers one call: with a control, a primer, or the next question.
  void Serve(Client& client) {
    ++result_.requests;
    calls_again_ |= client.answered++ != 0;
    SkipWhatIsNotAsked();
    if (NeedsControl(client)) return AnswerControl(client);
    const std::size_t index = queue_.front();
    SweepAnswer& answer = questions_[index].answer;
    const WireCase wire_case{&result_.sweep.probe_cases[answer.probe_case],
                             kWireForms[answer.form]};
    if (const auto primer = PrimerFor(wire_case, client.connection.writer())) {
      // The probe case itself waits for the next call. On a connection that ends with the primer,
      // there is none.
      clients_.AnswerOnly(answer.place, *primer, client);
      if (++questions_[index].attempts == kMostAttempts) {
        answer.detail = "its primer ended the connection";
        queue_.pop_front();
      }
      return;
    }
    const Reaction reaction = clients_.Answer(answer.place, wire_case, client);
    if (reaction.ClosesQuietly() && !clients_.hang_up() && questions_[index].attempts++ == 0) {
      check_call_ = client.answered;
      return;
    }
    queue_.pop_front();
    unconfirmed_.push_back(index);
    Settle(index, reaction);
  }

  // Forms in which a plain name is refused, and, where each call costs a connection, the rest of
  // the other forms after a sample.
  void SkipWhatIsNotAsked() {
    while (!queue_.empty()) {
      Question& next = questions_[queue_.front()];
      if (next.stage == Stage::kForms && !std::exchange(has_sampled_, true) && !calls_again_ &&
          queue_.size() > kSample) {
        left_out_ = queue_.size() - kSample;
        queue_.resize(kSample);
      }
      const auto refused = form_refused_.find({next.answer.place, next.answer.form});
      if (refused == form_refused_.end()) return;
      next.answer.disposition = Disposition::kFormRefused;
      next.answer.detail = refused->second;
      queue_.pop_front();
    }
  }

  // Between two questions, and before the first on a connection of several calls. The last control
  // was at control_place_; what was asked since then waits for another.
  bool NeedsControl(const Client& client) const {
    if (queue_.empty() || !control_place_) return true;
    const SweepAnswer& next = questions_[queue_.front()].answer;
    const bool is_other = *control_place_ != next.place;
    const bool is_new = client.answered == 1 && calls_again_;
    return is_other || is_new || client.answered <= check_call_ ||
           unconfirmed_.size() >= between_controls_;
  }

  void AnswerControl(Client& client) {
    // After questions it is at their place; then at the place of the next.
    const Place place = !unconfirmed_.empty() ? questions_[unconfirmed_.front()].answer.place
                        : queue_.empty()      ? Place::kResponseHeaders
                                              : questions_[queue_.front()].answer.place;
    if (client.answered >= check_call_) check_call_ = 0;
    const Reaction reaction = clients_.Answer(place, {&Control(), kWireForms[0]}, client);
    // A client may end what is whole in any way: what it does about a plain answer is plain.
    const bool is_good = !reaction.closes_early && !reaction.is_silent &&
                         reaction.go_away.empty() &&
                         (reaction.reset.empty() || IsHarmless(reaction.reset));
    if (is_good) {
      has_good_control_ = true;
      plain_reset_ = reaction.reset;
      control_place_ = place;
      if (!unconfirmed_.empty())
        between_controls_ = std::min(2 * between_controls_, kMostBetweenControls);
      unconfirmed_.clear();
      bad_controls_ = 0;
      return;
    }
    for (const std::size_t question : unconfirmed_) AskAgain(question);
    unconfirmed_.clear();
    between_controls_ = 1;
    control_place_.reset();
    if (++bad_controls_ >= kMostAttempts) GiveUp(place, Describe(reaction));
  }

  // At this place even plain answers are refused: nothing can be asked there. At the first place a
  // refusal is always seen; a client that refuses plain answers there says nothing elsewhere.
  void GiveUp(Place place, const std::string& why) {
    bad_controls_ = 0;
    control_refusals_.emplace_back(place, why);
    std::erase_if(queue_, [&](std::size_t question) {
      return place == Place::kResponseHeaders || questions_[question].answer.place == place;
    });
  }

  void AskAgain(std::size_t question) {
    if (++questions_[question].attempts < kMostAttempts) {
      questions_[question].answer.disposition = Disposition::kNotAsked;
      questions_[question].answer.detail.clear();
      queue_.push_front(question);
    } else {
      Unsettle(question);
    }
  }

  void Unsettle(std::size_t question) {
    SweepAnswer& answer = questions_[question].answer;
    answer.disposition = Disposition::kNoAnswer;
    answer.detail +=
        (answer.detail.empty() ? "" : "; ") + std::string("no plain answer went through after it");
  }

  static bool IsHarmless(const std::string& reset) {
    return reset == "RST_STREAM CANCEL" || reset == "RST_STREAM STREAM_CLOSED";
  }

  static std::string Describe(const Reaction& reaction) {
    if (!reaction.go_away.empty()) return reaction.go_away;
    if (!reaction.reset.empty()) return reaction.reset;
    return reaction.closes ? "closed" : "no answer to PING";
  }

  void Settle(std::size_t index, const Reaction& reaction) {
    SweepAnswer& answer = questions_[index].answer;
    answer.detail.clear();
    if (reaction.is_silent) {
      answer.disposition = Disposition::kNoAnswer;
    } else if (!reaction.go_away.empty() || reaction.closes_early) {
      answer.disposition = Disposition::kConnectionError;
      answer.detail = Describe(reaction);
    } else if (!reaction.reset.empty() && reaction.reset != plain_reset_) {
      answer.disposition = Disposition::kStreamError;
      answer.detail = reaction.reset;
    } else if (reaction.closes && !clients_.hang_up()) {
      answer.disposition = Disposition::kConnectionError;
      answer.detail = "closed";
      closed_on_.push_back(index);
    } else {
      answer.disposition = Disposition::kAccepted;
      if (reaction.closes) answer.detail = kHangsUp;
    }
    const ProbeCase& probe_case = result_.sweep.probe_cases[answer.probe_case];
    const bool is_control = probe_case.kind == ProbeCaseKind::kControl;
    if (is_control && VerdictOf(result_.sweep, answer) == Verdict::kRefused) {
      form_refused_[{answer.place, answer.form}] = answer.detail;
    }
  }

  const ProbeOptions& options_;
  Until until_;
  ProbeResult& result_;
  ClientPool clients_;

  std::vector<Question> questions_;
  std::deque<std::size_t> queue_;         // indices of those that have no answer yet
  std::vector<std::size_t> unconfirmed_;  // answered since the last good control
  std::optional<Place> control_place_;    // of the last good control
  std::string plain_reset_;             // what the client said to it: a harmless error, or nothing
  std::vector<std::size_t> closed_on_;  // questions after whose whole answer the client closed
  // A client closed after the whole answer to this call of a connection. Whether it does so after a
  // plain one as well is tried next.
  std::size_t check_call_ = 0;
  std::size_t between_controls_ = 1;
  std::size_t bad_controls_ = 0;  // in a row
  bool calls_again_ = false;      // the client makes several calls on a connection
  bool has_good_control_ = false;
  bool has_sampled_ = false;
  std::size_t left_out_ = 0;
  std::vector<std::pair<Place, std::string>> control_refusals_;
  std::map<std::pair<Place, std::size_t>, std::string> form_refused_;
};

}  // namespace

ProbeResult ProbeClients(const Listener& listener, const ProbeOptions& options) {
  ProbeResult result{.peer = "clients of 127.0.0.1:" + std::to_string(listener.port),
                     .why_not = {},
                     .limit = {},
                     .notes = {}};
  result.sweep.stack = result.peer;
  result.sweep.probe_cases = ProbeQuestionCases();
  ClientProbe(listener, options, result).Run();
  if (!result.why_not.empty()) result.sweep = {};
  return result;
}

}  // namespace headerproof
