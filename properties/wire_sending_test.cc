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

std::vector<SendingAnswer> Ask(std::span<const SendingQuestion> questions) {
  auto answers = AskSending(HEADERPROOF_SENDING_CHILD, questions);
  if (const auto* error = std::get_if<SendingError>(&answers)) {
    ADD_FAILURE() << error->message;
    return std::vector<SendingAnswer>(questions.size());
  }
  return std::get<std::vector<SendingAnswer>>(std::move(answers));
}

std::string Describe(const SendingQuestion& question, const SendingAnswer& answer) {
  return std::string(SendingSideName(question.side)) + ", " + DisplayName(question.name) + ": " +
         DisplayValue(question.name, question.value) + ": " + std::string(FateName(answer.fate)) +
         " " + answer.detail;
}

TEST(GrpcCppSending, EndsTheProcessOnIllegalEntriesAndOnNothingThatTheCheckedWayPasses) {
  const std::vector<SendingQuestion> questions = AllSendingQuestions();
  const std::vector<SendingAnswer> answers = Ask(questions);
  std::size_t ended = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const bool is_illegal = SendFault(questions[i].name, questions[i].value).has_value();
    const bool has_ended = answers[i].fate == Fate::kProcessEnded;
    ASSERT_TRUE(has_ended || !is_illegal) << Describe(questions[i], answers[i]);
    if (!ForwardingFault(questions[i].name, questions[i].value)) {
      ASSERT_FALSE(has_ended) << Describe(questions[i], answers[i]);
    }
    ASSERT_NE(answers[i].fate, Fate::kNoAnswer) << Describe(questions[i], answers[i]);
    if (!has_ended) continue;
    ++ended;
    ASSERT_EQ(answers[i].detail, "SIGABRT") << Describe(questions[i], answers[i]);
  }
  EXPECT_GT(ended, 4U * (256 - 39));
}

TEST(GrpcCppRelay, IsKilledByWhatItForwardsAsItCameAndNotByWhatItChecks) {
  const std::vector<SendingQuestion> questions = RelayQuestions();
  const std::vector<SendingAnswer> answers = Ask(questions);
  std::size_t ended = 0;
  for (std::size_t i = 0; i < questions.size(); ++i) {
    const SendingQuestion& question = questions[i];
    const bool is_illegal = SendFault(question.name, question.value).has_value();
    if (question.side == SendingSide::kRelay) {
      ASSERT_EQ(answers[i].fate == Fate::kProcessEnded, is_illegal)
          << Describe(question, answers[i]);
      ended += is_illegal ? 1 : 0;
    } else {
      ASSERT_EQ(answers[i].fate, is_illegal ? Fate::kDropped : Fate::kUnchanged)
          << Describe(question, answers[i]);
    }
  }
  EXPECT_GT(ended, 0U);
}

TEST(AskingToSend, SaysSoWhenTheHelperCannotBeRunOrDoesNotAnswer) {
  const std::vector<SendingQuestion> one = {{SendingSide::kRequest, "a", "b"}};
  EXPECT_TRUE(std::holds_alternative<SendingError>(AskSending("/nonexistent/helper", one)));
  EXPECT_TRUE(std::holds_alternative<SendingError>(AskSending("/bin/true", one)));
}

}  // namespace
}  // namespace headerproof
