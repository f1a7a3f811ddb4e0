// The mutants: each is noticed by enumeration and by the seeded generator, and the rules that they
// are made from are noticed by neither.
#include "src/mutants/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>

#include "src/engines/catch.h"

namespace headerproof {

// How GoogleTest prints a parameter.
void PrintTo(const Mutant& mutant, std::ostream* os) {
  *os << mutant.name;
}

namespace {

constexpr std::uint64_t kSeeds = 50;
constexpr std::uint64_t kCasesEach = 2000;

class EveryMutant : public testing::TestWithParam<Mutant> {};

TEST_P(EveryMutant, IsCaughtByEnumerationUnlessItsEntrySaysWhyNot) {
  EXPECT_EQ(CatchByEnumeration(MutantSuite(GetParam())).has_value(),
            GetParam().beyond_scopes.empty())
      << GetParam().summary;
}

// What is beyond the scopes is left to coverage, which climbs to it step by step (fuzz/).
TEST_P(EveryMutant, WithinTheScopesIsCaughtByTheSeededGeneratorAtEverySeed) {
  const std::uint64_t seeds = GetParam().beyond_scopes.empty() ? kSeeds : 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    EXPECT_TRUE(CatchBySample(MutantSuite(GetParam()), seed, kCasesEach))
        << GetParam().summary << ", seed " << seed;
  }
}

TEST_P(EveryMutant, WithinTheScopesIsCaughtByTheCorpus) {
  EXPECT_EQ(CatchByCorpus(MutantSuite(GetParam()), HEADERPROOF_SOURCE_DIR "/corpus").has_value(),
            GetParam().beyond_scopes.empty())
      << GetParam().summary;
}

INSTANTIATE_TEST_SUITE_P(, EveryMutant, testing::ValuesIn(AllMutants().begin(), AllMutants().end()),
                         [](const auto& param_info) {
                           std::string name(param_info.param.name);
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Mutants, HaveNamesOfTheirOwnByWhichTheyAreFound) {
  for (const Mutant& mutant : AllMutants()) {
    EXPECT_EQ(FindMutant(mutant.name), &mutant);
    EXPECT_FALSE(mutant.summary.empty());
  }
  EXPECT_EQ(FindMutant("unmutated"), nullptr);
}

TEST(TheWrittenRules, UnmutatedAreCaughtByNoEngine) {
  EXPECT_FALSE(CatchByEnumeration(UnmutatedSuite()));
  EXPECT_FALSE(CatchBySample(UnmutatedSuite(), 1, 5000));
  EXPECT_FALSE(CatchByCorpus(UnmutatedSuite(), HEADERPROOF_SOURCE_DIR "/corpus"));
}

}  // namespace
}  // namespace headerproof
