// The relations as properties of any metadata, checked by RapidCheck through the one judge.
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "properties/arbitrary_metadata.h"
#include "properties/expect.h"
#include "src/engines/matrix.h"
#include "src/fuzzing/counts.h"
#include "src/judge/judge.h"
#include "src/judge/order.h"
#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

std::vector<ConverterSet> AllConverterSets() {
  return {OwningConverters(), ZeroCopyConverters(), ModelConverters()};
}

CheckOptions Only(Relation relation) {
  return {.relations = static_cast<std::uint8_t>(1U << static_cast<unsigned>(relation))};
}

// What these properties tried, for whoever names a file by HEADERPROOF_TALLY.
FuzzRecorder& Recorder() {
  static FuzzRecorder recorder("rapidcheck");
  return recorder;
}

// One relation of the judge, for every converter set.
void AssertObeys(const Metadata& metadata, Relation relation) {
  for (const ConverterSet& converter_set : AllConverterSets()) {
    const Judgement judgement = Check(converter_set, metadata, Only(relation));
    if (converter_set == OwningConverters())
      Recorder().Count(metadata, AllConverterSets().size(), judgement.checked);
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
        for (const ConverterSet& converter_set : AllConverterSets()) {
          const std::vector<Violation> violations = CheckOrder(converter_set, metadata);
          if (!violations.empty()) RC_FAIL(DescribeFailure(metadata, violations));
        }
      },
      params));
}

TEST(Relations, ARequestTurnedIntoMetadataAndBackIsThatRequest) {
  EXPECT_TRUE(
      CheckProperty([](const Metadata& metadata) { AssertObeys(metadata, Relation::kRoundTrip); }));
}

// What a property that must fail came to: its first case that fails, and what it was shrunk to.
struct Counterexample {
  MutationResult result;
  Metadata counterexample;
};

Counterexample FindCounterexample(const Mutant& mutant, std::uint64_t seed, int budget) {
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = budget;
  Counterexample found;
  found.result.engine = "rapidcheck";
  found.result.mutant = &mutant;
  KillResult& result = found.result.result;
  const std::clock_t start = std::clock();
  const testing::AssertionResult obeyed = CheckProperty(
      [&](const Metadata& metadata) {
        if (!result.killed) ++result.cases;
        if (Check(MutantConverters(mutant), metadata).obeyed()) return;
        if (!result.killed) {
          found.result.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        }
        result.killed = true;
        found.counterexample = metadata;  // the last that fails is what shrinking ended at
        RC_FAIL("");
      },
      params);
  EXPECT_NE(obeyed, result.killed) << mutant.name;
  return found;
}

// Every mutant that RapidCheck can show; every eighth under sanitizers. What it took is left where
// HEADERPROOF_MATRIX says, for the audit.
TEST(Relations, AreSeenBrokenWithinTheBudgetAndShrunkAsFarAsTheMinimizerGoes) {
  constexpr int kBudget = 10'000;
  std::vector<MutationResult> results;
  for (std::size_t i = 0; i < AllMutants().size(); i += HEADERPROOF_SANITIZED ? 8 : 1) {
    const Mutant& mutant = AllMutants()[i];
    if (!Beyond("rapidcheck", mutant).empty()) continue;
    const auto [result, counterexample] = FindCounterexample(mutant, 1, kBudget);
    results.push_back(result);
    const auto shows = [&mutant](const Metadata& metadata) {
      return !Check(MutantConverters(mutant), metadata).obeyed();
    };
    EXPECT_TRUE(shows(counterexample)) << mutant.name;
    EXPECT_EQ(Minimize(counterexample, shows), counterexample) << mutant.name << "\n"
                                                               << PrintCase(counterexample);
    EXPECT_LE(counterexample.size(), (mutant.takes & kTakesFourEntries) != 0 ? 4U : 2U)
        << mutant.name << "\n"
        << PrintCase(counterexample);
  }
  EXPECT_EQ(Survivors(results), std::vector<std::string>());
  if (const char* const file = std::getenv("HEADERPROOF_MATRIX")) {
    std::ofstream(file) << PrintMutationResults(results);
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
