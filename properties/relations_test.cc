// The relations as properties of any metadata, checked by RapidCheck through the one judge.
#include <memory>

#include "properties/arbitrary_metadata.h"
#include "properties/expect.h"
#include "src/engines/fuzz_tally.h"
#include "src/judge/judge.h"
#include "src/judge/order.h"
#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

std::vector<Suite> AllSuites() {
  return {OwningSuite(), ZeroCopySuite(), ModelSuite()};
}

CheckOptions Only(Relation relation) {
  return {.relations = static_cast<std::uint8_t>(1U << static_cast<unsigned>(relation))};
}

// What these properties tried, for whoever names a file by HEADERPROOF_TALLY.
FuzzRecorder& Recorder() {
  static FuzzRecorder recorder("rapidcheck");
  return recorder;
}

// One relation of the judge, for every suite.
void AssertObeys(const Metadata& metadata, Relation relation) {
  for (const Suite& suite : AllSuites()) {
    Judge judge(suite);
    const Judgement& judgement = judge.Check(metadata, Only(relation));
    if (suite == OwningSuite()) Recorder().Count(metadata, AllSuites().size(), judgement.checked);
    if (judgement.obeyed()) continue;
    Recorder().CountViolations(judgement.violations.size());
    RC_FAIL(DescribeFailure(metadata, judgement.violations));
  }
}

TEST(Relations, AllPoliciesReturnTheSameOutcomeForLowercaseMetadata) {
  EXPECT_TRUE(CheckProperty(
      [](const Metadata& metadata) { AssertObeys(metadata, Relation::kTransparent); }));
}

TEST(Relations, EachPolicyReturnsWhatTheModelPredictsForAnyMetadata) {
  EXPECT_TRUE(CheckProperty(
      [](const Metadata& metadata) { AssertObeys(metadata, Relation::kAsPredicted); }));
}

TEST(Relations, AGuardedConversionEqualsACanonicalizingOneAndRejectingRejectsExactly) {
  EXPECT_TRUE(
      CheckProperty([](const Metadata& metadata) { AssertObeys(metadata, Relation::kSafe); }));
}

TEST(Relations, TheTwoPathsAgreeForLowercaseMetadata) {
  EXPECT_TRUE(CheckProperty(
      [](const Metadata& metadata) { AssertObeys(metadata, Relation::kPathsAgree); }));
}

TEST(Relations, AnOutcomeDependsOnTheOrderOfEntriesOnlyForAReason) {
  rc::detail::TestParams params = PropertyParams();
  params.maxSuccess = std::max(1, params.maxSuccess / 4);  // each case is 24 orders
  EXPECT_TRUE(CheckProperty(
      [](const Metadata& metadata) {
        for (const Suite& suite : AllSuites()) {
          const std::vector<Violation> violations = CheckOrder(suite, metadata);
          if (!violations.empty()) RC_FAIL(DescribeFailure(metadata, violations));
        }
      },
      params));
}

TEST(Relations, ARequestTurnedIntoMetadataAndBackIsThatRequest) {
  EXPECT_TRUE(
      CheckProperty([](const Metadata& metadata) { AssertObeys(metadata, Relation::kRoundTrip); }));
}

// Runs a property that must fail; returns the case that it was shrunk to, and how many cases it
// took in `cases`.
Metadata Counterexample(const Suite& suite, std::uint64_t seed, int budget) {
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = budget;
  Metadata last_failing;
  const testing::AssertionResult result = CheckProperty(
      [&](const Metadata& metadata) {
        Judge judge(suite);
        if (judge.Check(metadata).obeyed()) return;
        last_failing = metadata;  // the last that fails is what shrinking ended at
        RC_FAIL("");
      },
      params);
  EXPECT_FALSE(result) << "not found with seed " << seed;
  return last_failing;
}

// Every mutant that small cases can show, at each of 50 seeds.
TEST(Relations, AreSeenBrokenWithinTheBudgetAndShrunkAsFarAsTheMinimizerGoes) {
  for (const Mutant& mutant : AllMutants()) {
    if (!mutant.beyond_scopes.empty()) continue;
    const Suite suite = MutantSuite(mutant);
    Judge judge(suite);
    const auto shows = [&judge](const Metadata& metadata) {
      return !judge.Check(metadata).obeyed();
    };
    for (std::uint64_t seed = 1; seed <= (HEADERPROOF_SANITIZED ? 5 : 50); ++seed) {
      const Metadata witness = Counterexample(suite, seed, 2000);
      EXPECT_TRUE(shows(witness)) << mutant.name;
      EXPECT_EQ(Minimize(witness, shows), witness) << mutant.name << "\n" << PrintCase(witness);
      EXPECT_LE(witness.size(), 2U) << mutant.name << "\n" << PrintCase(witness);
    }
  }
}

TEST(Relations, RepeatTheSameRunForTheSameSeedAndBudget) {
  const auto run = [](std::uint64_t seed) {
    rc::detail::TestParams params;
    params.seed = seed;
    params.maxSuccess = 200;
    std::string seen;
    EXPECT_TRUE(
        CheckProperty([&seen](const Metadata& metadata) { seen += PrintCase(metadata); }, params));
    return seen;
  };
  EXPECT_EQ(run(1), run(1));
  EXPECT_NE(run(1), run(2));
}

TEST(Relations, CountGivingUpAsAFailure) {
  rc::detail::TestParams params;
  params.maxSuccess = 10;
  EXPECT_FALSE(CheckProperty([](const Metadata&) { RC_DISCARD("never"); }, params));
}

}  // namespace
}  // namespace headerproof
