// Nothing but the fold depends on the key policy.
#include "src/converter/key_policy.h"

#include <gtest/gtest.h>

#include <set>

#include "properties/expect.h"
#include "properties/outcome_text.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/judge/input_class.h"

namespace headerproof {
namespace {

constexpr int kCases = 20000;

Outcome OutcomeOf(const char* converter, Path path, const Metadata& metadata) {
  Outcome outcome;
  FindConverter(converter)->convert(path, metadata, outcome);
  return outcome;
}

// `metadata` under lowercased names; those that a name before them has taken are left out.
Metadata Folded(const Metadata& metadata) {
  Metadata folded;
  std::set<std::string> names;
  for (const Entry& entry : metadata) {
    std::string name = Fold(entry.name);
    if (names.insert(name).second) folded.push_back({std::move(name), entry.values});
  }
  return folded;
}

TEST(KeyPolicy, MakesNoDifferenceOnceNamesAreFolded) {
  SeededChoices choices(16);
  for (int i = 0; i < kCases; ++i) {
    const Metadata folded = Folded(GenerateMetadata(choices));
    for (const Path path : kPaths) {
      const Outcome outcome = OutcomeOf("direct", path, folded);
      for (const char* other : {"canonicalizing", "guarded", "rejecting", "canonicalizing-view",
                                "direct-view", "guarded-view", "rejecting-view"}) {
        ASSERT_EQ(OutcomeOf(other, path, folded), outcome) << other << "\n" << PrintCase(folded);
      }
    }
  }
}

// canonicalizing is direct after the names were folded, whole outcomes: with one exception, the
// error of a request, which has the name as received. It holds where the folded names are distinct,
// as the names of metadata must be.
TEST(KeyPolicy, ThatCanonicalizesIsDirectOnFoldedNames) {
  SeededChoices choices(17);
  int with_uppercase = 0;
  int request_errors = 0;
  for (int i = 0; i < kCases; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    const Metadata folded = Folded(metadata);
    if (folded.size() != metadata.size()) continue;
    with_uppercase += folded != metadata ? 1 : 0;
    for (const Path path : kPaths) {
      Outcome expected = OutcomeOf("direct", path, folded);
      if (path == Path::kRequest && !expected.ok()) {
        const Entry& entry = metadata[expected.error->entry];
        request_errors += entry != folded[expected.error->entry] ? 1 : 0;
        expected.error = TooManyValues(entry.name, entry.values, expected.error->entry);
      }
      for (const char* name : {"canonicalizing", "canonicalizing-view", "guarded"}) {
        ASSERT_EQ(OutcomeOf(name, path, metadata), expected) << name << "\n" << PrintCase(metadata);
      }
    }
  }
  EXPECT_GT(with_uppercase, 1000);
  EXPECT_GT(request_errors, 100);
}

// Where folded names collide, the conversions still do the same in turn: the items are those of the
// last spelling, moved to the name's first place.
TEST(KeyPolicy, ThatCanonicalizesLetsTheLastSpellingWin) {
  EXPECT_EQ(Converted("canonicalizing", Path::kResponse, CaseFrom("A: 1\nb: 2\na: 3\n")),
            "a: 3, b: 2");
}

TEST(KeyPolicy, ThatRejectsIsDirectWhereItDoesNotReject) {
  SeededChoices choices(18);
  int rejected = 0;
  for (int i = 0; i < kCases; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    for (const Path path : kPaths) {
      const Outcome rejecting = OutcomeOf("rejecting", path, metadata);
      if (!rejecting.ok() && rejecting.error->message.starts_with("header name is not lowercase")) {
        ++rejected;
        continue;
      }
      ASSERT_EQ(rejecting, OutcomeOf("direct", path, metadata)) << PrintCase(metadata);
    }
  }
  EXPECT_GT(rejected, 1000);
}

template <KeyPolicy policy>
Look LookedAt(std::string_view name) {
  static HeadersView headers;
  return LookAt<policy>(name, headers);
}

TEST(KeyPolicy, SpellsANameLowercaseOrAsItIs) {
  const std::string mixed = "Rpc-Caller";
  const std::string plain = "rpc-caller";
  EXPECT_EQ(LookedAt<KeyPolicy::kCanonicalizing>(mixed).spelled, plain);
  EXPECT_EQ(LookedAt<KeyPolicy::kCanonicalizing>(mixed).special, SpecialName::kCaller);
  EXPECT_EQ(LookedAt<KeyPolicy::kGuarded>(mixed).spelled, plain);
  EXPECT_EQ(LookedAt<KeyPolicy::kGuarded>(mixed).special, SpecialName::kCaller);
  EXPECT_EQ(LookedAt<KeyPolicy::kDirect>(mixed).spelled.data(), mixed.data());
  EXPECT_EQ(LookedAt<KeyPolicy::kDirect>(mixed).lowercase, plain);
  EXPECT_EQ(LookedAt<KeyPolicy::kDirect>(mixed).special, SpecialName::kApplication);
  EXPECT_TRUE(LookedAt<KeyPolicy::kRejecting>(mixed).has_uppercase);
  EXPECT_FALSE(LookedAt<KeyPolicy::kRejecting>(plain).has_uppercase);
  // A name that does not change is borrowed, also where it was folded to find that out.
  EXPECT_EQ(LookedAt<KeyPolicy::kCanonicalizing>(plain).spelled.data(), plain.data());
  EXPECT_EQ(LookedAt<KeyPolicy::kGuarded>(plain).lowercase.data(), plain.data());
}

}  // namespace
}  // namespace headerproof
