// The check of the checks: every engine kills every mutant that it can express, within a stated
// number of cases, and no equivalent one; without one of the
// relations some mutants survive, which are named here.
#include "src/mutants/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/engines/matrix.h"
#include "src/mutants/express.h"

namespace headerproof {
namespace {

using Names = std::vector<std::string>;

const std::vector<Metadata>& Corpus() {
  static const std::vector<Metadata> cases = CasesBelow(HEADERPROOF_SOURCE_DIR "/corpus");
  return cases;
}

// All mutants; every eighth under sanitizers, which are slow and look for other faults.
const std::vector<Mutant>& TestedMutants() {
  static const std::vector<Mutant> mutants = [] {
    std::vector<Mutant> tested;
    for (std::size_t i = 0; i < AllMutants().size(); i += HEADERPROOF_SANITIZED ? 8 : 1) {
      tested.push_back(AllMutants()[i]);
    }
    return tested;
  }();
  return mutants;
}

// Judging engines by name, without some of the judge's relations.
std::vector<MatrixEngine> Engines(const std::set<std::string>& names,
                                  std::initializer_list<Relation> without = {},
                                  std::uint64_t seed = 1) {
  CheckOptions options;
  for (const Relation relation : without) {
    options.relations &= static_cast<std::uint8_t>(~(1U << static_cast<unsigned>(relation)));
  }
  std::vector<MatrixEngine> engines = JudgingEngines(seed, Corpus(), options);
  std::erase_if(engines,
                [&names](const MatrixEngine& engine) { return !names.contains(engine.name); });
  return engines;
}

Names SurvivorsOf(const std::vector<MatrixEngine>& engines) {
  return Survivors(RunMutants(engines, TestedMutants(), nullptr));
}

TEST(EveryMutant, IsKilledByEveryEngineThatCanExpressItWithinAStatedNumberOfCases) {
  const auto results =
      RunMutants(Engines({"enumeration", "sample", "corpus"}), TestedMutants(), nullptr);
  EXPECT_EQ(results.size(), 3 * TestedMutants().size());
  EXPECT_EQ(Survivors(results), Names());
  for (const auto& [engine, mutant, result, seconds, beyond] : results) {
    const std::uint64_t most = engine == "enumeration" ? 60'000
                               : engine == "sample"    ? kMostSampled
                                                       : Corpus().size();
    EXPECT_LE(result.cases, most) << engine << " " << mutant->name;
  }
}

TEST(EveryMutant, IsKilledBySamplingAtOtherSeedsToo) {
  for (std::uint64_t seed = 2; seed <= 4; ++seed) {
    EXPECT_EQ(SurvivorsOf(Engines({"sample"}, {}, seed)), Names()) << "seed " << seed;
  }
}

TEST(EveryMutant, ThatIsEquivalentIsKilledByNoEngine) {
  for (const Mutant& mutant : AllMutants()) {
    if (mutant.equivalent_because.empty()) continue;
    for (const auto& [name, run] : Engines({"sample", "corpus"})) {
      EXPECT_FALSE(run(MutantConverters(mutant)).killed) << name << " " << mutant.name;
    }
  }
}

TEST(EveryMutant, ThatAnEngineIsSaidNotToExpressSurvivesIt) {
  std::set<std::string_view> reasons;  // one mutant for each: an engine that fails tries everything
  for (const Mutant& mutant : AllMutants()) {
    if (!mutant.equivalent_because.empty()) continue;
    for (const auto& [name, run] : Engines({"enumeration", "sample"})) {
      const std::string_view why = WhyNot(name, mutant);
      if (why.empty() || !reasons.insert(why).second) continue;
      EXPECT_FALSE(run(MutantConverters(mutant)).killed) << name << " " << mutant.name;
    }
  }
  EXPECT_GE(reasons.size(), 3U);
}

TEST(EveryMutant, HasANameOfItsOwnByWhichItIsFound) {
  for (const Mutant& mutant : AllMutants()) {
    EXPECT_EQ(FindMutant(mutant.name), &mutant);
    EXPECT_FALSE(mutant.summary.empty());
    EXPECT_TRUE(std::ranges::all_of(mutant.name, [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    })) << mutant.name;
  }
  EXPECT_EQ(FindMutant("unmutated"), nullptr);
  EXPECT_GE(AllMutants().size(), 100U);
  for (const auto& table : {OctetMutants(), NameMutants(), ValueMutants(), EncodingMutants(),
                            HeaderMutants(), GuardedMutants()}) {
    EXPECT_GE(table.size(), 15U) << table.front().name;
  }
}

TEST(TheWrittenRules, UnmutatedAreKilledByNoEngine) {
  for (const auto& [name, run] : Engines({"enumeration", "sample", "corpus"})) {
    EXPECT_FALSE(run(UnmutatedConverters()).killed) << name;
  }
}

// The gate, without one relation.

TEST(WithoutTheRoundTrip, WhatIsWrongOnTheWayBackSurvivesAndNoOtherMutantOfHeaders) {
  const std::vector<Mutant> headers = HeaderMutants();
  Names survives;
  for (const Mutant& mutant : headers) {
    if ((mutant.takes & kTakesWayBack) == 0) continue;
    for (const char* const engine : {"sample ", "corpus "}) {
      survives.push_back(engine + std::string(mutant.name));
    }
  }
  EXPECT_EQ(survives.size(), 8U);
  const auto engines = Engines({"sample", "corpus"}, {Relation::kRoundTrip});
  EXPECT_EQ(Survivors(RunMutants(engines, headers, nullptr)), survives);
}

TEST(WithoutTheRoundTrip, EnumerationDoesNotSeeEmptyHeadersSentBack) {
  const std::vector<Mutant> mutants = {*FindMutant("back-keeps-empty"),
                                       *FindMutant("fold-bracket")};
  EXPECT_EQ(
      Survivors(RunMutants(Engines({"enumeration"}, {Relation::kRoundTrip}), mutants, nullptr)),
      Names({"enumeration back-keeps-empty"}));
}

TEST(WithoutThePrediction, TheFirstOfTwoValuesMayWinUnseen) {
  const std::vector<Mutant> mutants = {*FindMutant("header-first-wins"),
                                       *FindMutant("error-code-unknown"),
                                       *FindMutant("looks-past-z")};
  EXPECT_EQ(Survivors(RunMutants(Engines({"sample"}, {Relation::kAsPredicted}), mutants, nullptr)),
            Names({"sample header-first-wins", "sample error-code-unknown"}));
}

// Relations 1, 3, 4 and 6 ask no model. Relation 1 follows from 3; each of the others sees what
// the rest do not.
TEST(WithoutTheModel, EachOtherRelationIsWorthMutantsOfItsOwn) {
  const auto survives_without = [](Relation hidden, std::string_view name) {
    const std::vector<Mutant> mutant = {*FindMutant(name)};
    const auto engines = Engines({"corpus"}, {Relation::kAsPredicted, Relation::kOrder, hidden});
    return !Survivors(RunMutants(engines, mutant, nullptr)).empty();
  };
  constexpr auto kModelAlone = Relation::kAsPredicted;  // nothing further is hidden
  EXPECT_FALSE(survives_without(kModelAlone, "looks-past-z"));
  EXPECT_TRUE(survives_without(Relation::kSafe, "looks-past-z"));
  EXPECT_FALSE(survives_without(kModelAlone, "response-drops-content-type"));
  EXPECT_TRUE(survives_without(Relation::kPathsAgree, "response-drops-content-type"));
  EXPECT_FALSE(survives_without(kModelAlone, "fields-swapped"));
  EXPECT_TRUE(survives_without(Relation::kRoundTrip, "fields-swapped"));
}

}  // namespace
}  // namespace headerproof
