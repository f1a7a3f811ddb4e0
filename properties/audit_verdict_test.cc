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
  return Verdict::FromEvidence(SyntheticClaims({claim}), claim, evidence);
}

std::vector<Verdict> JudgedAll(ClaimList claims, const std::vector<StoredEvidence>& evidence) {
  ListEvidence(claims);
  return JudgeClaims(claims, evidence);
}

// That the claim is unknown on `evidence`, for a reason that has `reason` in it.
testing::AssertionResult IsUnknown(const std::vector<StoredEvidence>& evidence,
                                   const std::string& reason) {
  ClaimList claims = SyntheticClaims({SyntheticClaim()});
  claims.evidence[0].depends_on = "a part";
  const Verdict verdict = JudgeClaims(claims, evidence)[0];
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
  Claim claim = SyntheticClaim();
  claim.challenged_by = {"other"};
  EXPECT_EQ(Judged(claim, {evidence}).kind(), VerdictKind::kRefuted);
}

// Else a claim could hold because a file was taken away.
TEST(Verdict, IsNeitherForNorAgainstForEvidenceThatTheClaimDoesNotName) {
  StoredEvidence evidence = SyntheticEvidence("other");
  evidence.evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  EXPECT_EQ(Judged(SyntheticClaim(), {SyntheticEvidence(), evidence}).kind(), VerdictKind::kHolds);
  Claim claim = SyntheticClaim();
  claim.challenged_by = {"other"};
  EXPECT_EQ(Judged(claim, {SyntheticEvidence()}).kind(), VerdictKind::kUnknown);
  evidence.evidence.contradictions.clear();
  EXPECT_EQ(Judged(claim, {SyntheticEvidence(), evidence}).kind(), VerdictKind::kHolds);
}

TEST(Verdict, IsUnknownWithoutEvidence) {
  EXPECT_TRUE(IsUnknown({}, "There is no evidence engine"));
  EXPECT_TRUE(IsUnknown({SyntheticEvidence("another")}, "There is no evidence engine"));
  StoredEvidence other_kind = SyntheticEvidence();
  other_kind.evidence.kind = EvidenceKind::kFuzz;
  EXPECT_TRUE(IsUnknown({other_kind}, "is of the kind fuzz, not enumeration"));
}

