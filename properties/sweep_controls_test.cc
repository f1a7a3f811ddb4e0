// What a place that no longer answers did not deliver is no evidence that it refuses names.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "src/sweep/harness.h"

namespace headerproof {
namespace {

// Answers `lifetime` calls: it refuses what is malformed, as `refusal`, and answers the rest. After
// that every call ends with the connection.
class DyingPlace : public Harness {
 public:
  DyingPlace(std::size_t lifetime, Disposition refusal) : left_(lifetime), refusal_(refusal) {}

  std::vector<Observation> Try(std::span<const WireCase> cases) override {
    std::vector<Observation> observations;
    for (const WireCase& wire_case : cases) {
      Observation observation{.ending = Disposition::kConnectionError, .detail = "closed"};
      if (left_ != 0) {
        --left_;
        const bool is_refused = AsksMalformed(*wire_case.probe_case);
        observation.ending = is_refused ? refusal_ : Disposition::kAccepted;
        observation.shown = is_refused ? Metadata{} : AskedMetadata(*wire_case.probe_case);
      }
      observations.push_back(observation);
      const bool is_over = observation.ending == Disposition::kConnectionError;
      if (is_over) break;  // the others are not put on this connection
    }
    return observations;
  }

 private:
  std::size_t left_;
  Disposition refusal_;
};

// How many answers there are of each disposition.
std::map<Disposition, std::size_t> Dispositions(std::size_t lifetime, Disposition refusal) {
  const std::vector<ProbeCase> probe_cases = AllProbeCases();
  DyingPlace place(lifetime, refusal);
  std::map<Disposition, std::size_t> counts;
  for (const SweepAnswer& answer : SweepPlace(Place::kRequestMetadata, probe_cases, place)) {
    ++counts[answer.disposition];
  }
  return counts;
}

constexpr std::size_t kLong = 1'000'000;

TEST(SweepControls, LeaveTheAnswersOfAPlaceThatLives) {
  for (const Disposition refusal : {Disposition::kStreamError, Disposition::kConnectionError}) {
    const auto counts = Dispositions(kLong, refusal);
    EXPECT_EQ(counts.size(), 2U);
    EXPECT_GT(counts.at(refusal), 1000U);
    EXPECT_GT(counts.at(Disposition::kUnchanged), 1000U);
  }
}

TEST(SweepControls, GiveNoAnswerOfAPlaceThatDied) {
  for (const std::size_t lifetime : {20U, 700U, 3000U}) {
    auto counts = Dispositions(lifetime, Disposition::kStreamError);
    EXPECT_FALSE(counts.contains(Disposition::kConnectionError)) << lifetime;
    EXPECT_GT(counts.at(Disposition::kNoAnswer), 1000U) << lifetime;
    // It cannot have refused more than it was asked.
    EXPECT_LT(counts[Disposition::kStreamError], lifetime);
  }
}

TEST(SweepControls, CountNoRefusalThatEndedTheConnectionBeforeADeath) {
  const auto counts = Dispositions(700, Disposition::kConnectionError);
  EXPECT_LT(counts.at(Disposition::kConnectionError), 700U);
  EXPECT_GT(counts.at(Disposition::kNoAnswer), 10000U);
}

}  // namespace
}  // namespace headerproof
