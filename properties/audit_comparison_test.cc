// Two reports compared: what got worse is told from what changed, and an older report that cannot
// be read is refused.
#include <gtest/gtest.h>

#include <algorithm>

#include "properties/audit_synthetic.h"
#include "src/evidence/user_error.h"
#include "src/report/comparison.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

Report ReportOn(std::vector<Claim> claims, std::vector<StoredEvidence> evidence) {
  return MakeReport(SyntheticClaims(std::move(claims)), std::move(evidence), "0.1.0", kThisCommit,
                    kThisDigest, {});
}

// A report on one claim that holds, on evidence that counts `count`.
Report Holding(std::uint64_t count = 100, EvidenceKind kind = EvidenceKind::kEnumeration) {
  Claim claim = SyntheticClaim();
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.kind = kind;
  claim.needs[0].least = 1;
  evidence.evidence.counts["key"] = count;
  ClaimList claims = SyntheticClaims({claim});
  claims.evidence[0].kind = kind;
  return MakeReport(claims, {evidence}, "0.1.0", kThisCommit, kThisDigest, {});
}

Report Refuted(const std::vector<std::string>& counterexamples) {
  StoredEvidence evidence = SyntheticEvidence();
  for (const std::string& counterexample : counterexamples) {
    evidence.evidence.contradictions.push_back({"against-claim", "It differs.", counterexample});
  }
  return ReportOn({SyntheticClaim()}, {evidence});
}

Report Unknown() {
  return ReportOn({SyntheticClaim()}, {});
}

// What changed from a report to another, by way of the first one's audit.json.
ReportComparison Between(const Report& before, const Report& now) {
  return Compare(ParseOldReport(RenderJson(before), "old/audit.json"), now);
}

// "verdict worse", for each change.
std::vector<std::string> ChangesBetween(const Report& before, const Report& now) {
  std::vector<std::string> changes;
  for (const ReportChange& change : Between(before, now).changes) {
    changes.push_back(std::string(NameOf(change.kind)) + (change.is_worse ? " worse" : ""));
  }
  return changes;
}

using Changes = std::vector<std::string>;

TEST(Comparison, OfAReportWithItselfFindsNothing) {
  for (const Report& report : {Holding(), Refuted({"A: x\n"}), Unknown()}) {
    EXPECT_EQ(ChangesBetween(report, report), Changes{});
  }
}

TEST(Comparison, CallsAVerdictWorseThatBecameUnknownOrRefuted) {
  EXPECT_EQ(ChangesBetween(Holding(), Unknown()), (Changes{"verdict worse", "evidence worse"}));
  EXPECT_EQ(ChangesBetween(Unknown(), Holding()), Changes{"verdict"});
  EXPECT_EQ(ChangesBetween(Holding(), Refuted({"A: x\n"})),
            (Changes{"verdict worse", "counterexample worse"}));
  EXPECT_EQ(ChangesBetween(Refuted({"A: x\n"}), Holding()), Changes{"verdict"});
  const Changes lost = ChangesBetween(Refuted({"A: x\n"}), Unknown());
  EXPECT_EQ(lost.front(), "verdict worse");
}

TEST(Comparison, CallsAConditionThatIsNewWorseAndOneThatIsGoneNot) {
  Claim claim = SyntheticClaim();
  claim.condition = "If it rains.";
  const Report conditional = ReportOn({claim}, {SyntheticEvidence()});
  EXPECT_EQ(ChangesBetween(Holding(), conditional), Changes{"verdict worse"});
  EXPECT_EQ(ChangesBetween(conditional, Holding()), Changes{"verdict"});
}

TEST(Comparison, CallsEvidenceWorseThatShrankByASingleCheck) {
  EXPECT_EQ(ChangesBetween(Holding(100), Holding(99)), Changes{"evidence worse"});
  EXPECT_EQ(ChangesBetween(Holding(100), Holding(101)), Changes{});
}

