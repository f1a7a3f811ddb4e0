// The check of the store by operations, on cases by hand and from the generator: the fuzz target's,
// without a fuzzer.
#include <gtest/gtest.h>

#include "properties/expect.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/fuzzing/check_headers.h"

#define EXPECT_STORES_OBEY(text) EXPECT_EQ(HeadersFault(CaseFrom(text)), "")

namespace headerproof {
namespace {

TEST(TheStores, DeleteOneSpellingAndLeaveTheOther) {
  EXPECT_STORES_OBEY(
      "Foo: a\n"
      "foo: b\n"
      "FOO: -\n");
}

TEST(TheStores, StoreAgainWhatWasDeleted) {
  EXPECT_STORES_OBEY(
      "a: 1\n"
      "a: -\n"
      "a: 2\n"
      "A: -\n"
      "A: 3\n");
}

TEST(TheStores, AreTheMapsForMoreNamesThanAreScanned) {
  Metadata metadata;
  for (int i = 0; i < 40; ++i) {
    metadata.push_back({(i % 3 == 0 ? "Name" : "name") + std::to_string(i), {"v", "-", "w"}});
  }
  EXPECT_EQ(HeadersFault(metadata), "");
}

TEST(TheStores, AreTheMapsForGeneratedOperations) {
  SeededChoices choices(1);
  for (int i = 0; i < 5000; ++i) {
    Metadata metadata = GenerateMetadata(choices, {.max_entries = 20});
    for (Entry& entry : metadata) {
      if (choices.OneIn(3)) entry.values.push_back("-");
    }
    ASSERT_EQ(HeadersFault(metadata), "") << PrintCase(metadata);
  }
}

}  // namespace
}  // namespace headerproof
