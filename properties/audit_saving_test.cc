// What the change saves: a table, a picture and advice, from evidence alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "properties/audit_synthetic.h"
#include "src/audit/saving.h"

namespace headerproof {
namespace {

Measurement Measured(const std::string& subject, KeyPolicy policy, std::uint64_t entries,
                     double nanoseconds, std::optional<double> ratio, std::optional<double> p) {
  return {subject, std::string(KeyPolicyName(policy)), "request", entries, nanoseconds, 9, ratio,
          p};
}

// yarpc-go saves a tenth for 15 entries, and nothing that could be seen for 1; ours is four times
// as fast.
std::vector<Measurement> SomeMeasurements() {
  return {
      Measured("yarpc-go", KeyPolicy::kCanonicalizing, 15, 2000, std::nullopt, std::nullopt),
      Measured("yarpc-go", KeyPolicy::kDirect, 15, 1800, 0.9, 0.002),
      Measured("yarpc-go", KeyPolicy::kGuarded, 15, 1900, 0.95, 0.01),
      Measured("yarpc-go", KeyPolicy::kCanonicalizing, 1, 400, std::nullopt, std::nullopt),
      Measured("yarpc-go", KeyPolicy::kDirect, 1, 396, 0.99, 0.4),
      Measured("headerproof owning", KeyPolicy::kDirect, 15, 450, 0.8, 0.002),
  };
}

Claim ChangeOn(const std::string& id, const std::string& stack) {
  Claim claim = SyntheticClaim(id);
  claim.path = "request";
  claim.stack = stack;
  claim.needs.clear();
  claim.change = Derivation{{"claim"}, {}, {{"premise"}}};
  return claim;
}

// A report on the change in two stacks, whose premise is met or, with `is_refuted`, is not.
Report ReportWith(const std::vector<Measurement>& measurements, const std::string& commit,
                  bool is_refuted) {
  StoredEvidence engine = SyntheticEvidence();
  if (is_refuted) engine.evidence.contradictions = {{"against-premise", "It came.", "A: x\n"}};
  StoredEvidence benchmark = SyntheticEvidence("benchmark");
  benchmark.evidence.kind = EvidenceKind::kBenchmark;
  benchmark.evidence.measurements = measurements;
  benchmark.evidence.commit = commit;
  return MakeReport(
      SyntheticClaims({SyntheticClaim(), SyntheticClaim("premise"),
                       ChangeOn("change-go", "grpc-go 1"), ChangeOn("change-cpp", "gRPC C++")}),
      {engine, benchmark}, "1.0", kThisCommit, {});
}

std::size_t Occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Saving, SetsWhatWasMeasuredBesideWhatTheChangeReports) {
  const std::vector<SavingRow> rows = SavingRows(SomeMeasurements());
  ASSERT_EQ(rows.size(), 5U);
  const auto direct = static_cast<std::size_t>(KeyPolicy::kDirect);
  EXPECT_EQ(rows[0].cells[0].time, "984.8 ns");
  EXPECT_EQ(rows[0].cells[direct].change, "-7.8 %");
  EXPECT_EQ(rows[1].cells[direct].change, "-9.7 %");
  EXPECT_EQ(rows[2].entries, "1");
  EXPECT_FALSE(rows[2].cells[direct].is_significant);
  EXPECT_EQ(rows[3].entries, "15");
  EXPECT_EQ(rows[3].cells[direct].time, "1,800 ns");
  EXPECT_EQ(rows[3].cells[direct].change, "-10.0 %");
  EXPECT_TRUE(rows[3].cells[direct].is_significant);
  EXPECT_EQ(rows[3].cells[static_cast<std::size_t>(KeyPolicy::kRejecting)].time, "");
  EXPECT_EQ(rows[3].allocations, "9");
  EXPECT_EQ(rows[4].subject, "headerproof owning");
  EXPECT_EQ(rows[4].times_as_fast, "4.0");
}

TEST(Saving, OfWhichNothingWasMeasuredShowsNeitherTableNorPicture) {
  EXPECT_TRUE(SavingRows({}).empty());
  EXPECT_EQ(SavingPicture({}), "");
}

TEST(Saving, IsDrawnWithHollowMarksWhereItMayBeChance) {
  std::vector<Measurement> measurements = SomeMeasurements();
  const std::string picture = SavingPicture(measurements);
  EXPECT_TRUE(picture.starts_with("<svg "));
  EXPECT_TRUE(picture.ends_with("</svg>\n"));
  EXPECT_EQ(Occurrences(picture, "reported -7.83 %"), 1U);
  EXPECT_EQ(Occurrences(picture, "reported -9.69 %"), 1U);
  EXPECT_EQ(Occurrences(picture, "fill=\"var(--page,#fff)\""), 1U);  // one entry, p 0.4
  for (Measurement& one : measurements) one.p = 0.001;
  EXPECT_EQ(Occurrences(SavingPicture(measurements), "fill=\"var(--page,#fff)\""), 0U);
  EXPECT_EQ(Occurrences(picture, "nan"), 0U);
}

TEST(Advice, IsToStopLowercasingWhereTheChangeHoldsWithTheFiguresOfThatStack) {
  const auto advice = Recommend(ReportWith(SomeMeasurements(), kThisCommit, false));
  ASSERT_EQ(advice.size(), 2U);
  EXPECT_EQ(advice[0].claim, "change-go");
  EXPECT_TRUE(advice[0].sentences.starts_with("Stop lowercasing: ")) << advice[0].sentences;
  EXPECT_TRUE(
      advice[0].sentences.ends_with("yarpc-go, 15 entries, by the time of canonicalizing: direct "
                                    "0.90 times, guarded 0.95 times."))
      << advice[0].sentences;
  EXPECT_TRUE(advice[1].sentences.ends_with(
      "headerproof owning, 15 entries, by the time of canonicalizing: direct 0.80 times."))
      << advice[1].sentences;
}

TEST(Advice, IsASafePolicyWhereTheChangeIsRefuted) {
  const auto advice = Recommend(ReportWith(SomeMeasurements(), kThisCommit, true));
  EXPECT_TRUE(advice[0].sentences.starts_with("Do not stop lowercasing: ")) << advice[0].sentences;
}

TEST(Advice, HasNoFiguresOfAnotherCommit) {
  const auto advice = Recommend(ReportWith(SomeMeasurements(), std::string(40, 'f'), false));
  EXPECT_TRUE(advice[0].sentences.ends_with("It has not been measured what each costs."))
      << advice[0].sentences;
}

}  // namespace
}  // namespace headerproof