TEST(Verdict, IsUnknownOnStaleUnfinishedOrThinEvidence) {
  EXPECT_TRUE(IsUnknown({Stale(SyntheticEvidence())}, "stale"));

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
  StoredEvidence stale = Stale(SyntheticEvidence());
  stale.evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  EXPECT_TRUE(IsUnknown({SyntheticEvidence(), stale}, "engine, of another build, contradicts"));

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

TEST(Verdict, IsUnknownIfEvidenceIsThereTwice) {
  EXPECT_TRUE(IsUnknown({SyntheticEvidence(), SyntheticEvidence()}, "is there twice"));
}

TEST(Verdict, IsUnknownOnEvidenceAboutAnotherSubject) {
  ClaimList claims = SyntheticClaims({SyntheticClaim()});
  const auto judged = [&claims](const std::string& subject) {
    claims.evidence[0].subject = subject;
    return JudgeClaims(claims, {SyntheticEvidence()})[0];
  };
  EXPECT_EQ(judged("a subject").kind(), VerdictKind::kHolds);
  EXPECT_EQ(judged("a *").kind(), VerdictKind::kHolds);
  EXPECT_EQ(judged("a subject 2").kind(), VerdictKind::kUnknown);
  EXPECT_EQ(judged("a subject 2").reasons()[0],
            "The evidence engine (engine.json) is about a subject, not about a subject 2.");
}

TEST(Verdict, OnEvidenceThatIsRecordedForOtherSourcesIsUnknownAndSaysWhen) {
  StoredEvidence recorded = Stale(SyntheticEvidence());
  recorded.is_recorded = true;
  recorded.evidence.depends_on = "a part";
  EXPECT_TRUE(IsUnknown({recorded},
                        "It is recorded for other sources, of the digest eeeeeeeeeeee, "
                        "on 2026-11-30T12:00:00Z."));
  recorded.is_fresh = true;
  EXPECT_EQ(Judged(SyntheticClaim(), {recorded}).kind(), VerdictKind::kHolds);
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
      const std::vector<Verdict> verdicts = JudgedAll(claims, evidence);
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
    const Verdict change = JudgedAll(claims, evidence).back();
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
        return JudgedAll(claims, evidence).back().kind();
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
  const Verdict not_shown = JudgedAll(claims, evidence).back();
  EXPECT_EQ(not_shown.reasons().back(),
            "The difference has not been shown end to end on this stack.");
  claims.claims.back().challenged_by = {"wire"};
  evidence.push_back(SyntheticEvidence("wire"));
  evidence.back().evidence.contradictions = {{"against-change", "Lost.", "Rpc-Caller: x\n"}};
  const Verdict shown = JudgedAll(claims, evidence).back();
  EXPECT_EQ(shown.kind(), kR);
  EXPECT_EQ(shown.counterexamples().front().text, "Rpc-Caller: x\n");
}

// Evidence that keeps SyntheticClaim() unknown although there is some: stale, silent, too little,
// of too few classes, unfinished, against it.
std::vector<std::vector<StoredEvidence>> PoorEvidence() {
  StoredEvidence silent = SyntheticEvidence();
  silent.evidence.counts.clear();
  StoredEvidence little = SyntheticEvidence();
  little.evidence.counts["key"] = 99;
  StoredEvidence narrow = SyntheticEvidence();
  narrow.evidence.classes.clear();
  StoredEvidence unfinished = SyntheticEvidence();
  unfinished.evidence.ended = Ended::kStopped;
  StoredEvidence bare = SyntheticEvidence();
  bare.evidence.contradictions = {{"against-claim", "It differs.", std::nullopt}};
  StoredEvidence stale = Stale(SyntheticEvidence());
  StoredEvidence contradicting = stale;
  contradicting.evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  StoredEvidence recorded = contradicting;
  recorded.is_recorded = true;
  return {{silent}, {little}, {narrow}, {unfinished}, {bare}, {stale}, {contradicting}, {recorded}};
}

using Source = void (*)(EvidenceSource&);
void MadeByGo(EvidenceSource& source) {
  source.tool = "go";
}
void TakesHours(EvidenceSource& source) {
  source.advisory = "hours";
}

// The excuse for SyntheticClaim() on `evidence`, or "".
std::string Excuse(Source set, const std::vector<StoredEvidence>& evidence,
                   VerdictKind expected = VerdictKind::kHolds) {
  ClaimList claims = SyntheticClaims({SyntheticClaim("claim", "engine", expected)});
  set(claims.evidence[0]);
  const Verdict verdict = JudgeClaims(claims, evidence)[0];
  return ExcuseFor(claims, claims.claims[0], verdict, {"go"}).value_or("");
}

TEST(AnExcuse, IsThatEvidenceIsAbsentForWantOfAToolOrTooDear) {
  EXPECT_EQ(Excuse(MadeByGo, {}), "Not expected to be shown here: go is missing.");
  EXPECT_EQ(Excuse(TakesHours, {}), "Not expected to be shown here: engine takes hours.");
  EXPECT_EQ(Excuse([](EvidenceSource& source) { source.tool = "rust"; }, {}), "");
  EXPECT_EQ(Excuse([](EvidenceSource&) {}, {}), "");
}

TEST(AnExcuse, IsNotForEvidenceThatIsThere) {
  for (const std::vector<StoredEvidence>& evidence : PoorEvidence()) {
    EXPECT_EQ(Excuse(MadeByGo, evidence), "");
    EXPECT_EQ(Excuse(TakesHours, evidence), "");
  }
}

TEST(AnExcuse, IsForUnknownAloneAndNotNeededWhereThatIsExpected) {
  StoredEvidence refuting = SyntheticEvidence();
  refuting.evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  EXPECT_EQ(Excuse(MadeByGo, {refuting}), "");
  EXPECT_EQ(Excuse(MadeByGo, {SyntheticEvidence()}), "");
  EXPECT_EQ(Excuse(MadeByGo, {}, kU), "");
}

TEST(AnExcuse, IsThatEvidenceIsRecordedForOtherSourcesIfItWouldCountForThem) {
  StoredEvidence recorded = Stale(SyntheticEvidence());
  recorded.is_recorded = true;
  recorded.evidence.depends_on = "a part";
  const auto excuse_of = [](const StoredEvidence& one) {
    return Excuse([](EvidenceSource& source) { source.depends_on = "a part"; }, {one});
  };
  EXPECT_EQ(excuse_of(recorded),
            "Not expected to be shown here: engine is recorded for other sources.");
  StoredEvidence failed = recorded;
  failed.evidence.ended = Ended::kFailed;
  EXPECT_EQ(excuse_of(failed), "");
  StoredEvidence of_all = recorded;  // an old report's, say
  of_all.evidence.depends_on.clear();
  EXPECT_EQ(excuse_of(of_all), "");
  EXPECT_EQ(Excuse([](EvidenceSource&) {}, {of_all}), "");
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
  claims.claims.back().change->relies_on = {"s"};
  ListEvidence(claims);
  for (EvidenceSource& source : claims.evidence) source.tool = "go";
  if (has_thin_support) evidence.back().evidence.ended = Ended::kStopped;
  const Verdict change = JudgeClaims(claims, evidence).back();
  EXPECT_EQ(change.kind(), kU);
  return ExcuseFor(claims, claims.claims.back(), change, {"go"}).has_value();
}

// A derived claim is excused if all that keeps it unknown is missing evidence.
TEST(AnExcuse, OfTheChangeCoversAMissingPremiseAndNoThinSupport) {
  for (const bool is_thin : {false, true}) EXPECT_EQ(IsChangeExcused(kH, kH, is_thin), !is_thin);
}

TEST(AnExcuse, OfTheChangeDoesNotCoverThatWhatItReliesOnIsRefuted) {
  for (const VerdictKind equivalence : {kH, kU}) EXPECT_FALSE(IsChangeExcused(equivalence, kR));
}

TEST(AnExcuse, OfTheChangeDoesNotCoverAThinPremiseNextToAnAbsentEquivalence) {
  ClaimList claims = SyntheticClaims({});
  std::vector<StoredEvidence> evidence;
  AddJudgedAs(kU, "e", claims, evidence);
  AddJudgedAs(kH, "p", claims, evidence);
  evidence.back().evidence.ended = Ended::kStopped;
  claims.claims.push_back(ChangeClaim());
  ListEvidence(claims);
  for (EvidenceSource& source : claims.evidence) source.tool = "go";
  const Verdict change = JudgeClaims(claims, evidence).back();
  EXPECT_FALSE(ExcuseFor(claims, claims.claims.back(), change, {"go"}));
}

VerdictKind VerdictOnFold(const FoldResult& result) {
  StoredEvidence stored = SyntheticEvidence();
  stored.evidence = FoldEvidence(result);
  stored.evidence.id = "enumeration-fold";
  stored.evidence.digest = kThisDigest;
  std::vector<StoredEvidence> evidence = {stored};
  for (const char* const other : {"edges", "sample", "corpus"}) {
    evidence.push_back(SyntheticEvidence(other));
    evidence.back().evidence.kind = BuiltInClaims().FindEvidence(other)->kind;
  }
  return Verdict::FromEvidence(BuiltInClaims(), *BuiltInClaims().Find("fold-identity"), evidence)
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
