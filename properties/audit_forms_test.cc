// The report's forms for programs: what is published about them holds, and two runs of one build
// differ only where they say so.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>

#include "properties/audit_hostile.h"
#include "properties/audit_synthetic.h"
#include "properties/temporary_folder.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

using Json = nlohmann::json;

// What one run of a build finds: `run` changes times, digests, and the counts of what ran for a
// time.
Report ReportOfRun(std::uint64_t run) {
  std::vector<StoredEvidence> evidence = {SyntheticEvidence(), SyntheticEvidence("fuzz-order"),
                                          SyntheticEvidence("mutants"),
                                          SyntheticEvidence("fuzz-short")};
  for (StoredEvidence& stored : evidence) {
    stored.evidence.seconds = 1.5 * static_cast<double>(run);
    stored.evidence.durations = {{"a/b", 0.1 * static_cast<double>(run)}};
    stored.sha256 = std::string(64, run == 1 ? 'a' : 'b');
  }
  for (const std::size_t by_clock : {1U, 3U}) {
    Evidence& fuzz = evidence[by_clock].evidence;
    fuzz.kind = EvidenceKind::kFuzz;
    fuzz.counts["key"] = by_clock == 1 ? 1000 * run : run;
    fuzz.classes["long"] = 1000 * run;
    fuzz.count = 2000 * run;
    fuzz.notes = {"Ran " + std::to_string(run) + " times."};
    fuzz.differences["request"]["field-changed"] = {run, "Rpc-Caller: x\n"};
  }
  evidence[2].evidence.kind = EvidenceKind::kMutants;
  evidence[2].evidence.counts["cases/a/b"] = 3;
  Claim fuzzed = SyntheticClaim("fuzzed", "fuzz-order");
  Claim short_run = SyntheticClaim("short", "fuzz-short", VerdictKind::kUnknown);
  ClaimList claims = SyntheticClaims({SyntheticClaim(), fuzzed, short_run});
  for (EvidenceSource& source : claims.evidence) {
    if (source.id.starts_with("fuzz-")) source.kind = EvidenceKind::kFuzz;
  }
  return MakeReport(claims, evidence, "0.1.0", kThisCommit, kThisDigest, {});
}

// Whether the class of the element that `tag` opens says that it varies.
bool Varies(std::string_view tag) {
  const std::size_t begin = tag.find("class=\"");
  if (begin == std::string_view::npos) return false;
  const std::string_view classes = tag.substr(begin + 7);
  return classes.substr(0, classes.find('"')).find("varying") != std::string_view::npos;
}

// `page` without every element that varies.
std::string WithoutVaryingElements(std::string_view page) {
  std::string kept;
  while (!page.empty()) {
    const std::size_t tag_begin = std::min(page.find('<'), page.size());
    kept += page.substr(0, tag_begin);
    page.remove_prefix(tag_begin);
    const std::string_view tag = page.substr(0, page.find('>') + 1);
    if (!Varies(tag)) {
      kept += tag;
      page.remove_prefix(tag.size());
      continue;
    }
    const std::string end = "</" + std::string(tag.substr(1, tag.find(' ') - 1)) + ">";
    const std::size_t place = page.find(end);
    if (place == std::string_view::npos) return "never closed: " + std::string(tag);
    page.remove_prefix(place + end.size());
  }
  return kept;
}

// Erases what `pointer`, from its octet `from` on, names in `value`; '*' is every index.
void Erase(Json& value, const std::string& pointer, std::size_t from) {
  const std::size_t end = std::min(pointer.find('/', from + 1), pointer.size());
  const std::string token = pointer.substr(from + 1, end - from - 1);
  const bool is_last = end == pointer.size();
  if (value.is_object()) {
    if (is_last) {
      value.erase(token);
    } else if (value.contains(token)) {
      Erase(value[token], pointer, end);
    }
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      if (token == "*" || token == std::to_string(i)) Erase(value[i], pointer, end);
    }
  }
}

std::string WithoutVaryingFields(const std::string& text) {
  Json json = Json::parse(text);
  const Json varying = json["varying"];
  for (const Json& pointer : varying) Erase(json, pointer.get<std::string>(), 0);
  return json.dump(2);
}

// Where `a` and `b` begin to differ; empty if they do not.
std::string FirstDifference(const std::string& a, const std::string& b) {
  const auto [in_a, in_b] = std::ranges::mismatch(a, b);
  if (in_a == a.end() && in_b == b.end()) return "";
  const auto begin = static_cast<std::size_t>(in_a - a.begin());
  return a.substr(begin, 80) + "\n--- and ---\n" + b.substr(begin, 80);
}

