#include "src/report/report.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/claims/claims_fields.h"
#include "src/evidence/evidence_fields.h"
#include "src/judge/describe.h"
#include "src/judge/difference.h"
#include "src/judge/model.h"
#include "src/report/sections/sections.h"

namespace headerproof {
namespace {

// What the report shows of the evidence, fit to be shown.
void Clean(Evidence& evidence) {
  evidence.differences.clear();     // shown by Report::differences,
  evidence.contradictions.clear();  // by the claims' counterexamples
  evidence.conditions.clear();      // and by their conditions
  for (auto& [key, example] : evidence.examples) example = PrintableCase(example);
  Mask(evidence);
}

std::vector<ReportUse> UsesOf(const Verdict& verdict, const std::vector<StoredEvidence>& evidence) {
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

// What a difference means, by the model's outcomes for its smallest counterexample.
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

// Over all fresh evidence that does not vary: the sums would differ from run to run.
std::vector<ReportDifference> SumDifferences(const std::vector<StoredEvidence>& evidence) {
  std::map<std::tuple<std::string, std::size_t, std::string>, DifferenceEvidence> sums;
  const auto is_smaller = [](const std::string& a, const std::string& b) {
    const auto size = [](const std::string& text) { return std::pair(text.size(), text); };
    return size(a) < size(b);
  };
  for (const StoredEvidence& stored : evidence) {
    const Evidence& one = stored.evidence;
    if (!stored.is_fresh || VariesByClock(one)) continue;
    for (const auto& [path, kinds] : one.differences) {
      for (const auto& [name, difference] : kinds) {
        DifferenceEvidence& sum = sums[{path, DifferencePlace(name), name}];
        if (sum.cases == 0 || is_smaller(difference.smallest, sum.smallest)) {
          sum.smallest = difference.smallest;
        }
        sum.cases += difference.cases;
      }
    }
  }
  std::vector<ReportDifference> differences;
  for (const auto& [key, sum] : sums) {
    const auto& [path, place, name] = key;
    differences.push_back({Printable(path), Printable(name), sum.cases, PrintableCase(sum.smallest),
                           ConsequenceOf(path, name, ParseCaseLeniently(sum.smallest))});
  }
  return differences;
}

// A claim names a stack; the version is the one that the stack's evidence has.
void NameVersion(const std::vector<StoredEvidence>& evidence, ReportClaim& shown) {
  if (!shown.claim.stack) return;
  for (const ReportUse& use : shown.uses) {
    const Evidence& used = evidence[use.evidence].evidence;
    const bool is_of_stack =
        used.kind == EvidenceKind::kWire && used.subject.starts_with(*shown.claim.stack + " ");
    if (is_of_stack) shown.claim.stack = Printable(used.subject);
  }
}

// What a placeholder for `need` in the claim's sentence says.
std::string CountInWords(const std::vector<StoredEvidence>& evidence, const Need& need) {
  for (const StoredEvidence& stored : evidence) {
    const Evidence& one = stored.evidence;
    const auto found = one.counts.find(need.key);
    const bool is_usable = stored.is_fresh && one.finished() && found != one.counts.end();
    if (one.id != need.id || !is_usable) continue;
    return VariesByClock(one) ? "at least " + Grouped(need.least) : Grouped(found->second);
  }
  return "an unknown number of";
}

ReportClaim ShownClaim(const ClaimList& claims, const std::vector<StoredEvidence>& evidence,
                       const Claim& claim, const Verdict& verdict,
                       std::optional<std::string> excused) {
  ReportClaim shown{.claim = claim,
                    .verdict = verdict,
                    .shown_by = HowShown(claims, claim),
                    .excused = std::move(excused),
                    .reasons = verdict.reasons(),
                    .conditions = verdict.conditions(),
                    .counterexamples = {},
                    .uses = UsesOf(verdict, evidence)};
  shown.as_expected = verdict.kind() == claim.expected || shown.excused;
  shown.is_recorded = std::ranges::any_of(
      shown.uses, [&](const ReportUse& use) { return evidence[use.evidence].is_recorded; });
  const auto count = [&](const Need& need) { return CountInWords(evidence, need); };
  shown.claim.statement = FillStatement(claim, count).value_or(claim.statement);
  Mask(shown.claim);
  Mask(shown.excused);
  Mask(shown.reasons);
  Mask(shown.conditions);
  for (const auto& [text, detail, type] : verdict.counterexamples()) {
    const std::string masked =
        type == CounterexampleType::kCase ? PrintableCase(text) : PrintableCaseText(text);
    const bool is_known = std::ranges::find(shown.counterexamples, masked, &Counterexample::text) !=
                          shown.counterexamples.end();
    if (is_known || shown.counterexamples.size() == kMostShown) continue;
    shown.counterexamples.push_back({masked, Printable(detail), type});
  }
  NameVersion(evidence, shown);
  if (shown.reasons.size() > kMostShown) {
    const std::size_t further = shown.reasons.size() - kMostShown;
    shown.reasons.resize(kMostShown);
    shown.reasons.push_back(fmt::format("And {} more, in the evidence.", further));
  }
  return shown;
}

}  // namespace

Report MakeReport(const ClaimList& claims, std::vector<StoredEvidence> evidence,
                  std::string_view version, std::string_view commit, std::string_view digest,
                  const std::set<std::string>& absent_tools, bool requires_all) {
  std::ranges::sort(evidence, {}, [](const StoredEvidence& stored) {
    return std::tuple(stored.evidence.kind, stored.evidence.id, stored.sha256);
  });
  Report report;
  report.version = Printable(version);
  report.commit = Printable(commit, 80);
  report.digest = digest;
  report.sections = claims.sections;
  report.limits = claims.limits;
  report.citations = claims.citations;
  report.argument = claims.argument;
  Mask(report.limits);
  Mask(report.citations);
  Mask(report.argument);
  report.differences = SumDifferences(evidence);
  const std::vector<Verdict> verdicts = JudgeClaims(claims, evidence);
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    const Claim& claim = claims.claims[i];
    report.claims.push_back(ShownClaim(
        claims, evidence, claim, verdicts[i],
        requires_all ? std::nullopt : ExcuseFor(claims, claim, verdicts[i], absent_tools)));
  }
  for (StoredEvidence& stored : evidence) Clean(stored.evidence);
  report.evidence = std::move(evidence);
  std::map<std::string, std::set<std::string>> versions;  // evidence may be of several of one thing
  for (const StoredEvidence& stored : report.evidence) {
    for (const auto& [what, which] : stored.evidence.versions) versions[what].insert(which);
  }
  for (const auto& [what, all] : versions) {
    report.versions[what] = fmt::format("{}", fmt::join(all, ", "));
  }
  if (auto section = ArgumentSection(report)) report.first.push_back(std::move(*section));
  report.shown = MakeSections(report);
  return report;
}

}  // namespace headerproof
