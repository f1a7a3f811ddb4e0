#include "src/engines/end_to_end.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "src/cases/text.h"
#include "src/judge/converters.h"
#include "src/judge/describe.h"
#include "src/judge/judge.h"
#include "src/sweep/messages.h"

namespace headerproof {
namespace {

EndToEnd Example(const SweepResult& result, const SweepAnswer& answer) {
  const WireForm& form = kWireForms[answer.form];
  EndToEnd example{.place = answer.place,
                   .form = std::string(form.name),
                   .wire = WireHex(result.probe_cases[answer.probe_case], form),
                   .delivered = answer.shown,
                   .differences = {},
                   .consequences = {}};
  const Path path = PathOf(answer.place);
  const ConverterSet converters = OwningConverters();
  const auto outcome = [&](KeyPolicy policy) {
    Outcome converted;
    converters[static_cast<std::size_t>(policy)]->convert(path, answer.shown, converted);
    return converted;
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
        end_to_end.violations.push_back(
            {fmt::format("{}: {}", RelationName(violation.relation), violation.detail), at->first});
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

std::string WireHex(const ProbeCase& probe_case, const WireForm& form) {
  const WireCase wire_case{&probe_case, form};
  HpackWriter writer;
  std::string block;
  if (const auto primer = PrimerFor(wire_case, writer)) AppendWireCase(*primer, writer, block);
  block.clear();
  AppendWireCase(wire_case, writer, block);
  const std::span octets(reinterpret_cast<const unsigned char*>(block.data()), block.size());
  return fmt::format("{:02x}", fmt::join(octets, " "));
}

}  // namespace headerproof
