#include "src/engines/examine.h"

#include <algorithm>

#include "src/judge/minimize.h"

namespace headerproof {

std::vector<Suite> OwnSuites() {
  return {OwningSuite(), ZeroCopySuite()};
}

Examiner::Examiner(const std::vector<Suite>& suites, const CheckOptions& options)
    : options_(options) {
  for (const Suite& suite : suites) judges_.emplace_back(suite);
}

bool Examiner::Examine(const Metadata& metadata, std::size_t most_orders) {
  const std::uint64_t violations_before = tally_.violations;
  ++tally_.cases;
  const InputClassSet classes = ClassifyInput(metadata);
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    tally_.classes[i] += classes.Has(static_cast<InputClass>(i)) ? 1U : 0U;
  }
  bool is_first = true;
  for (Judge& judge : judges_) {
    const Judgement& judgement = judge.Check(metadata, options_);
    tally_.checks += static_cast<std::uint64_t>(std::ranges::count(judgement.checked, true));
    if (is_first) Count(metadata, judgement);
    is_first = false;
    if (!judgement.obeyed()) Record(metadata, judgement.violations);
    if (most_orders == 0) continue;
    ++tally_.checks;
    Record(metadata, CheckOrder(judge.suite(), metadata, most_orders));
  }
  if (most_orders != 0) ++tally_.relations[static_cast<std::size_t>(Relation::kOrder)];
  return tally_.violations == violations_before;
}

// Counts what does not depend on the suite.
void Examiner::Count(const Metadata& metadata, const Judgement& judgement) {
  for (std::size_t i = 0; i < kRelationCount; ++i) {
    tally_.relations[i] += judgement.checked[i] ? 1U : 0U;
  }
  if (judgement.checked[static_cast<std::size_t>(Relation::kTransparent)] &&
      judgement.domain <= Domain::kHttp2) {
    ++tally_.transparent_http2;
  }
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

std::vector<Violation> Examiner::Violations(const Metadata& metadata) {
  std::vector<Violation> violations;
  for (Judge& judge : judges_) {
    const Judgement& judgement = judge.Check(metadata, options_);
    violations.insert(violations.end(), judgement.violations.begin(), judgement.violations.end());
    const std::vector<Violation> by_order = CheckOrder(judge.suite(), metadata);
    violations.insert(violations.end(), by_order.begin(), by_order.end());
  }
  return violations;
}

void Examiner::MinimizeWitnesses() {
  for (Finding& finding : tally_.findings) {
    const auto same_fault = [&finding](const Violation& violation) {
      return violation.relation == finding.violation.relation &&
             violation.path == finding.violation.path;
    };
    finding.witness = Minimize(finding.witness, [&](const Metadata& reduced) {
      return std::ranges::any_of(Violations(reduced), same_fault);
    });
    for (const Violation& violation : Violations(finding.witness)) {
      if (!same_fault(violation)) continue;
      finding.violation = violation;
      break;
    }
  }
  Judge& judge = judges_.front();
  for (std::size_t path = 0; path < kPaths.size(); ++path) {
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      Tally::DifferenceCount& count = tally_.differences[path][kind];
      if (count.cases == 0) continue;
      count.smallest = Minimize(count.smallest, [&](const Metadata& reduced) {
        return judge.Check(reduced, options_)
            .differences[path]
            .Has(static_cast<DifferenceKind>(kind));
      });
    }
  }
}

}  // namespace headerproof
