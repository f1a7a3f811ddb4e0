// The relations as properties of any metadata, checked by RapidCheck through the one judge.
#include <memory>

#include "properties/arbitrary_metadata.h"
#include "properties/expect.h"
#include "properties/planted_suite.h"
#include "src/judge/judge.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

std::vector<Suite> AllSuites() {
  return {OwningSuite(), ZeroCopySuite(), ModelSuite()};
}

CheckOptions Only(Relation relation) {
  return {.relations = static_cast<std::uint8_t>(1U << static_cast<unsigned>(relation))};
}

// One relation of the judge, for every suite.
void AssertObeys(const Metadata& metadata, Relation relation) {
  for (const Suite& suite : AllSuites()) {
    Judge judge(suite);
    const Judgement& judgement = judge.Check(metadata, Only(relation));
    if (!judgement.obeyed()) RC_FAIL(DescribeFailure(metadata, judgement.violations));
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

// A fold that misses the last octet: names are folded but for it, and converted.
TEST(Relations, AreSeenBrokenWithinTheBudgetAndShrunkAsFarAsTheMinimizerGoes) {
  PlantedSuite planted;
  planted.Replace(KeyPolicy::kGuarded, [](Path path, const Metadata& metadata, Outcome& outcome) {
    Metadata folded = metadata;
    for (Entry& entry : folded) {
      if (!entry.name.empty()) {
        entry.name = Fold(entry.name.substr(0, entry.name.size() - 1)) + entry.name.back();
      }
    }
    FindConverter("direct")->convert(path, folded, outcome);
  });
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Metadata witness = Counterexample(planted.suite(), seed, 2000);
    Judge judge(planted.suite());
    const auto shows = [&judge](const Metadata& metadata) {
      return !judge.Check(metadata).obeyed();
    };
    EXPECT_TRUE(shows(witness));
    EXPECT_EQ(Minimize(witness, shows), witness) << PrintCase(witness);
    EXPECT_LE(witness.size(), 2U) << PrintCase(witness);
  }
}

TEST(Relations, AreSeenBrokenWhereASecondValueIsTakenForTheFirst) {
  PlantedSuite planted;
  planted.Replace(KeyPolicy::kDirect, [](Path path, const Metadata& metadata, Outcome& outcome) {
    Metadata cut = metadata;
    for (Entry& entry : cut) {
      if (entry.values.size() > 1) entry.values.resize(1);
    }
    FindConverter("direct")->convert(path, cut, outcome);
  });
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const Metadata witness = Counterexample(planted.suite(), seed, 2000);
    ASSERT_EQ(witness.size(), 1U);
    EXPECT_EQ(witness[0].values.size(), 2U);
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