TEST(TwoRunsOfOneBuild, DifferOnlyInWhatIsMarkedAsVarying) {
  const Report one = ReportOfRun(1);
  const Report two = ReportOfRun(2);
  ASSERT_EQ(one.claims[1].verdict.kind(), VerdictKind::kHolds);
  ASSERT_EQ(one.claims[2].verdict.kind(), VerdictKind::kUnknown);
  EXPECT_NE(RenderPage(one), RenderPage(two));
  EXPECT_EQ(FirstDifference(WithoutVaryingElements(RenderPage(one)),
                            WithoutVaryingElements(RenderPage(two))),
            "");
  EXPECT_NE(RenderMarkdown(one), RenderMarkdown(two));
  EXPECT_EQ(FirstDifference(WithoutVaryingElements(RenderMarkdown(one)),
                            WithoutVaryingElements(RenderMarkdown(two))),
            "");
  EXPECT_NE(RenderJson(one), RenderJson(two));
  EXPECT_EQ(
      FirstDifference(WithoutVaryingFields(RenderJson(one)), WithoutVaryingFields(RenderJson(two))),
      "");
  EXPECT_EQ(RenderJunit(one), RenderJunit(two));
  EXPECT_EQ(RenderSarif(one), RenderSarif(two));
}

// What validate_json.py says of `texts`, which it sees as 0.json, 1.json and so on, and its exit
// code.
struct Validation {
  std::string said;
  int exit_code = 0;

  // Of the first `valid` texts nothing is said.
  bool Finds(std::size_t valid) const {
    for (std::size_t i = 0; i < valid; ++i) {
      if (said.find("/" + std::to_string(i) + ".json: ") != std::string::npos) return false;
    }
    return exit_code == 1;
  }
};

// Needs Debian's python3-jsonschema, without which the exit code is 2.
Validation ValidateBySchema(const std::string& schema, const std::vector<std::string>& texts) {
  TemporaryFolder folder;
  std::string command = "/usr/bin/python3 " HEADERPROOF_SOURCE_DIR
                        "/properties/validate_json.py " HEADERPROOF_SOURCE_DIR "/docs/" +
                        schema;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto file = folder.path() / (std::to_string(i) + ".json");
    std::ofstream(file) << texts[i];
    command += " " + file.string();
  }
  Validation validation;
  std::FILE* const output = popen((command + " 2>&1").c_str(), "r");
  for (int c = std::fgetc(output); c != EOF; c = std::fgetc(output)) {
    validation.said += static_cast<char>(c);
  }
  validation.exit_code = WEXITSTATUS(pclose(output));
  return validation;
}

TEST(Schema, OfTheReportHoldsForAnyReportAndForNothingElse) {
  const std::string report = RenderJson(ReportOfRun(1));
  Json other = Json::parse(report);
  other["claims"][0]["verdict"] = "probably";
  other["more"] = 1;
  other["evidence"][0].erase("count");
  const Validation validation = ValidateBySchema(
      "audit.schema.json",
      {report, RenderJson(HostileReport(HostileText())),
       RenderJson(MakeReport(BuiltInClaims(), {}, "1", "2", "3", {})), other.dump()});
  if (validation.exit_code == 2) GTEST_SKIP() << validation.said;
  EXPECT_TRUE(validation.Finds(3)) << validation.said;
  for (const char* const part : {"probably", "'more' was unexpected", "'count' is a required"}) {
    EXPECT_NE(validation.said.find(part), std::string::npos) << validation.said;
  }
}

TEST(Schema, OfEvidenceHoldsForWhatIsWritten) {
  Evidence evidence = SyntheticEvidence().evidence;
  evidence.differences["request"]["field-changed"] = {3, "Rpc-Caller: x\n"};
  evidence.contradictions = {{"a", HostileText(), "A: x\n"}, {"c", "d", std::nullopt}};
  evidence.conditions = {{"key", "If it rains."}};
  evidence.examples = {{"edge", "A: x\n"}};
  evidence.seed = 18446744073709551615U;
  evidence.durations = {{"a", 0.5}};
  evidence.notes = {HostileText()};
  const std::string text = PrintEvidence(evidence);
  Json other = Json::parse(text);
  other["kind"] = "rumour";
  const Validation validation = ValidateBySchema("evidence.schema.json", {text, other.dump()});
  if (validation.exit_code == 2) GTEST_SKIP() << validation.said;
  EXPECT_TRUE(validation.Finds(1)) << validation.said;
  EXPECT_NE(validation.said.find("rumour"), std::string::npos);
}

// Of one claim for each verdict, and the last two unexpected.
Report MixedReport() {
  const Claim refuted = SyntheticClaim("change-request-grpc-cpp", "engine", VerdictKind::kRefuted);
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.contradictions = {{"against-change-request-grpc-cpp", "It differs.", "A: x\n"},
                                      {"against-worse", "It differs.", "B: x\n"}};
  return MakeReport(SyntheticClaims({SyntheticClaim("held"), refuted,
                                     SyntheticClaim("missing", "none", VerdictKind::kUnknown),
                                     SyntheticClaim("lost", "none"), SyntheticClaim("worse")}),
                    {evidence}, "0.1.0", kThisCommit, kThisDigest, {});
}

