#include "src/sweep/stack_property.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

#include "src/converter/fold.h"
#include "src/grammar/name.h"

namespace headerproof {
namespace {

bool IsAnError(const SweepAnswer& answer) {
  return answer.disposition == Disposition::kStreamError ||
         answer.disposition == Disposition::kConnectionError;
}

// Whether any name that was shown has `trait`.
template <class Trait>
bool Shows(const SweepAnswer& answer, Trait trait) {
  return std::ranges::any_of(answer.shown, trait, &Entry::name);
}

// Counts the answers that bear on one property at one place.
class Counter {
 public:
  Counter(const SweepResult& result, std::string_view property, Place place)
      : result_(result),
        property_{.key = std::string(property) + "/" + std::string(PlaceName(place))} {}

  void Add(const SweepAnswer& answer, bool contradicts) {
    ++property_.count;
    if (!contradicts) return;
    ++property_.contradicting;
    const std::vector<Field>& fields = result_.probe_cases[answer.probe_case].fields;
    by_length_.try_emplace({fields.size(), fields.front().name.size(), answer.probe_case}, &answer);
  }

  StackProperty Finish() {
    for (const auto& [length, answer] : by_length_) {
      if (property_.contradictions.size() == kMostContradictions) break;
      property_.contradictions.push_back(
          {DescribeAnswer(result_, *answer),
           answer->shown.empty() ? AskedMetadata(result_.probe_cases[answer->probe_case])
                                 : answer->shown});
    }
    return std::move(property_);
  }

 private:
  const SweepResult& result_;
  StackProperty property_;
  // Of each probe case the first answer that contradicts.
  std::map<std::tuple<std::size_t, std::size_t, std::size_t>, const SweepAnswer*> by_length_;
};

// By form, whether the control was delivered at the place.
std::array<bool, kWireForms.size()> UsableForms(const SweepResult& result, Place place) {
  std::array<bool, kWireForms.size()> usable{};
  for (const SweepAnswer& answer : result.answers) {
    const bool is_control = result.probe_cases[answer.probe_case].kind == ProbeCaseKind::kControl;
    usable[answer.form] |=
        answer.place == place && is_control && answer.disposition == Disposition::kUnchanged;
  }
  return usable;
}

}  // namespace

std::vector<StackProperty> PropertiesOf(const SweepResult& result) {
  std::vector<StackProperty> properties;
  for (const Place place : kPlaces) {
    if (std::ranges::find(result.answers, place, &SweepAnswer::place) == result.answers.end()) {
      continue;
    }
    const auto usable = UsableForms(result, place);
    Counter delivers(result, "delivers-only-lowercase", place);
    Counter refuses(result, "refuses-uppercase", place);
    Counter malformed(result, "refuses-malformed", place);
    Counter lowercases(result, "lowercases", place);
    Counter answers(result, "answers", place);
    for (const SweepAnswer& answer : result.answers) {
      if (answer.place != place || answer.disposition == Disposition::kNotAsked ||
          answer.disposition == Disposition::kFormRefused) {
        continue;
      }
      const bool has_answer = answer.disposition != Disposition::kNoAnswer;
      answers.Add(answer, !has_answer);
      if (!usable[answer.form]) continue;
      const ProbeCase& probe_case = result.probe_cases[answer.probe_case];
      const bool shows_uppercase = Shows(answer, HasUppercase);
      // Refused, and not shown before that; a well-formed name next to it may have been.
      const bool is_refused = IsAnError(answer) && !Shows(answer, IsMalformedName);
      delivers.Add(answer, shows_uppercase);
      if (AsksUppercase(probe_case)) {
        if (has_answer) refuses.Add(answer, !is_refused);
        if (!answer.shown.empty()) lowercases.Add(answer, shows_uppercase);
      } else if (AsksMalformed(probe_case) && has_answer) {
        malformed.Add(answer, !is_refused);
      }
    }
    for (Counter* one : {&delivers, &refuses, &malformed, &lowercases, &answers}) {
      properties.push_back(one->Finish());
    }
  }
  return properties;
}

}  // namespace headerproof
