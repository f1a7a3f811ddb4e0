// The sweep sees what a stack does with names, whatever it does: nghttp2, which refuses what HTTP/2
// says is malformed, and stacks that deliver everything, lowercase, drop and reject.
#include <gtest/gtest.h>

#include <string>

#include "properties/find_property.h"
#include "src/engines/end_to_end.h"
#include "src/stacks/nghttp2_stack.h"
#include "src/sweep/stack_property.h"
#include "src/sweep/sweep.h"

namespace headerproof {
namespace {

SweepResult Sweep(NameRule rule) {
  return SweepAllPlaces(*MakeNghttp2Server(rule), MakeNghttp2Client(rule));
}

class Contrast : public testing::Test {
 protected:
  // The property must have been tried at each place, and be contradicted or not.
  static void Expect(const std::vector<StackProperty>& properties, std::string_view claim,
                     bool contradicted) {
    for (const Place place : kPlaces) {
      const std::string key = std::string(claim) + "/" + std::string(PlaceName(place));
      const StackProperty* const property = FindProperty(properties, key);
      ASSERT_NE(property, nullptr) << key;
      EXPECT_GT(property->count, 0U) << key;
      EXPECT_EQ(property->contradicting > 0, contradicted)
          << key << ": " << property->contradicting << " of " << property->count
          << (property->contradictions.empty() ? "" : ", " + property->contradictions[0].detail);
    }
  }
};

TEST_F(Contrast, Nghttp2RefusesEveryUppercaseNameAtEveryPlace) {
  const SweepResult result = Sweep(NameRule::kLibrary);
  const auto properties = PropertiesOf(result);
  Expect(properties, "answers", false);
  Expect(properties, "delivers-only-lowercase", false);
  Expect(properties, "refuses-uppercase", false);
  for (const SweepAnswer& answer : result.answers) {
    if (!AsksUppercase(result.probe_cases[answer.probe_case])) continue;
    ASSERT_EQ(answer.disposition, Disposition::kStreamError) << DescribeAnswer(result, answer);
    ASSERT_TRUE(answer.detail.ends_with("RST_STREAM PROTOCOL_ERROR"))
        << DescribeAnswer(result, answer);
  }
  EXPECT_EQ(ConvertDelivered(result).differing, 0U);
}

TEST_F(Contrast, AStackThatDeliversEverythingRefutesEveryClaim) {
  const SweepResult result = Sweep(NameRule::kDeliver);
  const auto properties = PropertiesOf(result);
  Expect(properties, "answers", false);
  Expect(properties, "delivers-only-lowercase", true);
  Expect(properties, "refuses-uppercase", true);
  Expect(properties, "refuses-malformed", true);
  Expect(properties, "lowercases", true);
  EXPECT_GT(ConvertDelivered(result).differing, 0U);
}

TEST_F(Contrast, AStackThatLowercasesIsSeenToLowercase) {
  const SweepResult result = Sweep(NameRule::kLowercase);
  const auto properties = PropertiesOf(result);
  Expect(properties, "delivers-only-lowercase", false);
  Expect(properties, "lowercases", false);
  Expect(properties, "refuses-uppercase", true);
  bool saw = false;
  for (const SweepAnswer& answer : result.answers) {
    const ProbeCase& probe_case = result.probe_cases[answer.probe_case];
    if (probe_case.kind != ProbeCaseKind::kFirst || !AsksUppercase(probe_case)) continue;
    saw = true;
    ASSERT_EQ(answer.disposition, Disposition::kChanged) << DescribeAnswer(result, answer);
    ASSERT_EQ(answer.detail, "the name was lowercased");
  }
  EXPECT_TRUE(saw);
  EXPECT_EQ(ConvertDelivered(result).differing, 0U);
}

TEST_F(Contrast, AStackThatDropsIsSeenToDrop) {
  const SweepResult result = Sweep(NameRule::kDrop);
  const auto properties = PropertiesOf(result);
  Expect(properties, "delivers-only-lowercase", false);
  Expect(properties, "refuses-uppercase", true);
  for (const SweepAnswer& answer : result.answers) {
    const ProbeCase& probe_case = result.probe_cases[answer.probe_case];
    if (!AsksUppercase(probe_case) || probe_case.kind == ProbeCaseKind::kCollision) continue;
    ASSERT_EQ(answer.disposition, Disposition::kDropped) << DescribeAnswer(result, answer);
  }
}

TEST_F(Contrast, AStackThatRejectsIsSeenToReject) {
  const auto properties = PropertiesOf(Sweep(NameRule::kReject));
  Expect(properties, "delivers-only-lowercase", false);
  Expect(properties, "refuses-uppercase", false);
}

}  // namespace
}  // namespace headerproof