Json SarifRun(const Report& report) {
  return Json::parse(RenderSarif(report))["runs"][0];
}

Json AttestationOf(const Report& report) {
  return Json::parse(RenderAttestation(report, {{"audit.json", kThisDigest}}));
}

TEST(Attestation, IsATestResultWhoseTestsAreTheClaims) {
  const Report report = MixedReport();
  const Json statement = AttestationOf(report);
  EXPECT_EQ(statement["_type"], "https://in-toto.io/Statement/v1");
  EXPECT_EQ(statement["predicateType"], "https://in-toto.io/attestation/test-result/v0.1");
  EXPECT_EQ(statement["subject"], Json::parse(R"([{"name": "audit.json", "digest": {"sha256": ")" +
                                              kThisDigest + R"("}}])"));
  EXPECT_EQ(statement["predicate"], Json::parse(R"({
      "result": "FAILED",
      "configuration": [{"name": "the digest of the build", "digest": {"sha256": ")" +
                                                kThisDigest + R"("}},
                        {"name": "the commit", "digest": {"gitCommit": ")" +
                                                kThisCommit + R"("}}],
      "passedTests": ["held"],
      "warnedTests": ["change-request-grpc-cpp", "missing"],
      "failedTests": ["lost", "worse"]})"));
}

TEST(Attestation, PassesOnlyIfEveryClaimHoldsAndFailsAsTheAuditDoes) {
  const auto predicate_of = [](const std::vector<Claim>& claims, const OldReport* before) {
    ClaimList list = SyntheticClaims(claims);
    for (EvidenceSource& source : list.evidence) {
      if (source.id == "dear") source.advisory = "a quiet machine";
    }
    Report report =
        MakeReport(list, {SyntheticEvidence()}, "0.1.0", kThisCommit + "-dirty", kThisDigest, {});
    if (before != nullptr) AddComparison(*before, report);
    return AttestationOf(report)["predicate"];
  };
  Claim conditional = SyntheticClaim("conditional", "engine", VerdictKind::kHoldsConditionally);
  conditional.condition = "If it rains.";
  const Claim excused = SyntheticClaim("excused", "dear");
  EXPECT_EQ(predicate_of({SyntheticClaim()}, nullptr)["result"], "PASSED");
  EXPECT_EQ(predicate_of({SyntheticClaim(), conditional}, nullptr)["result"], "WARNED");
  EXPECT_EQ(predicate_of({SyntheticClaim(), excused}, nullptr)["result"], "WARNED");
  EXPECT_EQ(predicate_of({SyntheticClaim("a", "none")}, nullptr)["result"], "FAILED");
  // A tree that differs from its commit is not named by it.
  EXPECT_EQ(predicate_of({SyntheticClaim()}, nullptr)["configuration"].size(), 1U);
  OldReport before{"0.0.1", kThisCommit, {}};
  before.claims["claim"] = {VerdictKind::kHolds, {{EvidenceKind::kEnumeration, 1000}}, {}};
  const Json worse = predicate_of({SyntheticClaim(), SyntheticClaim("new")}, &before);
  EXPECT_EQ(worse["result"], "FAILED");
  EXPECT_EQ(worse["failedTests"], Json::array({"claim"}));
  EXPECT_EQ(worse["passedTests"], Json::array({"new"}));
}

TEST(Sarif, HasAnErrorForEachUnexpectedVerdictAndNothingForWhatIsExpected) {
  const Json results = SarifRun(MixedReport())["results"];
  ASSERT_EQ(results.size(), 2U);
  EXPECT_EQ(results[0]["ruleId"], "lost");
  EXPECT_EQ(results[1]["ruleId"], "worse");
  for (const Json& result : results) {
    EXPECT_EQ(result["level"], "error");
    EXPECT_FALSE(result.contains("suppressions"));
  }
  EXPECT_NE(results[1]["message"]["text"].get<std::string>().find("B: x"), std::string::npos);
  const Claim refuted = SyntheticClaim("worse", "engine", VerdictKind::kRefuted);
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.contradictions = {{"against-worse", "It differs.", "B: x\n"}};
  const Report expected = MakeReport(SyntheticClaims({SyntheticClaim("held"), refuted}), {evidence},
                                     "0.1.0", kThisCommit, kThisDigest, {});
  ASSERT_TRUE(expected.as_expected());
  EXPECT_EQ(SarifRun(expected)["results"], Json::array());
  EXPECT_EQ(SarifRun(expected)["tool"]["driver"]["rules"], Json::array());
}

