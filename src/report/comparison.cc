#include "src/report/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "src/cases/printable.h"
#include "src/evidence/json_fields.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

OldReport::OldClaim ParseOldClaim(JsonPlace& place) {
  OldReport::OldClaim claim;
  ReadJson(place.Field("verdict"), claim.verdict);
  for (JsonPlace& evidence : place.Field("evidence").Items()) {
    EvidenceKind kind{};
    ReadJson(evidence.Field("kind"), kind);
    claim.counts[kind] += evidence.Field("count").Count();
  }
  ReadJson(place.Field("counterexamples"), claim.counterexamples);
  return claim;
}

bool IsWorse(VerdictKind before, VerdictKind now) {
  if (now == before) return false;
  if (now == VerdictKind::kUnknown || now == VerdictKind::kRefuted) return true;
  return before == VerdictKind::kHolds;
}

void CompareEvidence(const OldReport::OldClaim& before, const Report& now, const ReportClaim& claim,
                     ReportComparison& comparison) {
  std::map<EvidenceKind, std::uint64_t> counts;
  std::set<EvidenceKind> by_clock;
  for (const ReportUse& use : claim.uses) {
    const Evidence& evidence = now.evidence[use.evidence].evidence;
    counts[evidence.kind] += use.count;
    if (VariesByClock(evidence)) by_clock.insert(evidence.kind);
  }
  for (const auto& [kind, count] : before.counts) {
    if (counts[kind] >= count || (by_clock.contains(kind) && counts[kind] > 0)) continue;
    comparison.changes.push_back(
        {ChangeKind::kEvidence, claim.claim.id, true,
         fmt::format("Evidence of the kind {} shrank from {} to {} checks.", NameOf(kind),
                     Grouped(count), Grouped(counts[kind]))});
  }
}

void CompareClaim(const OldReport::OldClaim& before, const Report& now, const ReportClaim& claim,
                  ReportComparison& comparison) {
  const VerdictKind verdict = claim.verdict.kind();
  if (verdict != before.verdict) {
    comparison.changes.push_back(
        {ChangeKind::kVerdict, claim.claim.id, IsWorse(before.verdict, verdict),
         fmt::format("The verdict was {} and is {}.", NameOf(before.verdict), NameOf(verdict))});
  }
  CompareEvidence(before, now, claim, comparison);
  // An older report that shows as many counterexamples as a report shows may have left this one
  // out.
  const bool was_cut = before.counterexamples.size() >= kMostShown;
  for (const Counterexample& counterexample : claim.counterexamples) {
    if (std::ranges::find(before.counterexamples, counterexample.text) !=
        before.counterexamples.end())
      continue;
    comparison.changes.push_back(
        {ChangeKind::kCounterexample, claim.claim.id, !was_cut,
         was_cut ? "A counterexample that the older report does not show; it shows only some."
                 : "A new counterexample.",
         counterexample.text});
  }
}

ReportSection ComparisonSection(const ReportComparison& comparison) {
  ReportSection section{"comparison",
                        "Changes since the older report",
                        {fmt::format("Compared with the report of headerproof {}, commit {}.",
                                     comparison.version, comparison.commit),
                         comparison.changes.empty() ? "Nothing changed."
                         : comparison.is_worse()    ? "Something got worse."
                                                    : "Nothing got worse."}};
  if (comparison.changes.empty()) return section;
  ReportTable table{"What changed", {"Claim", "What", "Worse", "How", "Counterexample"}, {}};
  for (const ReportChange& change : comparison.changes) {
    const bool is_there = change.kind != ChangeKind::kClaimRemoved;
    table.rows.push_back(
        {{change.claim, Tone::kPlain, false, is_there ? "claim-" + change.claim : ""},
         NameOf(change.kind),
         {change.is_worse ? "worse" : "no", change.is_worse ? Tone::kBad : Tone::kFaint},
         {change.says, Tone::kText},
         {change.counterexample.value_or(""), Tone::kText}});
  }
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace

OldReport ParseOldReport(std::string_view text, const std::string& file) {
  const JsonDocument document(text, file);
  JsonPlace root = document.root();
  const JsonPlace schema = root.Field("schema");
  if (schema.Count() != kReportSchema) {
    schema.Fail(
        fmt::format("is {}, and this headerproof compares reports of schema {} only: compare two "
                    "reports of one headerproof",
                    schema.Count(), kReportSchema));
  }
  OldReport report;
  JsonPlace tool = root.Field("tool");
  report.version = tool.Field("version").String();
  report.commit = tool.Field("commit").String();
  for (JsonPlace& place : root.Field("claims").Items()) {
    const JsonPlace id = place.Field("id");
    if (!report.claims.emplace(id.String(), ParseOldClaim(place)).second) {
      id.Fail("is the id of another claim too");
    }
  }
  return report;
}

bool ReportComparison::is_worse() const {
  return std::ranges::any_of(changes, &ReportChange::is_worse);
}

ReportComparison Compare(const OldReport& before, const Report& now) {
  ReportComparison comparison;
  comparison.version = Printable(before.version, 80);
  comparison.commit = Printable(before.commit, 80);
  for (const ReportClaim& claim : now.claims) {
    const auto old = before.claims.find(claim.claim.id);
    if (old != before.claims.end()) {
      CompareClaim(old->second, now, claim, comparison);
    } else {
      comparison.changes.push_back(
          {ChangeKind::kClaimAdded, claim.claim.id, false,
           fmt::format("The claim is new; it is {}.", NameOf(claim.verdict.kind()))});
    }
  }
  for (const auto& [id, claim] : before.claims) {
    if (now.Find(id) != nullptr) continue;
    comparison.changes.push_back(
        {ChangeKind::kClaimRemoved, Printable(id, 100), true,
         fmt::format("The claim is gone; it was {}.", NameOf(claim.verdict))});
  }
  return comparison;
}

void AddComparison(const OldReport& before, Report& now) {
  now.comparison = Compare(before, now);
  now.first.insert(now.first.begin(), ComparisonSection(*now.comparison));
}

}  // namespace headerproof
