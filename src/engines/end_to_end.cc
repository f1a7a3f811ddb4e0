#include "src/engines/end_to_end.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "src/cases/display.h"
#include "src/cases/text.h"
#include "src/judge/converters.h"
#include "src/judge/describe.h"
#include "src/judge/judge.h"
#include "src/sweep/messages.h"

namespace headerproof {
namespace {

// Every line four columns to the right.
std::string Indented(const std::string& text) {
  std::string indented = "    " + text.substr(0, text.find_last_not_of(" \n") + 1) + "\n";
  for (std::size_t at = 0; (at = indented.find('\n', at) + 1) < indented.size(); at += 4) {
    indented.insert(at, 4, ' ');
  }
  return indented;
}

EndToEnd Example(const SweepResult& result, const SweepAnswer& answer) {
  const WireForm& form = kWireForms[answer.form];
  EndToEnd example{.place = answer.place,
                   .form = std::string(form.name),
                   .wire = WireHex(result.probe_cases[answer.probe_case], form),
                   .delivered = answer.shown,
                   .outcomes = {},
                   .differences = {},
                   .consequences = {}};
  const Path path = PathOf(answer.place);
  const ConverterSet converter_set = OwningConverters();
  for (std::size_t policy = 0; policy < kKeyPolicyCount; ++policy) {
    converter_set[policy]->convert(path, answer.shown, example.outcomes[policy]);
  }
  const auto outcome = [&example](KeyPolicy policy) -> const Outcome& {
    return example.outcomes[static_cast<std::size_t>(policy)];
  };
  example.differences =
      ListDifferences(path, outcome(KeyPolicy::kCanonicalizing), outcome(KeyPolicy::kDirect));
  for (const Difference& difference : example.differences) {
    example.consequences.push_back(DescribeConsequence(path, difference));
  }
  return example;
}

}  // namespace

EndToEndResult ConvertDelivered(const SweepResult& result) {
  EndToEndResult end_to_end{.stack = result.stack, .violations = {}, .examples = {}};
  // The forms deliver the same metadata: each is judged once.
  using Differences = std::array<DifferenceSet, 2>;
  std::map<std::string, Differences> judged;
  std::vector<std::pair<Place, DifferenceSet>> seen;
  std::vector<const SweepAnswer*> answers;
  for (const SweepAnswer& answer : result.answers) {
    if (!answer.shown.empty()) answers.push_back(&answer);
  }
  std::ranges::sort(answers, {}, [](const SweepAnswer* answer) {
    return std::tuple(answer->place, answer->shown.front().name.size(), answer);
  });
  for (const SweepAnswer* answer : answers) {
    ++end_to_end.converted;
    const auto [at, is_new] = judged.try_emplace(PrintCase(answer->shown));
    if (is_new) {
      const Judgement judgement = Check(OwningConverters(), answer->shown);
      at->second = judgement.differences;
      for (const Violation& violation : judgement.violations) {
        end_to_end.violations.push_back(std::string(RelationName(violation.relation)) + ": " +
                                        violation.detail);
      }
    }
    const DifferenceSet differences = at->second[static_cast<std::size_t>(PathOf(answer->place))];
    if (differences.empty()) continue;
    ++end_to_end.differing;
    ++end_to_end.by_place[static_cast<std::size_t>(answer->place)];
    const std::pair key(answer->place, differences);
    if (std::ranges::find(seen, key) != seen.end()) continue;
    seen.push_back(key);
    end_to_end.examples.push_back(Example(result, *answer));
  }
  return end_to_end;
}

std::string DescribeEndToEnd(const EndToEnd& example) {
  const Path path = PathOf(example.place);
  std::string text = std::string(PlaceName(example.place)) + ", " + example.form + "\n";
  text += "  on the wire:\n" + Indented(example.wire);
  text += "  delivered:\n" + Indented(DisplayCase(example.delivered));
  for (const KeyPolicy policy : kKeyPolicies) {
    const Outcome& outcome = example.outcomes[static_cast<std::size_t>(policy)];
    text +=
        "  " + std::string(KeyPolicyName(policy)) + ": " + DescribeOutcome(path, outcome) + "\n";
  }
  for (std::size_t i = 0; i < example.differences.size(); ++i) {
    text += "  " + std::string(DifferenceName(example.differences[i].kind)) + ": " +
            example.consequences[i] + "\n";
  }
  return text;
}

std::string WireHex(const ProbeCase& probe_case, const WireForm& form) {
  const WireCase wire_case{&probe_case, form};
  HpackWriter writer;
  std::string block;
  if (const auto primer = PrimerFor(wire_case, writer)) AppendWireCase(*primer, writer, block);
  block.clear();
  AppendWireCase(wire_case, writer, block);
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string hex;
  for (const char c : block) {
    const auto octet = static_cast<unsigned char>(c);
    if (!hex.empty()) hex += ' ';
    hex += kDigits[octet >> 4];
    hex += kDigits[octet & 0xf];
  }
  return hex;
}

}  // namespace headerproof