TEST(Comparison, LetsWhatRunsForATimeShrinkButNotVanish) {
  const Report fuzzed = Holding(100, EvidenceKind::kFuzz);
  EXPECT_EQ(ChangesBetween(fuzzed, Holding(2, EvidenceKind::kFuzz)), Changes{});
  EXPECT_EQ(ChangesBetween(fuzzed, Holding(0, EvidenceKind::kFuzz)),
            (Changes{"verdict worse", "evidence worse"}));
}

TEST(Comparison, FindsANewCounterexampleUnlessTheOlderReportMayHaveLeftItOut) {
  EXPECT_EQ(ChangesBetween(Refuted({"A: x\n"}), Refuted({"A: x\n", "B: x\n"})),
            Changes{"counterexample worse"});
  EXPECT_EQ(ChangesBetween(Refuted({"A: x\n", "B: x\n"}), Refuted({"A: x\n"})), Changes{});
  std::vector<std::string> many;
  for (char c = 'A'; c < 'A' + static_cast<char>(kMostShown); ++c) {
    many.push_back(std::string(1, c) + ": x\n");
  }
  EXPECT_EQ(ChangesBetween(Refuted(many), Refuted({"Z: x\n"})), Changes{"counterexample"});
}

TEST(Comparison, CallsAClaimThatIsGoneWorseAndOneThatIsNewNot) {
  const Report one = Holding();
  const Report two = ReportOn({SyntheticClaim(), SyntheticClaim("second")}, {SyntheticEvidence()});
  EXPECT_EQ(ChangesBetween(one, two), Changes{"claim-added"});
  EXPECT_EQ(ChangesBetween(two, one), Changes{"claim-removed worse"});
}

TEST(Comparison, IsInEveryFormForPeopleAndForPrograms) {
  Report now = Refuted({"A: x\n"});
  AddComparison(ParseOldReport(RenderJson(Holding()), "old"), now);
  for (const std::string& form :
       {RenderTerminal(now, false), RenderPage(now), RenderMarkdown(now), RenderJson(now)}) {
    EXPECT_NE(form.find("The verdict was holds and is refuted."), std::string::npos) << form;
  }
  EXPECT_NE(RenderTerminal(now, false).find("WORSE"), std::string::npos);
  EXPECT_NE(RenderSarif(now).find("The verdict was holds and is refuted."), std::string::npos);
}

// What is said against `text` as an older report.
std::string WrongInReport(const std::string& text) {
  return ErrorOf([&text] { ParseOldReport(text, "old/audit.json"); });
}

TEST(OldReport, ThatIsOfAnotherSchemaOrNotAReportIsRefusedWithItsFileAndWhatToDo) {
  const std::string text = RenderJson(Holding());
  ASSERT_EQ(WrongInReport(text), "");
  const auto expect_error = [](const std::string& malformed, const std::string& reason) {
    const std::string error = WrongInReport(malformed);
    EXPECT_TRUE(error.starts_with("old/audit.json")) << error;
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  };
  expect_error("", "is not JSON");
  expect_error("{}", "lacks the field \"schema\"");
  for (const char* const other : {"1", "99"}) {
    expect_error(
        Replaced(text, "\"schema\": 3", "\"schema\": " + std::string(other)),
        "is " + std::string(other) + ", and this headerproof compares reports of schema 3");
  }
  expect_error(Replaced(text, "\"verdict\": \"holds\"", "\"verdict\": \"fine\""),
               "claims[0].verdict has to be one of holds, ");
  expect_error(Replaced(text, "\"kind\": \"enumeration\"", "\"kind\": \"rumour\""),
               "claims[0].evidence[0].kind has to be one of enumeration, ");
  expect_error(text.substr(0, text.size() / 2), "is not JSON");
}

TEST(OldReport, MayHaveFieldsThatAreNotCompared) {
  EXPECT_EQ(
      WrongInReport(Replaced(RenderJson(Holding()), "\"schema\": 3", "\"schema\": 3, \"x\": {}")),
      "");
}

}  // namespace
}  // namespace headerproof
