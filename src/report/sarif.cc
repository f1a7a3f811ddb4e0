// The report as SARIF 2.1.0, for code scanning.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "src/claims/claims_text.h"
#include "src/evidence/digest.h"
#include "src/report/view.h"

namespace headerproof {
namespace {

constexpr const char* kClaimsFile = "src/claims/claims.json";

// The line of the claim in claims.json, from 1; 0 if it is not there.
std::size_t LineOfClaim(const std::string& id) {
  const std::string_view text = ClaimsText();
  const std::size_t place = text.find(fmt::format("\"id\": \"{}\"", id));
  if (place == std::string_view::npos) return 0;
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, place), '\n'));
}

Json LocationOf(const std::string& id) {
  Json physical = {{"artifactLocation", {{"uri", kClaimsFile}, {"uriBaseId", "SRCROOT"}}}};
  if (const std::size_t line = LineOfClaim(id); line != 0)
    physical["region"] = {{"startLine", line}};
  return {{"physicalLocation", physical},
          {"logicalLocations", Json::array({{{"name", id}, {"kind", "claim"}}})}};
}

// Identifies a result in two runs: it depends on no commit, count or wording.
Json FingerprintOf(const std::string& id, std::string_view what) {
  return {{"headerproofClaim/v1", Sha256(fmt::format("{}\n{}", id, what))}};
}

Json ResultOf(const std::string& id, const char* level, std::string_view what,
              const std::string& message) {
  return {{"ruleId", id},
          {"level", level},
          {"message", {{"text", message}}},
          {"locations", Json::array({LocationOf(id)})},
          {"partialFingerprints", FingerprintOf(id, what)}};
}

std::string MessageOf(const ReportClaim& shown) {
  return fmt::format("{} The verdict is {}; expected: {}.\n{}", shown.claim.statement,
                     NameOf(shown.verdict.kind()), NameOf(shown.claim.expected), shown.details());
}

Json RuleOf(const ReportClaim& shown) {
  const Claim& claim = shown.claim;
  Json rule = {{"id", claim.id},
               {"shortDescription", {{"text", claim.statement}}},
               {"defaultConfiguration", {{"level", "error"}}},
               {"properties", {{"section", claim.section}, {"path", claim.path}}}};
  if (claim.instead) rule["help"] = {{"text", *claim.instead}};
  return rule;
}

}  // namespace

std::string RenderSarif(const Report& report) {
  Json results = Json::array();
  std::set<std::string> found;
  for (const ReportClaim& shown : report.claims) {
    const bool is_refuted = shown.verdict.kind() == VerdictKind::kRefuted;
    if (shown.as_expected && !is_refuted) continue;
    Json result = ResultOf(shown.claim.id, shown.as_expected ? "note" : "error",
                           NameOf(shown.verdict.kind()), MessageOf(shown));
    if (shown.as_expected) {
      result["suppressions"] =
          Json::array({{{"kind", "external"},
                        {"status", "accepted"},
                        {"justification", "The refutation is known: claims.json expects it."}}});
    }
    results.push_back(result);
    found.insert(shown.claim.id);
  }
  if (report.comparison) {
    for (const ReportChange& change : report.comparison->changes) {
      if (!change.is_worse) continue;
      results.push_back(ResultOf(
          change.claim, "error",
          fmt::format("worse {} {}", NameOf(change.kind), change.counterexample.value_or("")),
          change.says + (change.counterexample ? "\n" + *change.counterexample : "")));
      found.insert(change.claim);
    }
  }
  Json rules = Json::array();
  for (const std::string& id : found) {
    const ReportClaim* claim = report.Find(id);
    rules.push_back(claim == nullptr ? Json{{"id", id}} : RuleOf(*claim));
  }
  const Json driver = {{"name", "headerproof"}, {"version", report.version}, {"rules", rules}};
  Json sarif;
  sarif["$schema"] =
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/"
      "sarif-schema-2.1.0.json";
  sarif["version"] = "2.1.0";
  sarif["runs"] =
      Json::array({{{"tool", {{"driver", driver}}},
                    {"automationDetails", {{"id", "headerproof/audit/"}}},
                    {"invocations", Json::array({{{"executionSuccessful", true}}})},
                    {"originalUriBaseIds",
                     {{"SRCROOT", {{"description", {{"text", "the project's folder"}}}}}}},
                    {"results", results},
                    {"properties", {{"commit", report.commit}}}}});
  return sarif.dump(2) + "\n";
}

}  // namespace headerproof
