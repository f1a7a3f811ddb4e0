// The sending side of the real gRPC C++, and the checked way to forward what was received.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "properties/expect.h"
#include "src/cases/display.h"
#include "src/converter/forward.h"
#include "src/sweep/send_sweep.h"

namespace headerproof {
namespace {

std::vector<SendAnswer> Sweep(SendCaseSet set) {
  auto answers = SweepSending(HEADERPROOF_SENDING_CHILD, set);
  if (const auto* error = std::get_if<SendError>(&answers)) {
    ADD_FAILURE() << error->message;
    return std::vector<SendAnswer>(SendCases(set).size());
  }
  return std::get<std::vector<SendAnswer>>(std::move(answers));
}

std::string Describe(const SendCase& sent, const SendAnswer& answer) {
  return std::string(SendingSideName(sent.side)) + ", " + DisplayName(sent.name) + ": " +
         DisplayValue(sent.name, sent.value) + ": " +
         std::string(DispositionName(answer.disposition)) + " " + answer.detail;
}

TEST(GrpcCppSending, EndsTheProcessOnIllegalEntriesAndOnNothingThatTheCheckedWayPasses) {
  const std::vector<SendCase> cases = SendCases(SendCaseSet::kSent);
  const std::vector<SendAnswer> answers = Sweep(SendCaseSet::kSent);
  std::size_t ended = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const bool is_illegal = SendFault(cases[i].name, cases[i].value).has_value();
    const bool has_ended = answers[i].disposition == Disposition::kProcessEnded;
    ASSERT_TRUE(has_ended || !is_illegal) << Describe(cases[i], answers[i]);
    if (!ForwardingFault(cases[i].name, cases[i].value)) {
      ASSERT_FALSE(has_ended) << Describe(cases[i], answers[i]);
    }
    ASSERT_NE(answers[i].disposition, Disposition::kNoAnswer) << Describe(cases[i], answers[i]);
    if (!has_ended) continue;
    ++ended;
    ASSERT_EQ(answers[i].detail, "SIGABRT") << Describe(cases[i], answers[i]);
  }
  EXPECT_GT(ended, 4U * (256 - 39));
}

TEST(GrpcCppRelay, IsKilledByWhatItForwardsAsItCameAndNotByWhatItChecks) {
  const std::vector<SendCase> cases = SendCases(SendCaseSet::kRelayed);
  const std::vector<SendAnswer> answers = Sweep(SendCaseSet::kRelayed);
  std::size_t ended = 0;
  std::size_t checked = 0;
  std::size_t unchanged = 0;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const SendCase& sent = cases[i];
    const bool is_illegal = SendFault(sent.name, sent.value).has_value();
    if (sent.side == SendingSide::kRelay) {
      ASSERT_EQ(answers[i].disposition == Disposition::kProcessEnded, is_illegal)
          << Describe(sent, answers[i]);
      ended += is_illegal ? 1 : 0;
    } else {
      const Disposition seen = answers[i].disposition;
      ASSERT_NE(seen, Disposition::kProcessEnded) << Describe(sent, answers[i]);
      ASSERT_NE(seen, Disposition::kNoAnswer) << Describe(sent, answers[i]);
      if (IsControl(sent)) {
        ASSERT_EQ(seen, Disposition::kUnchanged);
      }
      ++checked;
      unchanged += seen == Disposition::kUnchanged ? 1 : 0;
    }
  }
  EXPECT_GT(checked, 2000U);
  EXPECT_GT(unchanged, 500U);
  EXPECT_GT(ended, 0U);
}

TEST(SendSweep, SaysSoWhenTheHelperCannotBeRunOrDoesNotAnswer) {
  for (const char* program : {"/nonexistent/helper", "/bin/true"}) {
    EXPECT_TRUE(std::holds_alternative<SendError>(SweepSending(program, SendCaseSet::kSent)));
  }
}

}  // namespace
}  // namespace headerproof
