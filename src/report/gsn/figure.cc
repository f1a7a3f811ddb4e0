#include "src/report/gsn/figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "src/cases/printable.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

// All claims at or below `id`.
void CollectClaims(const Report& report, const std::string& id, std::set<std::string>& seen,
                   std::vector<const ReportClaim*>& claims) {
  if (!seen.insert(id).second) return;
  if (const ReportClaim* claim = report.Find(id)) claims.push_back(claim);
  const ArgumentNode* node = FindNode(report.argument, id);
  if (node == nullptr) return;
  for (const std::string& below : node->supported_by) CollectClaims(report, below, seen, claims);
}

GsnNode Missing(const std::string& id) {
  return {ArgumentKind::kSolution, Printable(id, 100), {}, "missing", "unknown"};
}

GsnNode Solution(const StoredEvidence& stored, std::uint64_t count) {
  const Evidence& evidence = stored.evidence;
  const std::string status = !stored.is_fresh ? "stale" : !evidence.finished() ? "unfinished" : "";
  return {ArgumentKind::kSolution,
          evidence.id,
          VariesByClock(evidence) ? "ran for a time" : Grouped(count),
          status,
          status.empty() ? "" : "unknown",
          "evidence-" + evidence.id};
}

void AddSolutions(const Report& report, const ReportClaim& claim, GsnNode& drawn) {
  for (const ReportUse& use : claim.uses) {
    drawn.supported_by.push_back(Solution(report.evidence[use.evidence], use.count));
  }
  std::set<std::string> missing;
  for (const Need& need : claim.claim.needs) {
    const bool is_there = std::ranges::any_of(claim.uses, [&](const ReportUse& use) {
      return need.id == report.evidence[use.evidence].evidence.id;
    });
    if (!is_there && missing.insert(need.id).second) drawn.supported_by.push_back(Missing(need.id));
  }
}

GsnNode Draw(const Report& report, const std::string& id, bool is_root);

// The solutions that a solution node names, or the element `id`.
void AddSupport(const Report& report, const std::string& id, GsnNode& drawn) {
  const ArgumentNode* node = FindNode(report.argument, id);
  if (node == nullptr || node->kind != ArgumentKind::kSolution) {
    drawn.supported_by.push_back(Draw(report, id, false));
    return;
  }
  bool is_there = false;
  for (const StoredEvidence& stored : report.evidence) {
    if (!IsNamed(node->evidence, stored.evidence.id)) continue;
    is_there = true;
    drawn.supported_by.push_back(Solution(stored, stored.evidence.count));
  }
  if (!is_there) drawn.supported_by.push_back(Missing(node->evidence));
}

void DrawNode(const Report& report, const ArgumentNode& node, GsnNode& drawn) {
  drawn.kind = node.kind;
  drawn.text = node.text;
  drawn.undeveloped = node.undeveloped;
  if (node.kind == ArgumentKind::kGoal) drawn.status = VerdictsBelow(report, node.id);
  for (const Citation& citation : report.citations) {
    if (std::ranges::find(node.cites, citation.document) == node.cites.end()) continue;
    drawn.text += fmt::format(" {}, {}: {}", citation.document, citation.clause, citation.says);
  }
}

void DrawClaim(const ReportClaim& claim, GsnNode& drawn) {
  drawn.text = claim.claim.statement;
  drawn.status = StatusOf(claim);
  drawn.tone = VerdictTone(claim.verdict.kind());
  drawn.link = "claim-" + claim.claim.id;
  for (const std::string& condition : claim.conditions) {
    drawn.in_context_of.push_back({ArgumentKind::kAssumption, "only if", condition});
  }
}

GsnNode Draw(const Report& report, const std::string& id, bool is_root) {
  const ArgumentNode* node = FindNode(report.argument, id);
  const ReportClaim* claim = report.Find(id);
  GsnNode drawn{ArgumentKind::kGoal, id};
  if (claim != nullptr) {
    DrawClaim(*claim, drawn);
  } else if (node != nullptr) {
    DrawNode(report, *node, drawn);
  }
  if (node != nullptr && node->apart && !is_root) {
    drawn.away = true;
    drawn.link = "argument-" + id;
    return drawn;
  }
  if (node != nullptr) {
    for (const std::string& context : node->in_context_of) {
      drawn.in_context_of.push_back(Draw(report, context, false));
    }
    for (const std::string& below : node->supported_by) AddSupport(report, below, drawn);
  }
  if (claim != nullptr && !claim->claim.change) AddSolutions(report, *claim, drawn);
  return drawn;
}

}  // namespace

std::string StatusOf(const ReportClaim& claim) {
  const std::string verdict(NameOf(claim.verdict.kind()));
  if (claim.excused) return verdict + ", excused";
  return claim.as_expected ? verdict : verdict + ", not as expected";
}

std::string VerdictsBelow(const Report& report, const std::string& id) {
  std::set<std::string> seen;
  std::vector<const ReportClaim*> claims;
  CollectClaims(report, id, seen, claims);
  VerdictCounts counts{};
  for (const ReportClaim* claim : claims) ++counts[static_cast<std::size_t>(claim->verdict.kind())];
  const auto unexpected = std::ranges::count(claims, false, &ReportClaim::as_expected);
  return CountsInWords(counts) +
         (unexpected == 0 ? "" : fmt::format("; {} not as expected", unexpected));
}

GsnNode FigureOf(const Report& report, const std::string& id) {
  return Draw(report, id, true);
}

}  // namespace headerproof
