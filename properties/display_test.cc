// What a person is shown of a case: nothing raw, nothing endless, no credentials.
#include "src/cases/display.h"

#include <gtest/gtest.h>

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/judge/describe.h"
#include "src/judge/judge.h"

namespace headerproof {
namespace {

bool IsPrintable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= 0x20 && c <= 0x7e); });
}

TEST(Display, EscapesEveryOctetThatATerminalMightTake) {
  EXPECT_EQ(DisplayName(std::string("\0\r\n\xff\x1b", 5)), "\\x00\\x0d\\x0a\\xff\\x1b");
  EXPECT_EQ(DisplayValue("foo", "a\tb"), "a\\x09b");
}

TEST(Display, CutsLongTextAndSaysItsLength) {
  EXPECT_EQ(DisplayValue("foo", std::string(160, 'v')), std::string(160, 'v'));
  EXPECT_EQ(DisplayValue("foo", std::string(70000, 'v')),
            std::string(160, 'v') + "... (70000 octets)");
  EXPECT_EQ(DisplayName(std::string(16384, 'n')), std::string(160, 'n') + "... (16384 octets)");
}

TEST(Display, DoesNotCutWithinAnEscape) {
  for (std::size_t plain = 150; plain < 165; ++plain) {
    const std::string shown = DisplayValue("foo", std::string(plain, 'v') + std::string(99, '\0'));
    const std::size_t end = shown.find("...");
    const std::string kept = shown.substr(plain, end > plain ? end - plain : 0);
    EXPECT_EQ(kept.size() % 4, 0U) << shown;
  }
}

TEST(Display, MasksValuesUnderNamesThatHoldCredentials) {
  for (const char* name : {"authorization", "Authorization", "cookie", "Set-Cookie", "x-token",
                           "my-secret", "PASSWORD", "api-key", "proxy-authorization"}) {
    EXPECT_TRUE(HoldsCredentials(name)) << name;
    EXPECT_EQ(DisplayValue(name, "hunter2"), "(masked, 7 octets)") << name;
  }
  for (const char* name : {"foo", "rpc-caller", "auth", ""}) {
    EXPECT_FALSE(HoldsCredentials(name)) << name;
  }
}

TEST(Display, MasksValuesInErrorTexts) {
  EXPECT_EQ(DisplayMessage("header has more than one value: authorization:[Bearer s3cr3t x]"),
            "header has more than one value: authorization:[(masked, 16 octets)]");
  EXPECT_EQ(DisplayMessage("header has more than one value: foo:[a b]"),
            "header has more than one value: foo:[a b]");
  EXPECT_EQ(DisplayMessage("duplicate key: foo"), "duplicate key: foo");
  EXPECT_EQ(DisplayMessage("key " + std::string(300, 'n') + ":[a b]"),
            "key " + std::string(156, 'n') + "... (304 octets):[(masked, 4 octets)]");
}

TEST(Display, ShowsACaseAsItsTextForm) {
  const Metadata metadata = {{"foo", {"1", ""}}, {"none", {}}, {"x-token", {"hunter2"}}};
  EXPECT_EQ(DisplayCase(metadata), "foo: 1\nfoo:\nnone\nx-token: (masked, 7 octets)\n");
  EXPECT_EQ(DisplayCase(metadata, 1), "foo: 1\n# and 3 more lines\n");
}

TEST(Display, LetsNothingRawOrSecretThrough) {
  SeededChoices choices(5);
  for (int i = 0; i < 5000; ++i) {
    Metadata metadata = GenerateMetadata(choices);
    metadata.push_back({"X-Secret-" + std::to_string(i), {"hunter2", "hunter3"}});
    std::string shown = DisplayCase(metadata);
    for (const Path path : kPaths) {
      Outcome before;
      Outcome after;
      FindConverter("canonicalizing")->convert(path, metadata, before);
      FindConverter("direct")->convert(path, metadata, after);
      shown += DescribeOutcome(path, before) + DescribeContrast(before, after);
      for (const Difference& difference : ListDifferences(path, before, after)) {
        shown += DescribeConsequence(path, difference);
      }
    }
    ASSERT_TRUE(IsPrintable(shown)) << testing::PrintToString(shown);
    ASSERT_EQ(shown.find("hunter"), std::string::npos) << shown;
  }
}

}  // namespace
}  // namespace headerproof
