// The report as audit.json, for programs.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "src/audit/report.h"

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
  Json witnesses = Json::array();
  for (const Witness& witness : shown.witnesses) witnesses.push_back(witness.text);
  const Claim& claim = shown.claim;
  return {{"id", claim.id},
          {"statement", claim.statement},
          {"path", claim.path},
          {"stack", claim.stack ? Json(*claim.stack) : Json(nullptr)},
          {"verdict", VerdictName(shown.verdict.kind())},
          {"expected", VerdictName(claim.expected)},
          {"evidence", evidence},
          {"witnesses", witnesses}};
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

}  // namespace

std::string RenderJson(const Report& report) {
  Json json;
  json["schema"] = kReportSchema;
  json["tool"] = {{"name", "headerproof"}, {"version", report.version}, {"commit", report.commit}};
  json["as_expected"] = report.as_expected();
  json["versions"] = report.versions;
  json["claims"] = Json::array();
  json["reasons"] = Json::object();
  for (const ReportClaim& shown : report.claims) {
    json["claims"].push_back(ClaimJson(report, shown));
    json["reasons"][shown.claim.id] = {{"reasons", shown.reasons},
                                       {"conditions", shown.conditions},
                                       {"as_expected", shown.as_expected}};
  }
  json["differences"] = Json::array();
  for (const ReportDifference& difference : report.differences) {
    json["differences"].push_back({{"path", difference.path},
                                   {"name", difference.name},
                                   {"cases", difference.cases},
                                   {"smallest", difference.smallest},
                                   {"consequence", difference.consequence}});
  }
  json["sections"] = Json::array();
  for (const ReportSection& section : report.shown)
    json["sections"].push_back(SectionJson(section));
  json["limits"] = report.limits;
  // What two runs of the same build may give otherwise: a digest covers the evidence's duration.
  json["varying"] = {"sha256"};
  return json.dump(2) + "\n";
}

}  // namespace headerproof
