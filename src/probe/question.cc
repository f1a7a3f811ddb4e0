#include "src/probe/question.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <tuple>

#include "src/stacks/metadata_fields.h"

namespace headerproof {
namespace {

Stage StageOf(const ProbeCase& probe_case, std::size_t form) {
  if (form != 0) {
    const bool is_control = probe_case.kind == ProbeCaseKind::kControl;
    return is_control ? Stage::kControlsInForms : Stage::kForms;
  }
  switch (TopicOf(probe_case)) {
    case Topic::kUppercase:
      return Stage::kUppercase;
    case Topic::kMalformedName:
      return Stage::kMalformedNames;
    case Topic::kWellFormed:
      return Stage::kWellFormed;
    default:
      return Stage::kOtherMalformed;
  }
}

// A number that says nothing of its question, but is the same in each run.
std::uint32_t Shuffled(const SweepAnswer& answer) {
  const auto number =
      static_cast<std::uint32_t>(answer.probe_case * kWireForms.size() + answer.form);
  return (number + 1) * 2'654'435'761U;  // odd, so no two are the same
}

// The part of what was asked whose names are well-formed.
Metadata WellFormedPart(Metadata asked) {
  std::erase_if(asked, [](const Entry& entry) { return IsMalformedName(entry.name); });
  return asked;
}

}  // namespace

const TopicText& TextOf(Topic topic) {
  static constexpr std::array<TopicText, kTopicCount> kTexts = {{
      {"uppercase-name", "uppercase letter in a name", "8.2.1"},
      {"malformed-name", "other malformed name", "8.2.1"},
      {"value", "CR, LF, NUL, edge blank in a value", "8.2.1"},
      {"connection-field", "connection-specific field", "8.2.2"},
      {"pseudo-order", "pseudo-header after other fields", "8.3"},
      {"pseudo-twice", "pseudo-header twice", "8.3"},
      {"well-formed", "well-formed field", ""},
  }};
  return kTexts[static_cast<std::size_t>(topic)];
}

Topic TopicOf(const ProbeCase& probe_case) {
  if (AsksUppercase(probe_case)) return Topic::kUppercase;
  if (AsksMalformed(probe_case)) return Topic::kMalformedName;
  if (probe_case.kind == ProbeCaseKind::kValue) return Topic::kValue;
  if (AsksConnectionField(probe_case)) return Topic::kConnectionField;
  if (probe_case.kind == ProbeCaseKind::kPseudoTwice) return Topic::kPseudoTwice;
  // A probe case comes last in its block.
  if (probe_case.fields.front().name.starts_with(':')) return Topic::kPseudoOrder;
  return Topic::kWellFormed;
}

std::string_view VerdictName(Verdict verdict) {
  constexpr std::array<std::string_view, kVerdictCount> kNames = {
      "refused", "dropped", "unchanged", "changed", "accepted", "no-answer", "not-asked"};
  return kNames[static_cast<std::size_t>(verdict)];
}

Verdict VerdictOf(const SweepResult& result, const SweepAnswer& answer) {
  const ProbeCase& probe_case = result.probe_cases[answer.probe_case];
  const Metadata asked = AskedMetadata(probe_case);
  const bool shows_it = !answer.shown.empty() && !(IsAboutNames(TopicOf(probe_case)) &&
                                                   answer.shown == WellFormedPart(asked));
  // What was shown was delivered, even if the call failed after that.
  if (shows_it) return answer.shown == asked ? Verdict::kUnchanged : Verdict::kChanged;
  switch (answer.disposition) {
    case Disposition::kStreamError:
    case Disposition::kConnectionError:
    case Disposition::kCallFailed:
    case Disposition::kProcessEnded:
      return Verdict::kRefused;
    case Disposition::kUnchanged:
    case Disposition::kChanged:
    case Disposition::kDropped:
      return Verdict::kDropped;
    case Disposition::kAccepted:
      return Verdict::kAccepted;
    case Disposition::kNoAnswer:
      return Verdict::kNoAnswer;
    case Disposition::kNotAsked:
    case Disposition::kFormRefused:
      return Verdict::kNotAsked;
  }
  return Verdict::kNoAnswer;
}

std::vector<ProbeCase> ProbeQuestionCases() {
  std::vector<ProbeCase> probe_cases = AllProbeCases();
  std::ranges::move(FieldProbeCases(), std::back_inserter(probe_cases));
  return probe_cases;
}

std::vector<Question> Plan(const std::vector<ProbeCase>& probe_cases,
                           const std::vector<Place>& places) {
  std::vector<Question> plan;
  for (std::size_t form = 0; form < kWireForms.size(); ++form) {
    for (std::size_t at = 0; at < probe_cases.size(); ++at) {
      for (const Place place : places) {
        if (!IsAskedAt(probe_cases[at], place)) continue;
        Question question{.stage = StageOf(probe_cases[at], form)};
        question.answer.place = place;
        question.answer.form = form;
        question.answer.probe_case = at;
        plan.push_back(std::move(question));
      }
    }
  }
  std::ranges::sort(plan, {}, [](const Question& question) {
    const SweepAnswer& answer = question.answer;
    const bool is_last = question.stage == Stage::kForms;
    return std::tuple(question.stage, is_last ? Shuffled(answer) : 0, answer.place,
                      answer.probe_case, answer.form);
  });
  return plan;
}

}  // namespace headerproof
