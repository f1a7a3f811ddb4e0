// The real gRPC C++, fed raw frames: what its applications are shown. The expectations are of 1.51;
// where another version does otherwise these tests say so, and the audit's verdict changes.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>

#include "properties/expect.h"
#include "properties/find_property.h"
#include "src/engines/end_to_end.h"
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#include "src/sweep/stack_property.h"
#include "src/sweep/sweep.h"

namespace headerproof {
namespace {

// One sweep serves all tests of this process.
const SweepResult& Sweep() {
  static const SweepResult result = SweepAllPlaces(*StartGrpcServer(), MakeGrpcClient());
  return result;
}

TEST(GrpcCpp, DeliversEveryOctetInEveryPositionOfANameUnchanged) {
  const SweepResult& result = Sweep();
  std::size_t checked = 0;
  for (const SweepAnswer& answer : result.answers) {
    const ProbeCaseKind kind = result.probe_cases[answer.probe_case].kind;
    const bool is_octet = kind >= ProbeCaseKind::kOnly && kind <= ProbeCaseKind::kEmpty;
    if (!is_octet && kind != ProbeCaseKind::kCollision) continue;
    ++checked;
    ASSERT_EQ(answer.disposition, Disposition::kUnchanged) << DescribeAnswer(result, answer);
  }
  EXPECT_GE(checked, 4U * kWireForms.size() * (4 * 256 + 1));
}

TEST(GrpcCpp, AnswersEveryProbeCaseTheSameWayInEveryForm) {
  const SweepResult& result = Sweep();
  ASSERT_EQ(result.answers.size(), kPlaces.size() * kWireForms.size() * result.probe_cases.size());
  for (std::size_t i = 0; i < result.answers.size(); i += kWireForms.size()) {
    for (std::size_t form = 0; form < kWireForms.size(); ++form) {
      const SweepAnswer& answer = result.answers[i + form];
      ASSERT_EQ(answer.form, form);
      ASSERT_EQ(answer.disposition, result.answers[i].disposition)
          << DescribeAnswer(result, answer);
      ASSERT_EQ(answer.shown, result.answers[i].shown) << DescribeAnswer(result, answer);
    }
  }
}

TEST(GrpcCpp, ShowsAMisspelledSpecialNameAndConsumesSomeThatAreSpelledRight) {
  const SweepResult& result = Sweep();
  std::size_t consumed = 0;
  for (const SweepAnswer& answer : result.answers) {
    const ProbeCase& probe_case = result.probe_cases[answer.probe_case];
    if (probe_case.kind != ProbeCaseKind::kSpecial) continue;
    if (AsksUppercase(probe_case)) {
      ASSERT_EQ(answer.disposition, Disposition::kUnchanged) << DescribeAnswer(result, answer);
    } else if (answer.disposition == Disposition::kDropped) {
      ++consumed;
    }
  }
  EXPECT_GT(consumed, 0U);
}

TEST(GrpcCpp, ClosesTheConnectionOnBadBase64UnderABinaryName) {
  const SweepResult& result = Sweep();
  bool saw = false;
  for (const SweepAnswer& answer : result.answers) {
    const std::vector<Field>& fields = result.probe_cases[answer.probe_case].fields;
    if (fields.front().value != "$$$" || fields.front().name != "x-bin") continue;
    saw = true;
    EXPECT_EQ(answer.disposition, Disposition::kConnectionError) << DescribeAnswer(result, answer);
  }
  EXPECT_TRUE(saw);
}

TEST(GrpcCpp, RefutesThatOnlyLowercaseNamesArriveAtEveryPlace) {
  const auto properties = PropertiesOf(Sweep());
  for (const Place place : kPlaces) {
    const std::string at = "/" + std::string(PlaceName(place));
    for (const std::string claim : {"delivers-only-lowercase", "refuses-uppercase", "lowercases"}) {
      const StackProperty* const property = FindProperty(properties, claim + at);
      ASSERT_NE(property, nullptr);
      ASSERT_GT(property->contradicting, 0U) << claim << at;
      EXPECT_EQ(property->contradictions.front().counterexample, (Metadata{{"A", {"v"}}}))
          << claim << at;
    }
    EXPECT_EQ(FindProperty(properties, "answers" + at)->contradicting, 0U);
  }
}

TEST(GrpcCpp, MakesTheChangeVisibleEndToEndAtEveryPlace) {
  const EndToEndResult result = ConvertDelivered(Sweep());
  EXPECT_TRUE(result.violations.empty()) << result.violations.front().detail;
  for (const std::size_t differing : result.by_place) EXPECT_GT(differing, 0U);
  DifferenceSet met;
  for (const EndToEnd& example : result.examples) {
    EXPECT_EQ(example.differences.size(), example.consequences.size());
    for (const Difference& difference : example.differences) met.Add(difference.kind);
  }
  for (const DifferenceKind kind :
       {DifferenceKind::kFieldChanged, DifferenceKind::kEncodingChanged,
        DifferenceKind::kReservedNameLeak, DifferenceKind::kContentTypeLeak,
        DifferenceKind::kRoutingNameLeak, DifferenceKind::kOriginalSpelling}) {
    EXPECT_TRUE(met.Has(kind)) << DifferenceName(kind);
  }
}

TEST(GrpcCpp, WritesOnTheWireWhatTheExampleSays) {
  const ProbeCase probe_case{ProbeCaseKind::kControl, {{"Foo", "bar"}}};
  EXPECT_EQ(WireHex(probe_case, kWireForms[0]), "00 03 46 6f 6f 03 62 61 72");
}

}  // namespace
}  // namespace headerproof
