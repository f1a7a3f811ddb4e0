// The mutants: each is noticed by enumeration and by the seeded generator, and the rules that they
// are made from are noticed by neither.
#include "src/mutants/mutants.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>

#include "src/cases/generator.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/engines/failure.h"
#include "src/judge/minimize.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostNameOctets = 1;
constexpr std::size_t kMostLaneOctets = 9;
constexpr std::uint64_t kSeeds = 50;
constexpr std::size_t kCasesEach = 2000;

using Examine = std::function<bool(const Metadata& metadata)>;  // returns whether to go on

// Enumerates a part of the three scopes: names of one octet, lanes of one word and an octet, and
// the pairs and triples of special names. Stops when `examine` says so; returns whether it did not.
bool EnumerateAPart(const Examine& examine) {
  std::string octets(256, '\0');
  for (std::size_t i = 0; i < octets.size(); ++i) octets[i] = static_cast<char>(i);
  const NameScope names(octets, kMostNameOctets);
  for (std::uint64_t i = 0; i < names.size(); ++i) {
    if (!examine({{names.At(i), {"v"}}})) return false;
  }
  const LaneScope lanes(kMostLaneOctets);
  for (std::uint64_t i = 0; i < lanes.size(); ++i) {
    if (!examine({{lanes.At(i), {"v"}}})) return false;
  }
  const SpecialScope special;
  bool goes_on = true;
  // Every seventh first entry: all names and all shapes of values have their turn.
  for (std::size_t first = 0; goes_on && first < special.entries().size(); first += 7) {
    special.VisitBeginningWith(first, [&](const Metadata& metadata, bool) {
      if (metadata.size() == 2) goes_on = goes_on && examine(metadata);
    });
  }
  return goes_on;
}

// The case of seed `seed` at which a suite is noticed, or kCasesEach.
std::size_t CasesUntilNoticed(const Suite& suite, std::uint64_t seed) {
  Examiner examiner({suite});
  SeededChoices choices(seed);
  for (std::size_t i = 0; i < kCasesEach; ++i) {
    if (!examiner.Examine(GenerateMetadata(choices))) return i;
  }
  return kCasesEach;
}

class EveryMutant : public testing::TestWithParam<Mutant> {};

TEST_P(EveryMutant, IsCaughtByEnumerationUnlessItsEntrySaysWhyNot) {
  Examiner examiner({MutantSuite(GetParam())});
  const bool missed =
      EnumerateAPart([&](const Metadata& metadata) { return examiner.Examine(metadata); });
  EXPECT_EQ(missed, !GetParam().beyond_scopes.empty()) << GetParam().summary;
}

// What is beyond the scopes is left to coverage, which climbs to it step by step (fuzz/).
TEST_P(EveryMutant, WithinTheScopesIsCaughtByTheSeededGeneratorAtEverySeed) {
  const std::uint64_t seeds = GetParam().beyond_scopes.empty() ? kSeeds : 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    EXPECT_LT(CasesUntilNoticed(MutantSuite(GetParam()), seed), kCasesEach)
        << GetParam().summary << ", seed " << seed;
  }
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

TEST(TheWrittenRules, UnmutatedObeyEverything) {
  Examiner examiner({UnmutatedSuite()});
  const auto obeys = [&](const Metadata& metadata) {
    if (examiner.Examine(metadata, kMostOrders)) return true;
    ADD_FAILURE() << DescribeFailure(metadata, examiner.Violations(metadata));
    return false;
  };
  EXPECT_TRUE(EnumerateAPart(obeys));
  SeededChoices choices(1);
  for (int i = 0; i < 5000; ++i) {
    if (!obeys(GenerateMetadata(choices))) break;
  }
}

}  // namespace
}  // namespace headerproof
