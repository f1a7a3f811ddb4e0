#include "src/engines/tally.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "src/cases/text.h"

namespace headerproof {
namespace {

std::size_t CountOctets(const Metadata& metadata) {
  std::size_t octets = 0;
  for (const auto& [name, values] : metadata) {
    octets += name.size() + 1;
    for (const std::string& value : values) octets += value.size() + 1;
  }
  return octets;
}

template <class Counts>
void AddCounts(const Counts& part, Counts& whole) {
  std::transform(part.begin(), part.end(), whole.begin(), whole.begin(), std::plus<>());
}

}  // namespace

bool IsSmaller(const Metadata& a, const Metadata& b) {
  const std::size_t octets_a = CountOctets(a);
  const std::size_t octets_b = CountOctets(b);
  if (octets_a != octets_b) return octets_a < octets_b;
  if (a.size() != b.size()) return a.size() < b.size();
  return PrintCase(a) < PrintCase(b);
}

void Tally::Add(const Tally& part) {
  cases += part.cases;
  checks += part.checks;
  violations += part.violations;
  AddCounts(part.relations, relations);
  transparent_http2 += part.transparent_http2;
  AddCounts(part.classes, classes);
  for (std::size_t path = 0; path < differences.size(); ++path) {
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      const DifferenceCount& from = part.differences[path][kind];
      DifferenceCount& to = differences[path][kind];
      if (from.cases == 0) continue;
      if (to.cases == 0 || IsSmaller(from.smallest, to.smallest)) to.smallest = from.smallest;
      to.cases += from.cases;
    }
  }
  for (const Finding& finding : part.findings) {
    const auto same = std::ranges::find_if(findings, [&finding](const Finding& other) {
      return other.violation.relation == finding.violation.relation &&
             other.violation.path == finding.violation.path;
    });
    if (same == findings.end()) {
      findings.push_back(finding);
    } else if (IsSmaller(finding.counterexample, same->counterexample)) {
      *same = finding;
    }
  }
  std::ranges::sort(findings, {}, [](const Finding& finding) {
    return std::pair(finding.violation.relation, finding.violation.path);
  });
}

}  // namespace headerproof
