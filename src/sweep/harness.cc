#include "src/sweep/harness.h"

#include <algorithm>
#include <utility>

#include "src/cases/display.h"
#include "src/converter/fold.h"
#include "src/stacks/metadata_fields.h"
#include "src/stacks/stack.h"

namespace headerproof {
namespace {

void Sort(Metadata& metadata) {
  std::ranges::sort(metadata, {}, &Entry::name);
}

// `shown` without what a plain call shows: each plain value is taken away once, if it is there.
Metadata Beyond(const Metadata& plain, Metadata shown) {
  for (const auto& [name, values] : plain) {
    const auto entry = std::ranges::find(shown, name, &Entry::name);
    if (entry == shown.end()) continue;
    for (const std::string& value : values) {
      const auto at = std::ranges::find(entry->values, value);
      if (at != entry->values.end()) entry->values.erase(at);
    }
    if (entry->values.empty()) shown.erase(entry);
  }
  std::erase_if(shown, [](const Entry& entry) { return entry.name == kProbeCaseName; });
  Sort(shown);
  return shown;
}

Metadata Lowercased(const Metadata& metadata) {
  Metadata lowercased;
  for (const auto& [name, values] : metadata) {
    for (const std::string& value : values) AppendValue(Fold(name), value, lowercased);
  }
  Sort(lowercased);
  return lowercased;
}

std::string InOneLine(const Metadata& metadata) {
  std::string text = DisplayCase(metadata, 4);
  if (!text.empty()) text.pop_back();
  for (std::size_t at; (at = text.find('\n')) != std::string::npos;) text.replace(at, 1, "; ");
  return text;
}

std::string DescribeChange(const Metadata& asked, const Metadata& shown) {
  if (shown == Lowercased(asked)) return "the name was lowercased";
  const bool same_names = std::ranges::equal(asked, shown, {}, &Entry::name, &Entry::name);
  if (same_names) return "the value was changed: " + InOneLine(shown);
  return "shown as " + InOneLine(shown);
}

// On one connection, which begins and ends with a control.
constexpr std::size_t kMostBetweenControls = 500;

}  // namespace

const ProbeCase& Control() {
  static const ProbeCase control{ProbeCaseKind::kControl, {{"plain-name", "v"}}};
  return control;
}

PlainCall PlainCallFrom(Observation control) {
  PlainCall plain{std::move(control.status), {}};
  if (control.shown) plain.shown = Beyond(AskedMetadata(Control()), std::move(*control.shown));
  return plain;
}

bool IsPlain(const Observation& observation, const PlainCall& plain) {
  return observation.ending == Disposition::kAccepted && observation.status == plain.status;
}

void Conclude(const ProbeCase& probe_case, const PlainCall& plain, Observation observation,
              SweepAnswer& answer) {
  const Metadata asked = AskedMetadata(probe_case);
  const bool is_plain = IsPlain(observation, plain);
  const bool is_known = observation.shown.has_value();
  if (is_known) {
    answer.shown = Beyond(plain.shown.value_or(Metadata{}), std::move(*observation.shown));
  }
  answer.disposition = observation.ending;
  if (!is_plain) answer.detail = std::move(observation.detail);
  const auto add_detail = [&answer](const std::string& text) {
    answer.detail = text + (answer.detail.empty() ? "" : "; " + answer.detail);
  };
  if (observation.ending != Disposition::kAccepted) {
    if (!answer.shown.empty()) add_detail("shown all the same: " + InOneLine(answer.shown));
  } else if (answer.shown.empty() && !is_plain) {
    answer.disposition = Disposition::kCallFailed;
  } else if (answer.shown.empty()) {
    answer.disposition = plain.shown && is_known ? Disposition::kDropped : Disposition::kAccepted;
  } else if (answer.shown == asked) {
    answer.disposition = Disposition::kUnchanged;
  } else {
    answer.disposition = Disposition::kChanged;
    add_detail(DescribeChange(asked, answer.shown));
  }
}

std::vector<SweepAnswer> SweepPlace(Place place, std::span<const ProbeCase> probe_cases,
                                    Harness& harness) {
  const auto try_alone = [&harness](const WireCase& wire_case) {
    std::vector<Observation> observations = harness.Try({&wire_case, 1});
    return observations.empty() ? Observation{.ending = Disposition::kNotAsked}
                                : std::move(observations.front());
  };
  const PlainCall plain = PlainCallFrom(try_alone({&Control(), kWireForms[0]}));

  std::vector<SweepAnswer> answers(probe_cases.size() * kWireForms.size());
  std::vector<WireCase> cases;
  std::vector<SweepAnswer*> answers_of_cases;
  for (std::size_t form = 0; form < kWireForms.size(); ++form) {
    const Observation control_in_form = form == 0 ? Observation{.ending = Disposition::kAccepted}
                                                  : try_alone({&Control(), kWireForms[form]});
    const bool is_refused = control_in_form.ending == Disposition::kStreamError ||
                            control_in_form.ending == Disposition::kConnectionError;
    for (std::size_t at = 0; at < probe_cases.size(); ++at) {
      answers[at * kWireForms.size() + form] = {
          .place = place,
          .form = form,
          .probe_case = at,
          .disposition = is_refused ? Disposition::kFormRefused : Disposition::kNotAsked,
          .detail = is_refused ? control_in_form.detail : ""};
    }
  }
  for (SweepAnswer& answer : answers) {
    if (answer.disposition == Disposition::kFormRefused) continue;
    cases.push_back({&probe_cases[answer.probe_case], kWireForms[answer.form]});
    answers_of_cases.push_back(&answer);
  }

  const WireCase control{&Control(), kWireForms[0]};
  const auto is_well = [&] { return IsPlain(try_alone(control), plain); };
  for (std::size_t at = 0; at < cases.size();) {
    const std::size_t most = std::min(kMostBetweenControls, cases.size() - at);
    std::vector<WireCase> group = {control};
    group.insert(group.end(), cases.begin() + static_cast<std::ptrdiff_t>(at),
                 cases.begin() + static_cast<std::ptrdiff_t>(at + most));
    group.push_back(control);
    std::vector<Observation> observations = harness.Try(group);
    // Where no case could be put on the wire, one is tried alone all the same.
    if (observations.size() < 2) observations.resize(2);
    const bool has_last = observations.size() == group.size();
    const bool is_between_controls =
        IsPlain(observations.front(), plain) &&
        ((has_last && IsPlain(observations.back(), plain)) || is_well());
    if (has_last) observations.pop_back();
    for (Observation& observation : std::span(observations).subspan(1)) {
      const bool is_sure =
          is_between_controls && !observation.is_disturbed &&
          (IsPlain(observation, plain) || observation.ending == Disposition::kStreamError);
      if (!is_sure) {
        observation = try_alone(cases[at]);
        if (!IsPlain(observation, plain) && !is_well()) {
          observation.ending = Disposition::kNoAnswer;
          observation.detail = "after it a plain name was refused too: " + observation.detail;
        }
      }
      Conclude(*cases[at].probe_case, plain, std::move(observation), *answers_of_cases[at]);
      ++at;
    }
  }
  return answers;
}

}  // namespace headerproof
