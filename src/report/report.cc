#include "src/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/engines/tally.h"
#include "src/judge/describe.h"
#include "src/judge/difference.h"
#include "src/judge/model.h"
#include "src/report/sections/argument.h"

namespace headerproof {
namespace {

std::vector<std::string> Shown(const std::vector<std::string>& texts) {
  std::vector<std::string> shown;
  for (const std::string& text : texts) shown.push_back(Printable(text));
  return shown;
}

std::optional<std::string> Shown(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return Printable(*text);
}

template <class Value>
std::map<std::string, Value> Shown(const std::map<std::string, Value>& map) {
  std::map<std::string, Value> shown;
  for (const auto& [key, value] : map) {
    if constexpr (std::is_same_v<Value, std::string>) {
      shown.emplace(Printable(key), Printable(value));
    } else {
      shown.emplace(Printable(key), value);
    }
  }
  return shown;
}

StoredEvidence Shown(const StoredEvidence& stored) {
  StoredEvidence shown = stored;
  shown.file = Printable(stored.file);
  Evidence& evidence = shown.evidence;
  evidence.subject = Printable(evidence.subject);
  evidence.scope = Printable(evidence.scope);
  evidence.command = Printable(evidence.command);
  evidence.commit = Printable(evidence.commit, 80);
  evidence.digest = Printable(evidence.digest, 80);
  evidence.counts = Shown(evidence.counts);
  evidence.classes = Shown(evidence.classes);
  evidence.versions = Shown(evidence.versions);
  evidence.durations = Shown(evidence.durations);
  evidence.notes = Shown(evidence.notes);
  evidence.examples.clear();
  for (const auto& [key, counterexample] : stored.evidence.examples) {
    evidence.examples.emplace(Printable(key), PrintableCase(counterexample));
  }
  for (Measurement& measurement : evidence.measurements) {
    measurement.subject = Printable(measurement.subject);
    measurement.policy = Printable(measurement.policy);
    measurement.path = Printable(measurement.path);
  }
  evidence.differences.clear();     // shown by Report::differences,
  evidence.contradictions.clear();  // by the claims' counterexamples
  evidence.conditions.clear();      // and by their conditions
  return shown;
}

Claim Shown(const Claim& claim) {
  Claim shown = claim;
  shown.id = Printable(claim.id);
  shown.statement = Printable(claim.statement);
  shown.stack = Shown(claim.stack);
  shown.excuse = Shown(claim.excuse);
  shown.advisory = Shown(claim.advisory);
  shown.instead = Shown(claim.instead);
  return shown;
}

std::vector<ReportUse> ShownUses(const Verdict& verdict,
                                 const std::vector<StoredEvidence>& evidence) {
  std::vector<ReportUse> uses;
  for (const auto& [index, key] : verdict.uses()) {
    if (uses.empty() || uses.back().evidence != index) uses.push_back({index, 0, {}});
    const auto& counts = evidence[index].evidence.counts;
    const auto found = counts.find(key);
    if (found != counts.end()) uses.back().count = std::max(uses.back().count, found->second);
    uses.back().keys.push_back(Printable(key));
  }
  return uses;
}

Argument Shown(const Argument& argument) {
  Argument shown = argument;
  for (ArgumentNode& node : shown) {
    node.id = Printable(node.id);
    node.text = Printable(node.text);
    node.supported_by = Shown(node.supported_by);
    node.in_context_of = Shown(node.in_context_of);
    node.claims = Shown(node.claims);
    node.evidence = Printable(node.evidence);
  }
  return shown;
}

// What a difference means, read off its smallest counterexample by the model.
std::string ConsequenceOf(std::string_view path_name, std::string_view name,
                          const Metadata& counterexample) {
  for (const Path path : kPaths) {
    if (PathName(path) != path_name) continue;
    Outcome left;
    Outcome right;
    ModelConvert(path, KeyPolicy::kCanonicalizing, counterexample, left);
    ModelConvert(path, KeyPolicy::kDirect, counterexample, right);
    for (const Difference& difference : ListDifferences(path, left, right)) {
      if (DifferenceName(difference.kind) == name) return DescribeConsequence(path, difference);
    }
  }
  return {};
}

// The place of a difference's name in the order of kinds; unknown names come last.
std::size_t DifferencePlace(std::string_view name) {
  std::size_t place = 0;
  while (place < kDifferenceKindCount &&
         DifferenceName(static_cast<DifferenceKind>(place)) != name) {
    ++place;
  }
  return place;
}

std::vector<ReportDifference> SumDifferences(const std::vector<StoredEvidence>& evidence,
                                             std::string_view digest) {
  std::map<std::string, std::map<std::pair<std::size_t, std::string>, Tally::DifferenceCount>> sums;
  for (const auto& [one, file, sha256] : evidence) {
    // What ran for a time would make the sums another at each run.
    if (one.digest != digest || VariesByClock(one)) continue;
    for (const auto& [path, kinds] : one.differences) {
      for (const auto& [name, difference] : kinds) {
        Tally::DifferenceCount& sum = sums[path][{DifferencePlace(name), name}];
        Metadata smallest = ParseCaseLeniently(difference.smallest);
        if (sum.cases == 0 || IsSmaller(smallest, sum.smallest)) sum.smallest = std::move(smallest);
        sum.cases += difference.cases;
      }
    }
  }
  std::vector<ReportDifference> differences;
  for (const auto& [path, kinds] : sums) {
    for (const auto& [place_and_name, sum] : kinds) {
      const std::string& name = place_and_name.second;
      differences.push_back({Printable(path), Printable(name), sum.cases,
                             PrintableCase(PrintCase(sum.smallest)),
                             ConsequenceOf(path, name, sum.smallest)});
    }
  }
  return differences;
}

// A claim names a stack; the version is what the stack's evidence read from it when it ran.
void NameVersion(const std::vector<StoredEvidence>& evidence, ReportClaim& shown) {
  if (!shown.claim.stack) return;
  for (const ReportUse& use : shown.uses) {
    const Evidence& used = evidence[use.evidence].evidence;
    const bool is_of_stack =
        used.kind == EvidenceKind::kWire && used.subject.starts_with(*shown.claim.stack + " ");
    if (is_of_stack) shown.claim.stack = Printable(used.subject);
  }
}

void CutToMost(std::vector<std::string>& reasons) {
  if (reasons.size() <= kMostShown) return;
  const std::size_t further = reasons.size() - kMostShown;
  reasons.resize(kMostShown);
  reasons.push_back(fmt::format("And {} more, in the evidence.", further));
}

}  // namespace

Report MakeReport(const ClaimList& claims, std::vector<StoredEvidence> evidence,
                  std::string_view version, std::string_view commit, std::string_view digest,
                  const std::set<std::string>& absent_tools) {
  std::ranges::sort(evidence, {}, [](const StoredEvidence& stored) {
    return std::tuple(stored.evidence.kind, stored.evidence.id, stored.sha256);
  });
  Report report;
  report.version = Printable(version);
  report.commit = Printable(commit, 80);
  report.digest = digest;
  report.sections = claims.sections;
  report.limits = Shown(claims.limits);
  report.argument = Shown(claims.argument);
  report.differences = SumDifferences(evidence, digest);
  const std::vector<Verdict> verdicts = JudgeClaims(claims, evidence, digest);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const Claim& claim = claims.claims[i];
    const Verdict& verdict = verdicts[i];
    const std::optional<std::string> excused = ExcuseFor(claim, verdict, absent_tools);
    ReportClaim shown{Shown(claim),
                      verdict,
                      verdict.kind() == claim.expected || excused,
                      Shown(excused),
                      Shown(verdict.reasons()),
                      Shown(verdict.conditions()),
                      {},
                      ShownUses(verdict, evidence)};
    for (const auto& [text, detail] : verdict.counterexamples()) {
      const std::string masked = PrintableCase(text);
      const bool is_known = std::ranges::find(shown.counterexamples, masked,
                                              &Counterexample::text) != shown.counterexamples.end();
      if (!is_known) shown.counterexamples.push_back({masked, Printable(detail)});
    }
    NameVersion(evidence, shown);
    CutToMost(shown.reasons);
    if (shown.counterexamples.size() > kMostShown) shown.counterexamples.resize(kMostShown);
    report.claims.push_back(std::move(shown));
  }
  for (const StoredEvidence& stored : evidence) {
    report.evidence.push_back(Shown(stored));
    report.versions.merge(Shown(stored.evidence.versions));
  }
  if (auto section = ArgumentSection(report)) report.first.push_back(std::move(*section));
  report.shown = MakeSections(report);
  return report;
}

}  // namespace headerproof
