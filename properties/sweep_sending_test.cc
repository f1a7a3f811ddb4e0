// The sending side of the real gRPC C++, and the checked way to forward what was received.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "properties/expect.h"
#include "src/cases/display.h"
#include "src/converter/forward.h"
#include "src/sweep/sending.h"

namespace headerproof {
namespace {

std::vector<SendingAnswer> Ask(std::span<const SendingProbeCase> probe_cases) {
  auto answers = AskSending(HEADERPROOF_SENDING_CHILD, probe_cases);
  if (const auto* error = std::get_if<SendingError>(&answers)) {
    ADD_FAILURE() << error->message;
    return std::vector<SendingAnswer>(probe_cases.size());
  }
  return std::get<std::vector<SendingAnswer>>(std::move(answers));
}

std::string Describe(const SendingProbeCase& probe_case, const SendingAnswer& answer) {
  return std::string(SendingSideName(probe_case.side)) + ", " + DisplayName(probe_case.name) +
         ": " + DisplayValue(probe_case.name, probe_case.value) + ": " +
         std::string(DispositionName(answer.disposition)) + " " + answer.detail;
}

TEST(GrpcCppSending, EndsTheProcessOnIllegalEntriesAndOnNothingThatTheCheckedWayPasses) {
  const std::vector<SendingProbeCase> probe_cases = AllSendingProbeCases();
  const std::vector<SendingAnswer> answers = Ask(probe_cases);
  std::size_t ended = 0;
  for (std::size_t i = 0; i < probe_cases.size(); ++i) {
    const bool is_illegal = SendFault(probe_cases[i].name, probe_cases[i].value).has_value();
    const bool has_ended = answers[i].disposition == Disposition::kProcessEnded;
    ASSERT_TRUE(has_ended || !is_illegal) << Describe(probe_cases[i], answers[i]);
    if (!ForwardingFault(probe_cases[i].name, probe_cases[i].value)) {
      ASSERT_FALSE(has_ended) << Describe(probe_cases[i], answers[i]);
    }
    ASSERT_NE(answers[i].disposition, Disposition::kNoAnswer)
        << Describe(probe_cases[i], answers[i]);
    if (!has_ended) continue;
    ++ended;
    ASSERT_EQ(answers[i].detail, "SIGABRT") << Describe(probe_cases[i], answers[i]);
  }
  EXPECT_GT(ended, 4U * (256 - 39));
}

TEST(GrpcCppRelay, IsKilledByWhatItForwardsAsItCameAndNotByWhatItChecks) {
  const std::vector<SendingProbeCase> probe_cases = RelayProbeCases();
  const std::vector<SendingAnswer> answers = Ask(probe_cases);
  std::size_t ended = 0;
  for (std::size_t i = 0; i < probe_cases.size(); ++i) {
    const SendingProbeCase& probe_case = probe_cases[i];
    const bool is_illegal = SendFault(probe_case.name, probe_case.value).has_value();
    if (probe_case.side == SendingSide::kRelay) {
      ASSERT_EQ(answers[i].disposition == Disposition::kProcessEnded, is_illegal)
          << Describe(probe_case, answers[i]);
      ended += is_illegal ? 1 : 0;
    } else {
      ASSERT_EQ(answers[i].disposition,
                is_illegal ? Disposition::kDropped : Disposition::kUnchanged)
          << Describe(probe_case, answers[i]);
    }
  }
  EXPECT_GT(ended, 0U);
}

TEST(AskingToSend, SaysSoWhenTheHelperCannotBeRunOrDoesNotAnswer) {
  const std::vector<SendingProbeCase> one = {{SendingSide::kRequest, "a", "b"}};
  EXPECT_TRUE(std::holds_alternative<SendingError>(AskSending("/nonexistent/helper", one)));
  EXPECT_TRUE(std::holds_alternative<SendingError>(AskSending("/bin/true", one)));
}

}  // namespace
}  // namespace headerproof
