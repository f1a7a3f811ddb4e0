// Probes a server that is reached by network.
#include <algorithm>
#include <deque>
#include <memory>
#include <optional>
#include <utility>

#include "src/probe/probe.h"
#include "src/probe/server_contact.h"
#include "src/probe/server_line.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostAtATime = 64;
constexpr std::size_t kMostOnOneConnection = 4'000;
constexpr std::size_t kMostAttempts = 3;
constexpr std::size_t kSample = 600;  // of the last stage's questions, where connections are dear

class ServerProbe {
 public:
  ServerProbe(std::string host, std::uint16_t port, const ProbeOptions& options,
              ProbeResult& result)
      : options_(options),
        until_(In(options.most_time), options.stop),
        connector_(std::move(host), port, options, until_, result),
        result_(result) {}

  void Run() {
    if (!FirstContact()) return;
    result_.echoes = plain_.shown.has_value();
    result_.sweep.stack = result_.peer;
    result_.sweep.probe_cases = ProbeQuestionCases();
    questions_ = Plan(result_.sweep.probe_cases, {Place::kRequestMetadata});
    for (std::size_t at = 0; at < questions_.size(); ++at) queue_.push_back(at);
    while (!queue_.empty() && AskSome()) {
    }
    if (unconfirmed_ && (is_lost_ || !HasLine())) {
      SweepAnswer& answer = questions_[*unconfirmed_].answer;
      answer.disposition = Disposition::kNoAnswer;
      answer.detail += "; after it, no plain request was answered";
    }
    for (Question& question : questions_) {
      result_.sweep.answers.push_back(std::move(question.answer));
    }
    AddNotes();
  }

 private:
  // Sends one plain request; false if it says that there is nothing to ask.
  bool FirstContact() {
    line_ = connector_.Open();
    if (line_ == nullptr) {
      result_.why_not = connector_.error();
      return false;
    }
    Asked control = line_->AskControl();
    result_.why_not = until_.IsStopped() ? "interrupted before it answered a plain request"
                                         : WhyNotAsked(control, *line_, options_.tls);
    plain_is_success_ = control.IsSuccess();
    plain_ = PlainCallFrom(std::move(control.observation));
    if (!result_.why_not.empty()) return false;
    // One that ends the connection after each answer says nothing by ending it.
    ends_after_each_ = !ControlIsGood() || !line_->end().empty();
    if (ends_after_each_) line_.reset();
    return true;
  }

  // True if there is a connection that can be asked more, on which a control was good.
  bool HasLine() {
    if (line_ != nullptr && line_->end().empty() && asked_ < most_on_one_) return true;
    constexpr std::chrono::milliseconds kFirstPause{50};
    constexpr int kMostPauses = 7;  // 6 seconds in all
    std::string why;
    for (int pauses = 0; pauses <= kMostPauses && !until_.IsOver(); ++pauses) {
      if (pauses != 0) Pause(kFirstPause * (1 << (pauses - 1)));
      line_ = connector_.Open();
      asked_ = 0;
      if (line_ == nullptr) {
        why = connector_.error();
      } else if (ControlIsGood() && (ends_after_each_ || line_->end().empty())) {
        unconfirmed_.reset();
        return true;
      } else {
        why = "a plain request is refused by now: " + control_says_;
      }
    }
    line_.reset();
    is_lost_ = true;
    if (!IsOver()) result_.limit = why;
    return false;
  }

  void Pause(std::chrono::milliseconds time) const { PollUntil({}, until_.Within(time)); }

  bool IsOver() {
    if (until_.IsStopped()) {
      result_.limit = "interrupted";
    } else if (until_.IsOver()) {
      result_.limit = "time";
    } else if (result_.requests >= options_.most_requests) {
      result_.limit = "requests";
    }
    return !result_.limit.empty();
  }

  bool ControlIsGood() {
    const Asked control = line_->AskControl();
    control_says_ = control.observation.detail.empty() ? "no answer" : control.observation.detail;
    if (control.observation.ending == Disposition::kNotAsked) control_says_ = line_->end();
    return IsPlain(control.observation, plain_) &&
           control.observation.shown.has_value() == plain_.shown.has_value();
  }

