#include "src/engines/examine.h"

#include <algorithm>

#include "src/judge/minimize.h"

namespace headerproof {

std::vector<ConverterSet> OwnConverterSets() {
  return {OwningConverters(), ZeroCopyConverters()};
}

Examiner::Examiner(const std::vector<ConverterSet>& converter_sets, const CheckOptions& options)
    : converter_sets_(converter_sets), options_(options) {}

bool Examiner::Examine(const Metadata& metadata, std::size_t most_orders) {
  const std::uint64_t violations_before = tally_.violations;
  ++tally_.cases;
  CountInput(ClassifyInput(metadata), tally_.classes);
  bool is_first = true;
  for (const ConverterSet& converter_set : converter_sets_) {
    const Judgement judgement = Check(converter_set, metadata, options_);
    tally_.checks += static_cast<std::uint64_t>(std::ranges::count(judgement.checked, true));
    if (is_first) Count(metadata, judgement);
    is_first = false;
    if (!judgement.obeyed()) Record(metadata, judgement.violations);
    if (most_orders == 0) continue;
    ++tally_.checks;
    Record(metadata, CheckOrder(converter_set, metadata, most_orders));
  }
  if (most_orders != 0) ++tally_.relations[static_cast<std::size_t>(Relation::kOrder)];
  return tally_.violations == violations_before;
}

// Counts what does not depend on the converter set.
void Examiner::Count(const Metadata& metadata, const Judgement& judgement) {
  for (std::size_t i = 0; i < kRelationCount; ++i) {
    if (judgement.checked[i]) ++tally_.relations[i];
  }
  if (judgement.checked[static_cast<std::size_t>(Relation::kTransparent)] &&
      judgement.domain <= Domain::kHttp2) {
    ++tally_.transparent_http2;
  }
  differences_ = judgement.differences;
  for (std::size_t path = 0; path < kPaths.size(); ++path) {
    const DifferenceSet differences = judgement.differences[path];
    if (differences.empty()) continue;
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      if (!differences.Has(static_cast<DifferenceKind>(kind))) continue;
      Tally::DifferenceCount& count = tally_.differences[path][kind];
      if (count.cases == 0 || IsSmaller(metadata, count.smallest)) count.smallest = metadata;
      ++count.cases;
    }
  }
}

void Examiner::Record(const Metadata& metadata, const std::vector<Violation>& violations) {
  if (violations.empty()) return;
  Tally part;
  part.violations = violations.size();
  for (const Violation& violation : violations) part.findings.push_back({violation, metadata});
  tally_.Add(part);
}

std::vector<Violation> Examiner::Violations(const Metadata& metadata) const {
  std::vector<Violation> violations;
  for (const ConverterSet& converter_set : converter_sets_) {
    for (const auto& found : {Check(converter_set, metadata, options_).violations,
                              CheckOrder(converter_set, metadata, OrdersToTry(metadata.size()))}) {
      violations.insert(violations.end(), found.begin(), found.end());
    }
  }
  return violations;
}

void MinimizeCounterexamples(const std::vector<ConverterSet>& converter_sets, Tally& tally) {
  Examiner examiner(converter_sets);
  for (Finding& finding : tally.findings) {
    const auto same_fault = [&finding](const Violation& violation) {
      return violation.relation == finding.violation.relation &&
             violation.path == finding.violation.path;
    };
    finding.counterexample = Minimize(finding.counterexample, [&](const Metadata& reduced) {
      return std::ranges::any_of(examiner.Violations(reduced), same_fault);
    });
    const std::vector<Violation> violations = examiner.Violations(finding.counterexample);
    if (const auto found = std::ranges::find_if(violations, same_fault);
        found != violations.end()) {
      finding.violation = *found;
    }
  }
  for (std::size_t path = 0; path < kPaths.size(); ++path) {
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      Tally::DifferenceCount& count = tally.differences[path][kind];
      if (count.cases == 0) continue;
      count.smallest = Minimize(count.smallest, [&](const Metadata& reduced) {
        return Check(converter_sets.front(), reduced)
            .differences[path]
            .Has(static_cast<DifferenceKind>(kind));
      });
    }
  }
}

}  // namespace headerproof
