// The minimizer: its result still shows what it showed, and nothing of it can be left out.
#include "src/judge/minimize.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "properties/expect.h"
#include "properties/planted_converters.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/engines/examine.h"
#include "src/judge/judge.h"

namespace headerproof {
namespace {

using Shows = std::function<bool(const Metadata& metadata)>;

bool HasDistinctNames(const Metadata& metadata) {
  std::set<std::string> names;
  return std::ranges::all_of(metadata,
                             [&](const Entry& entry) { return names.insert(entry.name).second; });
}

// What is minimized in these tests: that canonicalizing and direct differ by some kind.
Shows Differs(Path path, DifferenceKind kind) {
  return [path, kind](const Metadata& metadata) {
    const auto differences = Check(OwningConverters(), metadata).differences;
    return differences[static_cast<std::size_t>(path)].Has(kind);
  };
}

void ExpectMinimal(const Metadata& metadata, const Shows& shows) {
  EXPECT_TRUE(shows(metadata)) << PrintCase(metadata);
  VisitReductions(metadata, [&](const Metadata& reduced) {
    EXPECT_FALSE(shows(reduced)) << PrintCase(metadata) << "can be reduced to\n"
                                 << PrintCase(reduced);
    return false;
  });
}

TEST(Minimizer, KeepsWhatACaseShowsAndLeavesNothingToReduce) {
  SeededChoices choices(13);
  int minimized = 0;
  for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
    for (const Path path : kPaths) {
      const Shows shows = Differs(path, static_cast<DifferenceKind>(kind));
      int left = 10;
      for (int i = 0; i < 2000 && left > 0; ++i) {
        const Metadata metadata = GenerateMetadata(choices);
        if (!shows(metadata)) continue;
        --left;
        ++minimized;
        const Metadata smallest = Minimize(metadata, shows);
        ExpectMinimal(smallest, shows);
        ASSERT_TRUE(HasDistinctNames(smallest));
        ASSERT_EQ(Minimize(smallest, shows), smallest) << PrintCase(smallest);
      }
    }
  }
  EXPECT_GE(minimized, 60);
}

TEST(Minimizer, FindsTheSmallestExamples) {
  const std::string big =
      "x-long-name-of-no-matter: v\nRPC-CALLER: alice\nContent-Type: application/grpc+proto\n"
      "Rpc-Encoding: raw\nX-Uber-Rpc-Routing-Zone: z\nauthorization: secret\nFoo-Bar: 1\n";
  const auto smallest = [&big](Path path, DifferenceKind kind) {
    return PrintCase(Minimize(CaseFrom(big), Differs(path, kind)));
  };
  EXPECT_EQ(smallest(Path::kRequest, DifferenceKind::kFieldChanged), "rpc-calleR: x\n");
  EXPECT_EQ(smallest(Path::kRequest, DifferenceKind::kContentTypeLeak), "content-Type: x\n");
  EXPECT_EQ(smallest(Path::kResponse, DifferenceKind::kOriginalSpelling), "A: x\n");
}

TEST(Minimizer, MakesValuesNeutralBeforeAnythingElse) {
  const Metadata metadata = CaseFrom("authorization: Bearer secret\ncookie: crumbs\n");
  Metadata first;
  VisitReductions(metadata, [&first](const Metadata& reduced) {
    first = reduced;
    return true;
  });
  EXPECT_EQ(PrintCase(first), "authorization: x\ncookie: x\n");
}

TEST(Minimizer, LeavesASecretOnlyWhereWhatIsShownDependsOnIt) {
  const Metadata metadata = CaseFrom("authorization: Bearer secret\nfoo: bar\n");
  EXPECT_EQ(PrintCase(Minimize(metadata, [](const Metadata& reduced) { return !reduced.empty(); })),
            "\"\"\n");
  EXPECT_EQ(PrintCase(Minimize(metadata,
                               [](const Metadata& reduced) {
                                 return PrintCase(reduced).find("secret") != std::string::npos;
                               })),
            "\"\": secret\n");
}

TEST(Minimizer, ReducesToNothingWhatEverythingShows) {
  SeededChoices choices(14);
  for (int i = 0; i < 200; ++i) {
    EXPECT_TRUE(Minimize(GenerateMetadata(choices), [](const Metadata&) { return true; }).empty());
  }
}

TEST(Minimizer, VisitsNoReductionThatIsTheCaseItself) {
  SeededChoices choices(15);
  for (int i = 0; i < 500; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    VisitReductions(metadata, [&](const Metadata& reduced) {
      EXPECT_NE(reduced, metadata) << PrintCase(metadata);
      EXPECT_TRUE(HasDistinctNames(reduced)) << PrintCase(metadata) << PrintCase(reduced);
      return testing::Test::HasFailure();
    });
  }
}

TEST(Minimizer, KeepsTwoNamesThatMustStayTwo) {
  const auto two = [](const Metadata& metadata) { return metadata.size() == 2; };
  const Metadata smallest = Minimize(CaseFrom("rpc-caller: alice\nfoo: bar\n"), two);
  EXPECT_EQ(smallest.size(), 2U);
  EXPECT_TRUE(HasDistinctNames(smallest));
  ExpectMinimal(smallest, two);
}

TEST(Minimizer, ReducesAHugeCaseQuickly) {
  Metadata metadata;
  for (int i = 0; i < 2000; ++i) metadata.push_back({"name-" + std::to_string(i), {"value"}});
  metadata.push_back({std::string(16384, 'a') + "X", {std::string(16384, 'v')}});
  const auto shows = Differs(Path::kRequest, DifferenceKind::kOriginalSpelling);
  EXPECT_EQ(PrintCase(Minimize(metadata, shows)), "A: x\n");
}

// One value must stay as it is, so that no step may change all of them at once.
TEST(Minimizer, TriesFewReductionsOfManyEntriesOfWhichTwoMatter) {
  Metadata metadata;
  for (int i = 0; i < 5000; ++i) metadata.push_back({std::to_string(i), {"v"}});
  metadata[700] = {"rpc-caller", {""}};
  metadata[4800].values = {"v", "w"};
  std::size_t tried = 0;
  const auto shows = [&tried](const Metadata& reduced) {
    ++tried;
    const auto has_values = [&reduced](const std::vector<std::string>& values) {
      return std::ranges::find(reduced, values, &Entry::values) != reduced.end();
    };
    return has_values({""}) && std::ranges::any_of(reduced, [](const Entry& entry) {
             return entry.values.size() == 2;
           });
  };
  EXPECT_EQ(PrintCase(Minimize(metadata, shows)), "\"\":\na: x\na: x\n");
  EXPECT_LT(tried, 1000U);
}

Metadata Numbered(std::size_t count) {
  Metadata metadata;
  for (std::size_t i = 0; i < count; ++i) metadata.push_back({std::to_string(i), {"v"}});
  return metadata;
}

// Whatever is removed of half the entries, they no longer show: that takes many tries of many.
TEST(Minimizer, EndsBeforeTheSmallestWhereThatTakesTooLong) {
  constexpr std::size_t kHalf = 10'000;
  std::size_t asked = 0;
  bool is_smallest = true;
  const Metadata smaller = Minimize(
      Numbered(2 * kHalf),
      [&](const Metadata& reduced) {
        asked += reduced.size();
        return reduced.size() >= kHalf;
      },
      &is_smallest);
  EXPECT_EQ(smaller.size(), kHalf);
  EXPECT_FALSE(is_smallest);
  EXPECT_LE(asked, kMostEntriesAsked);
  EXPECT_GT(asked, kMostEntriesAsked / 2);
}

TEST(Minimizer, SaysThatItsResultIsTheSmallest) {
  bool is_smallest = false;
  Minimize(
      CaseFrom("foo: bar\n"), [](const Metadata& reduced) { return !reduced.empty(); },
      &is_smallest);
  EXPECT_TRUE(is_smallest);
}

// A long name counts as many entries do.
TEST(Minimizer, EndsBeforeTheSmallestWhereNamesAreLong) {
  std::size_t octets = 0;
  bool is_smallest = true;
  Minimize(
      {{std::string(1 << 20, '~'), {}}},
      [&](const Metadata& reduced) {
        if (reduced.empty()) return false;
        octets += reduced[0].name.size();
        return reduced[0].name.size() == 1 << 20;
      },
      &is_smallest);
  EXPECT_FALSE(is_smallest);
  EXPECT_LE(octets, 32 * kMostEntriesAsked);
}

// As `check` does it, with a fault that one of twenty thousand entries shows.
TEST(Minimizer, FindsTheOneEntryOfTwentyThousandThatShowsAFault) {
  PlantedConverters planted;
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    const bool has_it = std::ranges::find(metadata, "12345", &Entry::name) != metadata.end();
    if (has_it && !outcome.headers.empty()) outcome.headers.pop_back();
  });
  const Examiner examiner({planted.converter_set()});
  const auto shows = [&](const Metadata& reduced) { return !examiner.Violations(reduced).empty(); };
  const Metadata metadata = Numbered(20'000);
  ASSERT_TRUE(shows(metadata));
  ASSERT_TRUE(Examiner(OwnConverterSets()).Violations(metadata).empty());
  bool is_smallest = false;
  EXPECT_EQ(PrintCase(Minimize(metadata, shows, &is_smallest)), "12345: x\n");
  EXPECT_TRUE(is_smallest);
}

}  // namespace
}  // namespace headerproof
