// The relations as properties of any metadata, checked by RapidCheck through the one judge.
#include <array>
#include <cstdlib>
#include <ctime>
#include <memory>
#include <string>
#include <vector>

#include "properties/arbitrary_metadata.h"
#include "properties/expect.h"
#include "src/engines/matrix.h"
#include "src/engines/mutation_evidence.h"
#include "src/engines/tally_evidence.h"
#include "src/evidence/evidence.h"
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

// Writes evidence to the folder that HEADERPROOF_EVIDENCE names, if it names one.
void LeaveEvidence(Evidence evidence) {
  const char* const folder = std::getenv("HEADERPROOF_EVIDENCE");
  if (folder == nullptr || *folder == '\0') return;
  StampEvidence(evidence);
  WriteEvidence(folder, evidence);
}

// What these properties tried; the evidence property-rapidcheck is written at the end.
class Tried : public testing::Environment {
 public:
  static Tally& tally() {
    static Tally tally;
    return tally;
  }

  void TearDown() override {
    const testing::UnitTest& run = *testing::UnitTest::GetInstance();
    Evidence evidence;
    evidence.id = "property-rapidcheck";
    evidence.kind = EvidenceKind::kProperty;
    evidence.scope = "metadata of the generator, drawn and grown by RapidCheck from a printed seed";
    const bool ran_all = run.test_to_run_count() == run.total_test_count();
    evidence.ended = run.Passed() ? FinishedIf(ran_all) : Ended::kFailed;
    evidence.command =
        "HEADERPROOF_CASES=20000 RC_PARAMS=\"seed=1\" build/release/properties/relations_test";
    evidence.seconds = static_cast<double>(run.elapsed_time()) / 1000;
    AddTally(tally(), evidence);
    if (tally().violations != 0) {
      // The test printed what it found, with the smallest case.
      evidence.contradictions.push_back(
          {evidence.id, std::to_string(tally().violations) + " violations were found.", {}});
    }
    LeaveEvidence(std::move(evidence));
  }
};

[[maybe_unused]] testing::Environment* const tried = testing::AddGlobalTestEnvironment(new Tried);

void Count(const Metadata& metadata, std::uint64_t checks,
           const std::array<bool, kRelationCount>& checked) {
  Tally& tally = Tried::tally();
  ++tally.cases;
  tally.checks += checks;
  for (std::size_t i = 0; i < kRelationCount; ++i) tally.relations[i] += checked[i] ? 1U : 0U;
  const bool is_http2 = MetadataDomain(metadata) <= Domain::kHttp2;
  const bool is_asked = checked[static_cast<std::size_t>(Relation::kTransparent)];
  tally.transparent_http2 += is_http2 && is_asked ? 1U : 0U;
  const std::uint32_t classes = ClassifyInput(metadata).bits();
  for (std::size_t i = 0; i < kInputClassCount; ++i) tally.classes[i] += classes >> i & 1U;
}

// One relation of the judge, for every converter set.
void AssertObeys(const Metadata& metadata, Relation relation) {
  for (const ConverterSet& converter_set : AllConverterSets()) {
    const Judgement judgement = Check(converter_set, metadata, Only(relation));
    if (converter_set == OwningConverters())
      Count(metadata, AllConverterSets().size(), judgement.checked);
    if (judgement.obeyed()) continue;
    Tried::tally().violations += judgement.violations.size();
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
          const std::vector<Violation> violations =
              CheckOrder(converter_set, metadata, kMostOrders);
          if (!violations.empty()) RC_FAIL(DescribeFailure(metadata, violations));
        }
      },
      params));
}

TEST(Relations, ARequestTurnedIntoMetadataAndBackIsThatRequest) {
  EXPECT_TRUE(
      CheckProperty([](const Metadata& metadata) { AssertObeys(metadata, Relation::kRoundTrip); }));
}

// A property that must fail: `result` is of the first case that fails; it was then shrunk.
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

// Every mutant that RapidCheck can show; every eighth under sanitizers. What it took is the
// evidence mutants-rapidcheck.
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
  LeaveEvidence(MutationEvidence("rapidcheck", results));
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