  // Asks the next questions of one stage; false if the probe is at its end.
  bool AskSome() {
    const Stage stage = questions_[queue_.front()].stage;
    if (stage == Stage::kForms && !std::exchange(has_sampled_, true)) Sample();
    if (queue_.empty() || IsOver() || !HasLine()) return false;
    const std::size_t streams = line_->connection().most_streams() / 2;  // each may need a primer
    const std::size_t most =
        ends_after_each_
            ? 1
            : std::min({batch_, most_on_one_ - asked_, std::max<std::size_t>(streams, 1)});
    std::vector<std::size_t> batch;
    std::vector<WireCase> cases;
    while (batch.size() < most && !queue_.empty() && questions_[queue_.front()].stage == stage) {
      SweepAnswer& answer = questions_[queue_.front()].answer;
      if (const std::string& refusal = form_refused_[answer.form]; !refusal.empty()) {
        answer.disposition = Disposition::kFormRefused;
        answer.detail = refusal;
      } else {
        batch.push_back(queue_.front());
        cases.push_back({&result_.sweep.probe_cases[answer.probe_case], kWireForms[answer.form]});
      }
      queue_.pop_front();
    }
    if (batch.empty()) return true;
    if (ends_after_each_) {
      AskOnItsOwn(batch.front(), cases.front());
      return true;
    }
    std::vector<Asked> asked = line_->Ask(cases);
    asked_ += batch.size();
    if (line_->end().empty() && ControlIsGood()) {
      for (std::size_t at = 0; at < batch.size(); ++at) Settle(batch[at], std::move(asked[at]));
      batch_ = std::min(2 * batch_, kMostAtATime);
    } else {
      Recover(batch, std::move(asked.front()));
    }
    return true;
  }

  // Asks a question on a connection without controls; they are on the connections before and after.
  void AskOnItsOwn(std::size_t question, const WireCase& wire_case) {
    line_ = connector_.Open();
    if (line_ != nullptr) {
      Asked asked = std::move(line_->Ask({&wire_case, 1}).front());
      const bool has_answer = asked.observation.ending != Disposition::kNotAsked;
      if (asked.has_primer) {
        questions_[question].answer.detail = "it takes a request before it on the connection";
        line_.reset();
        return;
      }
      has_answer ? Settle(question, std::move(asked)) : Blame(question, std::move(asked));
      unconfirmed_ = question;
    } else if (TriesAgain(question)) {
      queue_.push_front(question);
    }
    line_.reset();
  }

  // The connection was given up, or is of no use. Whose fault was it?
  void Recover(const std::vector<std::size_t>& batch, Asked first) {
    const bool is_alone = asked_ == 1;
    const bool says_why = line_->is_calmed() || line_->is_graceful();
    calmed_ += line_->is_calmed() ? 1U : 0U;
    if (!is_alone) {
      // Too much on one connection, or one of the questions: each is asked again.
      if (says_why) most_on_one_ = asked_ / 2;
      if (!says_why) batch_ = 1;
      queue_.insert(queue_.begin(), batch.begin(), batch.end());
    } else if ((says_why || line_->end().empty()) && TriesAgain(batch.front())) {
      queue_.push_front(batch.front());
    } else if (!until_.IsOver()) {
      Blame(batch.front(), std::move(first));
      batch_ = 1;
    }
    line_.reset();
  }

  bool TriesAgain(std::size_t question) { return ++questions_[question].attempts < kMostAttempts; }

  // The one question on a connection, between its good control and its end, is what ended it.
  void Blame(std::size_t question, Asked asked) {
    Observation& observation = asked.observation;
    const bool has_ended = !line_->end().empty();
    const std::string why =
        has_ended ? line_->end() : "a plain request is refused after it: " + control_says_;
    const std::string after = observation.detail.empty() ? "" : ", after " + observation.detail;
    const bool is_plain = IsPlain(observation, plain_);
    unconfirmed_ = question;
    if (asked.has_primer && observation.ending == Disposition::kNotAsked) {
      questions_[question].answer.detail = "its primer ended the connection: " + why;
      return;
    }
    // Where what came is not HTTP/2, or too much, it is the probe that gave the connection up.
    const bool gives_up = has_ended && line_->end_kind() != EventKind::kMalformed;
    if (!is_plain && gives_up) {
      observation.ending = Disposition::kConnectionError;
      ++dear_;
    } else if (!is_plain || !has_ended) {
      observation.ending = Disposition::kNoAnswer;
    }
    observation.detail = why + after;
    Settle(question, std::move(asked));
    SweepAnswer& answer = questions_[question].answer;
    if (answer.detail.empty()) answer.detail = why + after;
  }

