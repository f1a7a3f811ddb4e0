// The report as SARIF 2.1.0, for code scanning.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "src/claims/claims_text.h"
#include "src/evidence/digest.h"
#include "src/report/escape.h"
#include "src/report/view.h"

namespace headerproof {
namespace {

constexpr const char* kClaimsFile = "src/claims/claims.json";

// OWNER is a placeholder, as in ci/oss-fuzz/project.yaml.
constexpr const char* kHomepage = "https://github.com/OWNER/headerproof";

constexpr const char* kHelp =
    "The report's index.html shows the claim with its reasons, its evidence, and the command that "
    "repeats each piece of evidence.";

// GitHub shows no more of a rule's description.
constexpr std::size_t kMostDescribed = 1024;

// The line of the claim in claims.json. A claim that is not there, such as one on a peer, is shown
// at its beginning: GitHub shows no result without a line.
std::size_t LineOfClaim(const std::string& id) {
  const std::string_view text = ClaimsText();
  const std::size_t place = text.find(fmt::format("\"id\": \"{}\"", id));
  if (place == std::string_view::npos) return 1;
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, place), '\n'));
}

Json LocationOf(const std::string& id) {
  return {{"physicalLocation",
           {{"artifactLocation", {{"uri", kClaimsFile}, {"uriBaseId", "SRCROOT"}}},
            {"region", {{"startLine", LineOfClaim(id)}}}}},
          {"logicalLocations", Json::array({{{"name", id}, {"kind", "claim"}}})}};
}

// Identifies a result in two runs: it depends on no commit, count or wording.
Json FingerprintOf(const std::string& id, std::string_view what) {
  return {{"headerproofClaim/v1", Sha256(fmt::format("{}\n{}", id, what))}};
}

Json ResultOf(const std::string& id, std::string_view what, const std::string& message) {
  return {{"ruleId", id},
          {"level", "error"},
          {"message", {{"text", EscapedSarif(message)}}},
          {"locations", Json::array({LocationOf(id)})},
          {"partialFingerprints", FingerprintOf(id, what)}};
}

std::string MessageOf(const ReportClaim& shown) {
  return fmt::format("{} The verdict is {}; expected: {}.\n{}", shown.claim.statement,
                     NameOf(shown.verdict.kind()), NameOf(shown.claim.expected), shown.details());
}

Json TextOf(const std::string& text) {
  return {{"text", EscapedSarif(text).substr(0, kMostDescribed)}};
}

// `claim` is null for one that only an older report has.
Json RuleOf(const std::string& id, const ReportClaim* shown) {
  std::string about = "A claim of an older report.";
  std::string statement = about;
  std::string help = kHelp;
  if (shown != nullptr) {
    statement = shown->claim.statement;
    about = fmt::format("{} Path: {}. About: {}. Expected: {}.", statement, shown->claim.path,
                        shown->claim.stack.value_or("the shared implementation"),
                        NameOf(shown->claim.expected));
    if (shown->claim.instead) help = *shown->claim.instead + " " + help;
  }
  return {{"id", id},
          {"shortDescription", TextOf(statement)},
          {"fullDescription", TextOf(about)},
          {"help", {{"text", EscapedSarif(help)}}},
          {"helpUri", kHomepage},
          {"defaultConfiguration", {{"level", "error"}}}};
}

}  // namespace

std::string RenderSarif(const Report& report) {
  Json results = Json::array();
  std::set<std::string> found;
  for (const ReportClaim& shown : report.claims) {
    if (shown.as_expected) continue;
    results.push_back(ResultOf(shown.claim.id, NameOf(shown.verdict.kind()), MessageOf(shown)));
    found.insert(shown.claim.id);
  }
  if (report.comparison) {
    for (const ReportChange& change : report.comparison->changes) {
      if (!change.is_worse) continue;
      results.push_back(ResultOf(
          change.claim,
          fmt::format("worse {} {}", NameOf(change.kind), change.counterexample.value_or("")),
          change.says + (change.counterexample ? "\n" + *change.counterexample : "")));
      found.insert(change.claim);
    }
  }
  Json rules = Json::array();
  for (const std::string& id : found) rules.push_back(RuleOf(id, report.Find(id)));
  const Json driver = {{"name", "headerproof"},
                       {"version", report.version},
                       {"informationUri", kHomepage},
                       {"rules", rules}};
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
