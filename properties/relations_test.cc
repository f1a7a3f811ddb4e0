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

// A property that must fail has met `meeting` (by the first case that fails), and was shrunk.
struct Counterexample {
  Meeting meeting;
  Metadata witness;
};

Counterexample FindCounterexample(const Mutant& mutant, std::uint64_t seed, int budget) {
  rc::detail::TestParams params;
  params.seed = seed;
  params.maxSuccess = budget;
  Counterexample found;
  found.meeting.engine = "rapidcheck";
  found.meeting.mutant = &mutant;
  CatchResult& result = found.meeting.result;
  const std::clock_t start = std::clock();
  const testing::AssertionResult obeyed = CheckProperty(
      [&](const Metadata& metadata) {
        Judge judge(MutantSuite(mutant));
        if (!result.caught) ++result.cases;
        if (judge.Check(metadata).obeyed()) return;
        if (!result.caught) {
          found.meeting.seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        }
        result.caught = true;
        found.witness = metadata;  // the last that fails is what shrinking ended at
        RC_FAIL("");
      },
      params);
  EXPECT_NE(obeyed, result.caught) << mutant.name;
  return found;
}

// Every mutant that RapidCheck can show; every eighth under sanitizers. What it took is left where
// HEADERPROOF_MATRIX says, for the audit.
TEST(Relations, AreSeenBrokenWithinTheBudgetAndShrunkAsFarAsTheMinimizerGoes) {
  constexpr int kBudget = 10'000;
  std::vector<Meeting> meetings;
  for (std::size_t i = 0; i < AllMutants().size(); i += HEADERPROOF_SANITIZED ? 8 : 1) {
    const Mutant& mutant = AllMutants()[i];
    if (!Beyond("rapidcheck", mutant).empty()) continue;
    const auto [meeting, witness] = FindCounterexample(mutant, 1, kBudget);
    meetings.push_back(meeting);
    Judge judge(MutantSuite(mutant));
    const auto shows = [&judge](const Metadata& metadata) {
      return !judge.Check(metadata).obeyed();
    };
    EXPECT_TRUE(shows(witness)) << mutant.name;
    EXPECT_EQ(Minimize(witness, shows), witness) << mutant.name << "\n" << PrintCase(witness);
    EXPECT_LE(witness.size(), (mutant.takes & kTakesFourEntries) != 0 ? 4U : 2U)
        << mutant.name << "\n"
        << PrintCase(witness);
  }
  EXPECT_EQ(Escapes(meetings), std::vector<std::string>());
  if (const char* const file = std::getenv("HEADERPROOF_MATRIX")) {
    std::ofstream(file) << PrintMeetings(meetings);
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
