#include "src/sweep/findings.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "src/converter/fold.h"
#include "src/grammar/name.h"

namespace headerproof {
namespace {

bool ShowsUppercase(const SweepAnswer& answer) {
  return std::ranges::any_of(answer.shown,
                             [](const Entry& entry) { return HasUppercase(entry.name); });
}

bool IsMalformed(std::string_view name) {
  return NameDomain(name) > Domain::kHttp2;
}

bool AsksMalformed(const ProbeCase& probe_case) {
  return std::ranges::any_of(probe_case.fields,
                             [](const Field& field) { return IsMalformed(field.name); });
}

// Refused, and not shown before that; a well-formed neighbour may have been.
bool IsRefusal(const SweepAnswer& answer) {
  const bool is_error = answer.disposition == Disposition::kStreamError ||
                        answer.disposition == Disposition::kConnectionError;
  return is_error && std::ranges::none_of(
                         answer.shown, [](const Entry& entry) { return IsMalformed(entry.name); });
}

// Collects one claim's answers at one place.
class Collector {
 public:
  Collector(const SweepResult& result, std::string key)
      : result_(result), finding_{.key = std::move(key)} {}

  void Add(const SweepAnswer& answer, bool contradicts) {
    ++finding_.count;
    if (!contradicts) return;
    ++finding_.contradicting;
    by_question_.try_emplace(answer.probe_case, &answer);
  }

  WireFinding Finish() {
    std::vector<const SweepAnswer*> answers;
    for (const auto& [probe_case, answer] : by_question_) answers.push_back(answer);
    const auto length = [this](const SweepAnswer* answer) {
      const std::vector<Field>& fields = result_.probe_cases[answer->probe_case].fields;
      // The pointer last: it follows the order of the probe_cases.
      return std::tuple(fields.size(), fields.front().name.size(), answer);
    };
    std::ranges::sort(answers, {}, length);
    answers.resize(std::min(answers.size(), kMostContradictions));
    for (const SweepAnswer* answer : answers) {
      finding_.contradictions.push_back(
          {DescribeAnswer(result_, *answer),
           answer->shown.empty() ? AskedMetadata(result_.probe_cases[answer->probe_case])
                                 : answer->shown});
    }
    return std::move(finding_);
  }

 private:
  const SweepResult& result_;
  WireFinding finding_;
  std::map<std::size_t, const SweepAnswer*> by_question_;  // the first form that contradicts
};

// By form, whether the control was delivered at the place.
std::array<bool, kWireForms.size()> UsableForms(const SweepResult& result, Place place) {
  std::array<bool, kWireForms.size()> usable{};
  for (const SweepAnswer& answer : result.answers) {
    if (answer.place != place) continue;
    const bool is_control = result.probe_cases[answer.probe_case].kind == ProbeCaseKind::kControl;
    if (is_control && answer.disposition == Disposition::kUnchanged) usable[answer.form] = true;
  }
  return usable;
}

}  // namespace

std::vector<WireFinding> FindingsOf(const SweepResult& result) {
  std::vector<WireFinding> findings;
  for (const Place place : kPlaces) {
    const auto usable = UsableForms(result, place);
    const auto collector = [&](std::string_view claim) {
      return Collector(result, std::string(claim) + "/" + std::string(PlaceName(place)));
    };
    Collector delivers = collector("delivers-only-lowercase");
    Collector refuses = collector("refuses-uppercase");
    Collector malformed = collector("refuses-malformed");
    Collector lowercases = collector("lowercases");
    Collector answers = collector("answers");
    bool was_asked = false;
    for (const SweepAnswer& answer : result.answers) {
      if (answer.place != place) continue;
      was_asked = true;
      if (answer.disposition == Disposition::kNotAsked ||
          answer.disposition == Disposition::kFormRefused)
        continue;
      const bool has_answer = answer.disposition != Disposition::kNoAnswer;
      answers.Add(answer, !has_answer);
      if (!usable[answer.form]) continue;
      const ProbeCase& probe_case = result.probe_cases[answer.probe_case];
      const bool shows_uppercase = ShowsUppercase(answer);
      delivers.Add(answer, shows_uppercase);
      if (AsksUppercase(probe_case)) {
        if (has_answer) refuses.Add(answer, !IsRefusal(answer));
        if (!answer.shown.empty()) lowercases.Add(answer, shows_uppercase);
      } else if (AsksMalformed(probe_case) && has_answer) {
        malformed.Add(answer, !IsRefusal(answer));
      }
    }
    if (!was_asked) continue;
    for (Collector* one : {&delivers, &refuses, &malformed, &lowercases, &answers}) {
      findings.push_back(one->Finish());
    }
  }
  return findings;
}

const WireFinding* FindFinding(const std::vector<WireFinding>& findings, std::string_view key) {
  const auto found = std::ranges::find(findings, key, &WireFinding::key);
  return found == findings.end() ? nullptr : &*found;
}

}  // namespace headerproof