  void Settle(std::size_t question, Asked asked) {
    constexpr std::string_view kRefusedStream = "RST_STREAM REFUSED_STREAM";
    SweepAnswer& answer = questions_[question].answer;
    Observation& observation = asked.observation;
    const bool says_nothing =
        observation.ending == Disposition::kNotAsked || observation.detail == kRefusedStream;
    if (says_nothing && TriesAgain(question)) {
      queue_.push_front(question);
      return;
    }
    // A better answer than a plain one's is no refusal.
    if (!plain_is_success_ && asked.IsSuccess()) observation.status = plain_.status;
    const ProbeCase& probe_case = result_.sweep.probe_cases[answer.probe_case];
    Conclude(probe_case, plain_, std::move(observation), answer);
    // No application is shown a pseudo-header field as metadata.
    const bool is_shown = probe_case.kind != ProbeCaseKind::kPseudoLate &&
                          probe_case.kind != ProbeCaseKind::kPseudoTwice;
    if (!is_shown && answer.disposition == Disposition::kDropped) {
      answer.disposition = Disposition::kAccepted;
    }
    if (answer.disposition == Disposition::kNotAsked) answer.disposition = Disposition::kNoAnswer;
    const bool is_control = probe_case.kind == ProbeCaseKind::kControl;
    const Verdict verdict = VerdictOf(result_.sweep, answer);
    if (is_control && verdict == Verdict::kRefused) form_refused_[answer.form] = answer.detail;
  }

  // Where each refusal costs a connection, the other forms are asked of a sample only.
  void Sample() {
    if (result_.connections < 100 || queue_.size() <= kSample) return;
    left_out_ = queue_.size() - kSample;
    queue_.resize(kSample);
  }

  void AddNotes() {
    if (ends_after_each_) {
      result_.notes.emplace_back(
          "only the first request on a connection gets a plain answer, so each question has one");
    }
    if (dear_ != 0) {
      result_.notes.push_back("it gave the connection up on " + std::to_string(dear_) +
                              " of the questions, each asked alone");
    }
    if (calmed_ != 0) {
      result_.notes.push_back("it limits the rate: " + std::to_string(calmed_) +
                              " times it gave up a connection with ENHANCE_YOUR_CALM, and the rest "
                              "was asked on new ones");
    }
    if (left_out_ != 0) {
      result_.notes.push_back("the other wire forms are sampled, because connections are dear: " +
                              std::to_string(left_out_) + " questions were left out");
    }
    for (std::size_t form = 0; form < form_refused_.size(); ++form) {
      if (form_refused_[form].empty()) continue;
      result_.notes.push_back("it refuses even a plain name in the form " +
                              std::string(kWireForms[form].name) + ": " + form_refused_[form]);
    }
  }

  const ProbeOptions& options_;
  Until until_;
  ServerConnector connector_;
  ProbeResult& result_;

  std::unique_ptr<ServerLine> line_;
  std::size_t asked_ = 0;  // on this connection
  std::size_t most_on_one_ = kMostOnOneConnection;
  std::size_t batch_ = 1;
  PlainCall plain_;
  bool plain_is_success_ = false;
  bool ends_after_each_ = false;
  std::string control_says_;

  std::vector<Question> questions_;
  std::deque<std::size_t> queue_;           // indices of those that have no answer yet
  std::optional<std::size_t> unconfirmed_;  // the one that waits for a good control after it
  std::array<std::string, kWireForms.size()> form_refused_{};
  std::size_t dear_ = 0;
  std::size_t calmed_ = 0;
  std::size_t left_out_ = 0;
  bool has_sampled_ = false;
  bool is_lost_ = false;
};

}  // namespace

ProbeResult ProbeServer(const std::string& host, std::uint16_t port, const ProbeOptions& options) {
  ProbeResult result{
      .peer = host + ":" + std::to_string(port), .why_not = {}, .limit = {}, .notes = {}};
  ServerProbe(host, port, options, result).Run();
  return result;
}

}  // namespace headerproof
