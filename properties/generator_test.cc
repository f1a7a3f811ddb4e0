// The generator and its sources of choices: each class of input often enough, each run repeatable.
#include "src/cases/generator.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <vector>

#include "properties/expect.h"
#include "src/cases/choices.h"
#include "src/judge/input_class.h"

namespace headerproof {
namespace {

struct Floor {
  InputClass input_class;
  int least;  // of 20,000
};

// About two thirds of what the generator gives: a change that halves a class shows here, by name.
constexpr std::array<Floor, kInputClassCount> kFloors = {{{InputClass::kGrpc, 7000},
                                                          {InputClass::kToken, 500},
                                                          {InputClass::kHttp2, 2000},
                                                          {InputClass::kLowercase, 2000},
                                                          {InputClass::kNone, 1800},
                                                          {InputClass::kCollision, 800},
                                                          {InputClass::kBinary, 4000},
                                                          {InputClass::kSeveralValues, 8000},
                                                          {InputClass::kNoValue, 3500},
                                                          {InputClass::kEmptyValue, 2500},
                                                          {InputClass::kSpecial, 6000},
                                                          {InputClass::kMisspelled, 650},
                                                          {InputClass::kLong, 1000}}};

TEST(Generator, MakesEveryClassOfInputOften) {
  SeededChoices choices(6);
  std::array<int, kInputClassCount> counts{};
  for (int i = 0; i < 20000; ++i) {
    const InputClassSet classes = ClassifyInput(GenerateMetadata(choices));
    for (std::size_t c = 0; c < counts.size(); ++c) {
      counts[c] += classes.Has(static_cast<InputClass>(c)) ? 1 : 0;
    }
  }
  for (const auto& [input_class, least] : kFloors) {
    EXPECT_GE(counts[static_cast<std::size_t>(input_class)], least) << InputClassName(input_class);
  }
}

TEST(Generator, RepeatsARunOfOneSeed) {
  SeededChoices a(7);
  SeededChoices b(7);
  SeededChoices other(8);
  int differing = 0;
  for (int i = 0; i < 1000; ++i) {
    const Metadata made = GenerateMetadata(a);
    ASSERT_EQ(made, GenerateMetadata(b));
    differing += made != GenerateMetadata(other) ? 1 : 0;
  }
  EXPECT_GT(differing, 500);
}

// FNV-1a of what seeds 1 to 100 give. A seed in an old report repeats its run only as long as this
// stays; who changes the generator on purpose states the new number.
TEST(Generator, GivesWhatItAlwaysGaveForASeed) {
  std::uint64_t digest = 0xcbf29ce484222325;
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    SeededChoices choices(seed);
    for (int i = 0; i < 20; ++i) {
      const Metadata metadata = GenerateMetadata(choices, {.with_huge_names = i % 5 == 0});
      for (const char c : PrintCase(metadata)) {
        digest = (digest ^ static_cast<unsigned char>(c)) * 0x100000001b3;
      }
    }
  }
  EXPECT_EQ(digest, 9936219552753504194U);
}

TEST(Generator, MakesDistinctNamesWithinTheLimits) {
  SeededChoices choices(9);
  std::size_t longest = 0;
  for (int i = 0; i < 5000; ++i) {
    const Metadata metadata =
        GenerateMetadata(choices, {.max_entries = 9, .with_huge_names = true});
    ASSERT_LE(metadata.size(), 9U);
    std::set<std::string> names;
    for (const auto& [name, values] : metadata) {
      ASSERT_TRUE(names.insert(name).second);
      ASSERT_LE(values.size(), 3U);
      longest = std::max(longest, name.size());
    }
  }
  EXPECT_GE(longest, 16383U);
}

TEST(Generator, MakesTheSimplestOfNoChoices) {
  OctetChoices choices("");
  EXPECT_TRUE(GenerateMetadata(choices).empty());
  EXPECT_EQ(GenerateName(choices, Domain::kNone), "a");
  EXPECT_EQ(GenerateValue(choices, "foo"), "x");
}

TEST(Generator, ChangesOnlyTheCaseOfANameThatItRespells) {
  SeededChoices choices(10);
  std::set<std::string> spellings;
  for (int i = 0; i < 1000; ++i) {
    const std::string spelled = Respell(choices, "rpc-caller");
    ASSERT_EQ(Fold(spelled), "rpc-caller");
    spellings.insert(spelled);
  }
  EXPECT_TRUE(spellings.contains("Rpc-Caller"));
  EXPECT_TRUE(spellings.contains("RPC-CALLER"));
  EXPECT_EQ(spellings.size(), 12U);  // those, itself, and one for each letter
  EXPECT_EQ(Respell(choices, "123-_"), "123-_");
  EXPECT_EQ(Respell(choices, ""), "");
}

TEST(Choices, FromASeedAreThoseOfSplitMix64) {
  // The top 32 bits of the first outputs for seed 0: e220a839, 6e789e6a, 06c45d18.
  SeededChoices choices(0);
  EXPECT_EQ(choices.Below(0x10000), 0xe220U);
  EXPECT_EQ(choices.Below(0x10000), 0x6e78U);
  EXPECT_EQ(choices.Below(0x10000), 0x06c4U);
}

TEST(Choices, FromOctetsTakeAsManyAsTheRangeNeeds) {
  OctetChoices choices("\x05\x01\x02\x07");
  EXPECT_EQ(choices.Below(1), 0U);  // takes none
  EXPECT_EQ(choices.Below(4), 1U);
  EXPECT_EQ(choices.Below(300), 0x102U);
  EXPECT_EQ(choices.Below(256), 7U);
  EXPECT_EQ(choices.Below(1000), 0U);  // there are none left
}

// A generator whose ranges depend on earlier choices: up to two letters of three.
std::string UpToTwoLetters(Choices& choices) {
  std::string word;
  const std::uint32_t length = choices.Below(3);
  for (std::uint32_t i = 0; i < length; ++i) word += static_cast<char>('a' + choices.Below(3));
  return word;
}

TEST(Choices, ThatCountRunThroughEverythingOnceInOrder) {
  const std::vector<std::string> expected = {"",   "a",  "b",  "c",  "aa", "ab", "ac",
                                             "ba", "bb", "bc", "ca", "cb", "cc"};
  std::vector<std::string> visited;
  CountingChoices choices;
  do {
    visited.push_back(UpToTwoLetters(choices));
  } while (choices.Advance());
  EXPECT_EQ(visited, expected);
}

}  // namespace
}  // namespace headerproof
