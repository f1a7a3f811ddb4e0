// Verdicts: each can come out every way, from evidence alone, and each says why.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "properties/audit_synthetic.h"
#include "src/audit/run.h"
#include "src/claims/verdict.h"
#include "src/converter/fold.h"

namespace headerproof {
namespace {

Verdict Judged(const Claim& claim, const std::vector<StoredEvidence>& evidence) {
  return Verdict::FromEvidence(claim, evidence, kThisDigest);
}

// That the claim is unknown on `evidence`, for a reason that has `reason` in it.
testing::AssertionResult IsUnknown(const std::vector<StoredEvidence>& evidence,
                                   const std::string& reason) {
  const Verdict verdict = Judged(SyntheticClaim(), evidence);
  if (verdict.kind() != VerdictKind::kUnknown) {
    return testing::AssertionFailure() << NameOf(verdict.kind());
  }
  for (const std::string& sentence : verdict.reasons()) {
    if (sentence.find(reason) != std::string::npos) return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << testing::PrintToString(verdict.reasons());
}

TEST(Verdict, HoldsWhenEveryNeedIsMetExactly) {
  EXPECT_EQ(Judged(SyntheticClaim(), {SyntheticEvidence()}).kind(), VerdictKind::kHolds);
}

TEST(Verdict, HoldsConditionallyWhenTheClaimOrTheEvidenceNamesACondition) {
  Claim claim = SyntheticClaim();
  claim.condition = "If it rains.";
  EXPECT_EQ(Judged(claim, {SyntheticEvidence()}).kind(), VerdictKind::kHoldsConditionally);

  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.conditions = {{"key", "If it shines."}};
  const Verdict verdict = Judged(SyntheticClaim(), {evidence});
  EXPECT_EQ(verdict.kind(), VerdictKind::kHoldsConditionally);
  EXPECT_EQ(verdict.conditions(), std::vector<std::string>{"If it shines."});
}

TEST(Verdict, IsNotConditionalForAConditionOnSomethingElse) {
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.conditions = {{"another-key", "If it shines."}};
  EXPECT_EQ(Judged(SyntheticClaim(), {evidence}).kind(), VerdictKind::kHolds);
}

TEST(Verdict, IsRefutedByAContradictionWithACounterexample) {
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  const Verdict verdict = Judged(SyntheticClaim(), {evidence});
  EXPECT_EQ(verdict.kind(), VerdictKind::kRefuted);
  ASSERT_EQ(verdict.counterexamples().size(), 1U);
  EXPECT_EQ(verdict.counterexamples()[0].text, "A: x\n");
}

TEST(Verdict, IsRefutedEvenIfOtherEvidenceIsMissingOrUnfinished) {
  StoredEvidence evidence = SyntheticEvidence("other");
  evidence.evidence.ended = Ended::kStopped;
  evidence.evidence.contradictions = {{"against-claim", "It differs.", ""}};
  EXPECT_EQ(Judged(SyntheticClaim(), {evidence}).kind(), VerdictKind::kRefuted);
}

TEST(Verdict, IsUnknownWithoutEvidence) {
  EXPECT_TRUE(IsUnknown({}, "There is no evidence engine"));
  EXPECT_TRUE(IsUnknown({SyntheticEvidence("another")}, "There is no evidence engine"));
  StoredEvidence other_kind = SyntheticEvidence();
  other_kind.evidence.kind = EvidenceKind::kFuzz;
  EXPECT_TRUE(IsUnknown({other_kind}, "There is no evidence engine of the kind enumeration"));
}

TEST(Verdict, IsUnknownOnStaleUnfinishedOrThinEvidence) {
  StoredEvidence stale = SyntheticEvidence();
  stale.evidence.digest = std::string(64, 'e');
  EXPECT_TRUE(IsUnknown({stale}, "stale"));

  StoredEvidence of_another_commit = SyntheticEvidence();
  of_another_commit.evidence.commit = "another";  // only shown
  EXPECT_EQ(Judged(SyntheticClaim(), {of_another_commit}).kind(), VerdictKind::kHolds);

  StoredEvidence unfinished = SyntheticEvidence();
  unfinished.evidence.ended = Ended::kStopped;
  EXPECT_TRUE(IsUnknown({unfinished}, "did not finish"));

  StoredEvidence failed = SyntheticEvidence();
  failed.evidence.ended = Ended::kFailed;
  EXPECT_TRUE(IsUnknown({failed}, "failed"));

  StoredEvidence thin = SyntheticEvidence();
  thin.evidence.counts["key"] = 99;
  EXPECT_TRUE(IsUnknown({thin}, "counts 99 of key; at least 100"));

  StoredEvidence uncounted = SyntheticEvidence();
  uncounted.evidence.counts = {{"another-key", 1000}};
  EXPECT_TRUE(IsUnknown({uncounted}, "counts 0 of key"));

  StoredEvidence below_floor = SyntheticEvidence();
  below_floor.evidence.classes["long"] = 99;
  EXPECT_TRUE(IsUnknown({below_floor}, "99 inputs of the class long; the floor is 100"));
}

TEST(Verdict, IsUnknownOnAContradictionThatIsStaleOrHasNoCounterexample) {
  StoredEvidence stale = SyntheticEvidence("older");
  stale.evidence.digest = "another";
  stale.evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  EXPECT_TRUE(IsUnknown({SyntheticEvidence(), stale}, "older, of another build, contradicts"));

  StoredEvidence bare = SyntheticEvidence();
  bare.evidence.contradictions = {{"against-claim", "It differs.", std::nullopt}};
  EXPECT_TRUE(IsUnknown({bare}, "without a counterexample"));
}

TEST(Verdict, IsUnknownUnderDoubt) {
  Claim claim = SyntheticClaim();
  claim.doubted_by = {"doubt"};
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.contradictions = {{"doubt", "Something differs.", "A: x\n"}};
  EXPECT_EQ(Judged(claim, {evidence}).kind(), VerdictKind::kUnknown);
}

TEST(Verdict, SumsAllEvidenceThatAPatternNamesAndNeedsEachToBeWhole) {
  StoredEvidence a = SyntheticEvidence("engine-a");
  StoredEvidence b = SyntheticEvidence("engine-b");
  a.evidence.counts["key"] = a.evidence.classes["long"] = 60;
  b.evidence.counts["key"] = b.evidence.classes["long"] = 40;
  const Claim claim = SyntheticClaim("claim", "engine-*");
  EXPECT_EQ(Judged(claim, {a, b}).kind(), VerdictKind::kHolds);
  EXPECT_EQ(Judged(claim, {a}).kind(), VerdictKind::kUnknown);
  StoredEvidence unfinished = SyntheticEvidence("engine-c");
  unfinished.evidence.ended = Ended::kStopped;
  EXPECT_EQ(Judged(claim, {a, b, unfinished}).kind(), VerdictKind::kUnknown);
}

// A claim named `id` and evidence for it, such that its verdict is `kind`.
void AddJudgedAs(VerdictKind kind, const std::string& id, ClaimList& claims,
                 std::vector<StoredEvidence>& evidence) {
  claims.claims.push_back(SyntheticClaim(id, id));
  if (kind == VerdictKind::kUnknown) return;
  evidence.push_back(SyntheticEvidence(id));
  Evidence& one = evidence.back().evidence;
  if (kind == VerdictKind::kHoldsConditionally) one.conditions = {{id, "If it rains."}};
  if (kind == VerdictKind::kRefuted) one.contradictions = {{"against-" + id, id, id + ": x\n"}};
}

Claim ChangeClaim() {
  Claim claim = SyntheticClaim("change");
  claim.needs.clear();
  claim.change = Derivation{{"e"}, {}, {{"p"}}};
  return claim;
}

constexpr auto kH = VerdictKind::kHolds;
constexpr auto kC = VerdictKind::kHoldsConditionally;
constexpr auto kR = VerdictKind::kRefuted;
constexpr auto kU = VerdictKind::kUnknown;
constexpr std::array<VerdictKind, 4> kAll = {kH, kC, kR, kU};

TEST(Change, FollowsTheTableForEveryEquivalenceAndPremise) {
  // Rows: E holds, conditionally (a condition of the change), refuted, unknown; columns: P.
  constexpr VerdictKind kTable[4][4] = {
      {kH, kC, kR, kU}, {kC, kC, kR, kU}, {kR, kR, kR, kR}, {kU, kU, kU, kU}};
  for (std::size_t e = 0; e < 4; ++e) {
    for (std::size_t p = 0; p < 4; ++p) {
      ClaimList claims = SyntheticClaims({});
      std::vector<StoredEvidence> evidence;
      AddJudgedAs(kAll[e], "e", claims, evidence);
      AddJudgedAs(kAll[p], "p", claims, evidence);
      claims.claims.push_back(ChangeClaim());
      const std::vector<Verdict> verdicts = JudgeClaims(claims, evidence, kThisDigest);
      ASSERT_EQ(verdicts[0].kind(), kAll[e]);
      ASSERT_EQ(verdicts[1].kind(), kAll[p]);
      EXPECT_EQ(verdicts[2].kind(), kTable[e][p]) << e << ' ' << p;
      EXPECT_EQ(verdicts[2].counterexamples().empty(), kTable[e][p] != kR) << e << ' ' << p;
      if (kTable[e][p] == kC) {
        EXPECT_FALSE(verdicts[2].conditions().empty());
      }
    }
  }
}

TEST(Change, IsUnknownIfAnythingThatTheEquivalenceReliesOnDoesNotHold) {
  for (const VerdictKind support : kAll) {
    ClaimList claims = SyntheticClaims({});
    std::vector<StoredEvidence> evidence;
    AddJudgedAs(kH, "e", claims, evidence);
    AddJudgedAs(kH, "p", claims, evidence);
    AddJudgedAs(support, "s", claims, evidence);
    claims.claims.push_back(ChangeClaim());
    claims.claims.back().change->relies_on = {"s"};
    const Verdict change = JudgeClaims(claims, evidence, kThisDigest).back();
    EXPECT_EQ(change.kind(), support == kR ? kU : support) << NameOf(support);
  }
}

TEST(Change, NeedsAllOfOneListOfPremisesAndAnyOfTheLists) {
  for (const VerdictKind a : kAll) {
    for (const VerdictKind b : kAll) {
      const auto judged = [&](const std::vector<std::vector<std::string>>& premises) {
        ClaimList claims = SyntheticClaims({});
        std::vector<StoredEvidence> evidence;
        AddJudgedAs(kH, "e", claims, evidence);
        AddJudgedAs(a, "a", claims, evidence);
        AddJudgedAs(b, "b", claims, evidence);
        claims.claims.push_back(ChangeClaim());
        claims.claims.back().change->premises = premises;
        return JudgeClaims(claims, evidence, kThisDigest).back().kind();
      };
      // Which of two decides: for all of them the first in this order, for any the first in that.
      const auto first_of = [&](std::initializer_list<VerdictKind> order) {
        return *std::ranges::find_if(order, [&](VerdictKind k) { return k == a || k == b; });
      };
      EXPECT_EQ(judged({{"a", "b"}}), first_of({kR, kU, kC, kH}));
      EXPECT_EQ(judged({{"a"}, {"b"}}), first_of({kH, kC, kU, kR}));
    }
  }
}

TEST(Change, ShowsTheDifferenceEndToEndOrSaysThatItWasNotShown) {
  ClaimList claims = SyntheticClaims({});
  std::vector<StoredEvidence> evidence;
  AddJudgedAs(kH, "e", claims, evidence);
  AddJudgedAs(kR, "p", claims, evidence);
  claims.claims.push_back(ChangeClaim());
  const Verdict not_shown = JudgeClaims(claims, evidence, kThisDigest).back();
  EXPECT_EQ(not_shown.reasons().back(),
            "The difference has not been shown end to end on this stack.");
  evidence.push_back(SyntheticEvidence("wire"));
  evidence.back().evidence.contradictions = {{"against-change", "Lost.", "Rpc-Caller: x\n"}};
  const Verdict shown = JudgeClaims(claims, evidence, kThisDigest).back();
  EXPECT_EQ(shown.kind(), kR);
  EXPECT_EQ(shown.counterexamples().front().text, "Rpc-Caller: x\n");
}

// Evidence that each keeps SyntheticClaim() unknown: there is none, or none of this build, or none
// that counts the key.
std::vector<std::vector<StoredEvidence>> AbsentEvidence() {
  StoredEvidence stale = SyntheticEvidence();
  stale.evidence.digest = "another";
  StoredEvidence silent = SyntheticEvidence();
  silent.evidence.counts.clear();
  return {{}, {stale}, {silent}};
}

// There is some, but not enough of it.
std::vector<std::vector<StoredEvidence>> ThinEvidence() {
  StoredEvidence little = SyntheticEvidence();
  little.evidence.counts["key"] = 0;
  StoredEvidence narrow = SyntheticEvidence();
  narrow.evidence.classes.clear();
  StoredEvidence unfinished = SyntheticEvidence();
  unfinished.evidence.ended = Ended::kStopped;
  return {{little}, {narrow}, {unfinished}};
}

// Something is against the claim, though there is no evidence for it.
std::vector<std::vector<StoredEvidence>> EvidenceAgainst() {
  StoredEvidence bare = SyntheticEvidence("other");
  bare.evidence.contradictions = {{"against-claim", "It differs.", std::nullopt}};
  StoredEvidence stale = bare;
  stale.evidence.contradictions[0].counterexample = "A: x\n";
  stale.evidence.digest = "another";
  StoredEvidence doubt = SyntheticEvidence("other");
  doubt.evidence.contradictions = {{"doubt", "Something differs.", "A: x\n"}};
  return {{bare}, {stale}, {doubt}};
}

// Which of `cases` are excused, as "+" and "-".
std::string Excused(Claim claim, const std::vector<std::vector<StoredEvidence>>& cases,
                    const std::set<std::string>& absent_tools) {
  claim.doubted_by = {"doubt"};
  std::string excused;
  for (const std::vector<StoredEvidence>& evidence : cases) {
    const Verdict verdict = Judged(claim, evidence);
    EXPECT_EQ(verdict.kind(), kU);
    excused += ExcuseFor(claim, verdict, absent_tools) ? "+" : "-";
  }
  return excused;
}

TEST(AMissingTool, ExcusesNothingButThatTheEvidenceIsMissingToo) {
  Claim claim = SyntheticClaim();
  claim.excuse = "go";
  EXPECT_EQ(Excused(claim, AbsentEvidence(), {"go"}), "+++");
  EXPECT_EQ(Excused(claim, AbsentEvidence(), {"grpc"}), "---");
  EXPECT_EQ(Excused(claim, ThinEvidence(), {"go"}), "---");
  EXPECT_EQ(Excused(claim, EvidenceAgainst(), {"go"}), "---");
}

TEST(AnAdvisory, ExcusesAllButWhatSpeaksAgainstTheClaim) {
  Claim claim = SyntheticClaim();
  claim.advisory = "a quiet machine";
  EXPECT_EQ(Excused(claim, AbsentEvidence(), {}), "+++");
  EXPECT_EQ(Excused(claim, ThinEvidence(), {}), "+++");
  EXPECT_EQ(Excused(claim, EvidenceAgainst(), {}), "---");
  EXPECT_EQ(ExcuseFor(claim, Judged(claim, {}), {}),
            "Not expected to be shown everywhere: needs a quiet machine.");
}

TEST(AnExcuse, IsForUnknownAloneAndNotNeededWhereThatIsExpected) {
  Claim claim = SyntheticClaim();
  claim.excuse = "go";
  StoredEvidence refuting = SyntheticEvidence();
  refuting.evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  EXPECT_FALSE(ExcuseFor(claim, Judged(claim, {refuting}), {"go"}));
  EXPECT_FALSE(ExcuseFor(claim, Judged(claim, {SyntheticEvidence()}), {"go"}));
  claim.expected = kU;
  EXPECT_FALSE(ExcuseFor(claim, Judged(claim, {}), {"go"}));
}

// Whether an absent "go" excuses a change whose premise has no evidence, which keeps it unknown,
// and which relies on `support`.
bool IsChangeExcused(VerdictKind equivalence, VerdictKind support, bool has_thin_support = false) {
  ClaimList claims = SyntheticClaims({});
  std::vector<StoredEvidence> evidence;
  AddJudgedAs(equivalence, "e", claims, evidence);
  AddJudgedAs(kU, "p", claims, evidence);
  AddJudgedAs(support, "s", claims, evidence);
  claims.claims.push_back(ChangeClaim());
  claims.claims.back().excuse = "go";
  claims.claims.back().change->relies_on = {"s"};
  if (has_thin_support) evidence.back().evidence.ended = Ended::kStopped;
  const Verdict change = JudgeClaims(claims, evidence, kThisDigest).back();
  EXPECT_EQ(change.kind(), kU);
  return ExcuseFor(claims.claims.back(), change, {"go"}).has_value();
}

// A derived claim is excused if all that keeps it unknown is missing evidence.
TEST(AnExcuse, OfTheChangeCoversAMissingPremiseAndNoThinSupport) {
  for (const bool is_thin : {false, true}) EXPECT_EQ(IsChangeExcused(kH, kH, is_thin), !is_thin);
}

TEST(AnExcuse, OfTheChangeDoesNotCoverThatWhatItReliesOnIsRefuted) {
  for (const VerdictKind equivalence : {kH, kU}) EXPECT_FALSE(IsChangeExcused(equivalence, kR));
}

VerdictKind VerdictOnFold(const FoldResult& result) {
  StoredEvidence stored = SyntheticEvidence();
  stored.evidence = FoldEvidence(result);
  stored.evidence.id = "enumeration-fold";
  stored.evidence.digest = kThisDigest;
  return Verdict::FromEvidence(*BuiltInClaims().Find("fold-identity"), {stored}, kThisDigest)
      .kind();
}

TEST(ClaimOnTheFold, HoldsByAllOfItsScopeAndNotByLess) {
  FoldResult result{
      .lanes = CountLanes({}), .pairs = CountPairs({}), .faults = {}, .complete = true};
  EXPECT_EQ(VerdictOnFold(result), VerdictKind::kHolds);
  for (std::uint64_t* const count : {&result.lanes, &result.pairs}) {
    --*count;
    EXPECT_EQ(VerdictOnFold(result), VerdictKind::kUnknown);
    ++*count;
  }
  result.complete = false;
  EXPECT_EQ(VerdictOnFold(result), VerdictKind::kUnknown);
}

TEST(ClaimOnTheFold, IsRefutedByAFoldThatIsWrongInOneLaneBesideOneOctet) {
  const FoldResult result =
      EnumerateFold({.fold_into =
                         [](std::string_view name, char* to) {
                           const bool changed = FoldInto(name, to);
                           if (name.size() >= 8 && name[6] == '\xff' && name[7] == 'Z') to[7] = 'Z';
                           return changed;
                         }},
                    {.most_octets = 9, .most_octets_of_pairs = 2}, 1, nullptr);
  EXPECT_EQ(VerdictOnFold(result), VerdictKind::kRefuted);
  EXPECT_EQ(result.faults.front().name, "ZZZZZZ\xffZ");
}

}  // namespace
}  // namespace headerproof
