// The report as audit.json, for programs. docs/audit.schema.json describes it.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "src/report/report.h"

namespace headerproof {
namespace {

using Json = nlohmann::ordered_json;

Json ClaimJson(const Report& report, const ReportClaim& shown) {
  Json evidence = Json::array();
  for (const auto& [index, count, keys] : shown.uses) {
    const auto& [one, file, sha256] = report.evidence[index];
    evidence.push_back({{"kind", EvidenceKindName(one.kind)},
                        {"count", count},
                        {"command", one.command},
                        {"summary", fmt::format("{}: {}", one.subject, one.scope)},
                        {"sha256", sha256}});
  }
  Json counterexamples = Json::array();
  for (const Counterexample& counterexample : shown.counterexamples)
    counterexamples.push_back(counterexample.text);
  const Claim& claim = shown.claim;
  return {{"id", claim.id},
          {"statement", claim.statement},
          {"path", claim.path},
          {"stack", claim.stack ? Json(*claim.stack) : Json(nullptr)},
          {"verdict", VerdictName(shown.verdict.kind())},
          {"expected", VerdictName(claim.expected)},
          {"evidence", evidence},
          {"counterexamples", counterexamples}};
}

// Why a claim has its verdict, and which evidence, in the order of the claim's own list, it is.
Json ReasonsJson(const Report& report, const ReportClaim& shown) {
  Json evidence = Json::array();
  for (const ReportUse& use : shown.uses) {
    evidence.push_back({{"id", report.evidence[use.evidence].evidence.id}, {"keys", use.keys}});
  }
  return {{"section", shown.claim.section},
          {"as_expected", shown.as_expected},
          {"excused", shown.excused ? Json(*shown.excused) : Json(nullptr)},
          {"reasons", shown.reasons},
          {"conditions", shown.conditions},
          {"instead", shown.claim.instead ? Json(*shown.claim.instead) : Json(nullptr)},
          {"evidence", evidence}};
}

Json NodeJson(const ArgumentNode& node) {
  return {{"id", node.id},
          {"kind", ArgumentKindName(node.kind)},
          {"text", node.text},
          {"supported_by", node.supported_by},
          {"in_context_of", node.in_context_of},
          {"claims", node.claims},
          {"evidence", node.evidence},
          {"undeveloped", node.undeveloped}};
}

Json EvidenceJson(const StoredEvidence& stored) {
  const Evidence& one = stored.evidence;
  return {{"id", one.id},
          {"kind", EvidenceKindName(one.kind)},
          {"subject", one.subject},
          {"scope", one.scope},
          {"ended", EndedName(one.ended)},
          {"by_clock", VariesByClock(one)},
          {"count", one.count},
          {"counts", one.counts},
          {"classes", one.classes},
          {"command", one.command},
          {"seed", one.seed ? Json(*one.seed) : Json(nullptr)},
          {"versions", one.versions},
          {"commit", one.commit},
          {"digest", one.digest},
          {"seconds", one.seconds},
          {"durations", one.durations},
          {"notes", one.notes},
          {"sha256", stored.sha256}};
}

Json TableJson(const ReportTable& table) {
  Json rows = Json::array();
  for (const auto& row : table.rows) {
    Json cells = Json::array();
    for (const ReportCell& cell : row) {
      cells.push_back(cell.varying ? Json{{"varying", cell.text}} : Json(cell.text));
    }
    rows.push_back(cells);
  }
  return {{"caption", table.caption}, {"columns", table.columns}, {"rows", rows}};
}

// Pictures show what the tables say.
Json SectionJson(const ReportSection& section) {
  Json tables = Json::array();
  for (const ReportTable& table : section.tables) tables.push_back(TableJson(table));
  return {{"id", section.id},
          {"title", section.title},
          {"paragraphs", section.paragraphs},
          {"tables", tables}};
}

Json ComparisonJson(const Comparison& comparison) {
  Json changes = Json::array();
  for (const ReportChange& change : comparison.changes) {
    changes.push_back(
        {{"what", ChangeKindName(change.kind)},
         {"claim", change.claim},
         {"worse", change.is_worse},
         {"says", change.says},
         {"counterexample", change.counterexample ? Json(*change.counterexample) : Json(nullptr)}});
  }
  return {{"version", comparison.version},
          {"commit", comparison.commit},
          {"worse", comparison.is_worse()},
          {"changes", changes}};
}

// What two runs of the same build may give otherwise, as JSON Pointers (RFC 6901) in which '*'
// stands for every index: times, digests of files that hold times, counts of what ran for a time.
Json VaryingJson(const Report& report) {
  Json varying = {"/claims/*/evidence/*/sha256", "/evidence/*/sha256", "/evidence/*/seconds",
                  "/evidence/*/durations", "/sections/*/tables/*/rows/*/*/varying"};
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    const std::vector<ReportUse>& uses = report.claims[i].uses;
    for (std::size_t j = 0; j < uses.size(); ++j) {
      if (VariesByClock(report.evidence[uses[j].evidence].evidence)) {
        varying.push_back(fmt::format("/claims/{}/evidence/{}/count", i, j));
      }
    }
  }
  for (std::size_t i = 0; i < report.evidence.size(); ++i) {
    if (!VariesByClock(report.evidence[i].evidence)) continue;
    for (const char* const field : {"count", "counts", "classes", "notes"}) {
      varying.push_back(fmt::format("/evidence/{}/{}", i, field));
    }
  }
  return varying;
}

}  // namespace

std::string RenderJson(const Report& report) {
  Json json;
  json["schema"] = kReportSchema;
  json["tool"] = {{"name", "headerproof"}, {"version", report.version}, {"commit", report.commit}};
  json["headline"] = Headline(report);
  json["as_expected"] = report.as_expected();
  json["versions"] = report.versions;
  json["claims"] = Json::array();
  json["reasons"] = Json::object();
  for (const ReportClaim& shown : report.claims) {
    json["claims"].push_back(ClaimJson(report, shown));
    json["reasons"][shown.claim.id] = ReasonsJson(report, shown);
  }
  json["argument"] = Json::array();
  for (const ArgumentNode& node : report.argument) json["argument"].push_back(NodeJson(node));
  json["evidence"] = Json::array();
  for (const StoredEvidence& stored : report.evidence) {
    json["evidence"].push_back(EvidenceJson(stored));
  }
  json["differences"] = Json::array();
  for (const ReportDifference& difference : report.differences) {
    json["differences"].push_back({{"path", difference.path},
                                   {"name", difference.name},
                                   {"cases", difference.cases},
                                   {"smallest", difference.smallest},
                                   {"consequence", difference.consequence}});
  }
  json["comparison"] = report.comparison ? ComparisonJson(*report.comparison) : Json(nullptr);
  json["sections"] = Json::array();
  for (const ReportSection& section : report.shown)
    json["sections"].push_back(SectionJson(section));
  json["limits"] = report.limits;
  json["varying"] = VaryingJson(report);
  return json.dump(2) + "\n";
}

}  // namespace headerproof