// What the standard, the rules of its authors' validator and GitHub ask that the schema of the
// format cannot say, and what it can say about the members that we write.
TEST(Sarif, HasWhatTheStandardAndGitHubRequire) {
  Claim long_claim = SyntheticClaim("long", "none");
  long_claim.statement = std::string(1900, '[');
  Report compared =
      MakeReport(SyntheticClaims({long_claim}), {}, "0.1.0", kThisCommit, kThisDigest, {});
  OldReport before{"0.0.1", kThisCommit, {}};
  before.claims["dropped"] = {VerdictKind::kHolds, {}, {}};
  before.claims["long"] = {VerdictKind::kHolds, {}, {}};
  AddComparison(before, compared);
  ASSERT_TRUE(compared.comparison->is_worse());
  for (const Report& report : {MixedReport(), compared, HostileReport(HostileText())}) {
    const Json log = Json::parse(RenderSarif(report));
    EXPECT_EQ(log["version"], "2.1.0");
    ASSERT_EQ(log["runs"].size(), 1U);
    const Json& run = log["runs"][0];
    const Json& driver = run["tool"]["driver"];
    EXPECT_EQ(driver["name"], "headerproof");
    EXPECT_TRUE(driver["informationUri"].get<std::string>().starts_with("https://"));
    std::set<std::string> rules;
    for (const Json& rule : driver["rules"]) {
      EXPECT_TRUE(rules.insert(rule["id"].get<std::string>()).second);
      EXPECT_TRUE(rule["helpUri"].get<std::string>().starts_with("https://"));
      for (const char* const part : {"shortDescription", "fullDescription", "help"}) {
        const auto text = rule[part]["text"].get<std::string>();
        EXPECT_FALSE(text.empty());
        EXPECT_LE(text.size(), 1024U);
      }
    }
    std::set<std::string> used;
    std::set<std::string> fingerprints;
    ASSERT_FALSE(run["results"].empty());
    for (const Json& result : run["results"]) {
      used.insert(result["ruleId"].get<std::string>());
      EXPECT_FALSE(result["message"]["text"].get<std::string>().empty());
      ASSERT_EQ(result["locations"].size(), 1U);
      const Json& place = result["locations"][0]["physicalLocation"];
      EXPECT_EQ(place["artifactLocation"]["uri"], "src/claims/claims.json");
      EXPECT_GE(place["region"]["startLine"].get<int>(), 1);
      EXPECT_TRUE(fingerprints.insert(result["partialFingerprints"].dump()).second);
    }
    EXPECT_EQ(rules, used);
  }
}

TEST(Sarif, SaysWhereTheProjectIsAsTheServicesAreTold) {
  std::ifstream file(HEADERPROOF_SOURCE_DIR "/ci/oss-fuzz/project.yaml");
  const std::string project{std::istreambuf_iterator<char>(file), {}};
  const auto address =
      SarifRun(MixedReport())["tool"]["driver"]["informationUri"].get<std::string>();
  EXPECT_NE(project.find("homepage: \"" + address + "\"\n"), std::string::npos) << address;
}

TEST(Sarif, PointsToTheClaimsLineOfItsFile) {
  Claim claim = SyntheticClaim("change-request-grpc-cpp", "none");
  const Json run = SarifRun(MakeReport(SyntheticClaims({claim, SyntheticClaim("peer-x", "none")}),
                                       {}, "0.1.0", kThisCommit, kThisDigest, {}));
  const auto line_of = [&run](std::size_t result) {
    return run["results"][result]["locations"][0]["physicalLocation"]["region"]["startLine"]
        .get<std::size_t>();
  };
  std::ifstream claims(HEADERPROOF_SOURCE_DIR "/src/claims/claims.json");
  std::string line;
  for (std::size_t left = line_of(0); left > 0; --left) {
    ASSERT_TRUE(std::getline(claims, line));
  }
  EXPECT_NE(line.find("\"id\": \"change-request-grpc-cpp\""), std::string::npos) << line;
  EXPECT_EQ(line_of(1), 1U) << "one that is not in the file";
}

TEST(Sarif, FingerprintsDoNotDependOnCommitCountOrWording) {
  Report report = MixedReport();
  const Json before = SarifRun(report)["results"];
  report.commit = "another";
  for (ReportClaim& shown : report.claims) shown.reasons = {"Other words."};
  const Json after = SarifRun(report)["results"];
  ASSERT_EQ(before.size(), after.size());
  std::set<std::string> all;
  for (std::size_t i = 0; i < before.size(); ++i) {
    EXPECT_EQ(before[i]["partialFingerprints"], after[i]["partialFingerprints"]);
    all.insert(before[i]["partialFingerprints"].dump());
  }
  EXPECT_EQ(all.size(), before.size());
}

}  // namespace
}  // namespace headerproof
