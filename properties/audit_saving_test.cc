// What the change saves: a table, a picture and advice, from evidence alone.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "properties/audit_synthetic.h"
#include "src/converter/key_policy.h"
#include "src/report/report.h"
#include "src/report/sections/saving.h"
#include "src/report/sections/sections.h"

namespace headerproof {
namespace {

Measurement Measured(const std::string& subject, KeyPolicy policy, std::uint64_t entries,
                     double nanoseconds, std::optional<double> ratio, std::optional<double> p) {
  return {subject,      std::string(KeyPolicyName(policy)),
          "request",    entries,
          nanoseconds,  9,
          ratio,        p,
          std::nullopt, std::nullopt};
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

// What the report's evidence says of guarded in yarpc-go.
enum class Shown { kHolds, kRefuted, kMissing };

// A report on the change in two stacks, whose premise is met or, with `is_refuted`, is not.
Report ReportWith(const std::vector<Measurement>& measurements, const std::string& digest,
                  bool is_refuted, Shown guarded = Shown::kHolds) {
  StoredEvidence engine = SyntheticEvidence();
  if (is_refuted) engine.evidence.contradictions = {{"against-premise", "It came.", "A: x\n"}};
  StoredEvidence benchmark = SyntheticEvidence("benchmark");
  benchmark.evidence.kind = EvidenceKind::kBenchmark;
  benchmark.evidence.measurements = measurements;
  benchmark.evidence.digest = digest;
  benchmark.is_fresh = digest == kThisDigest;
  StoredEvidence peer = SyntheticEvidence("peer");
  if (guarded == Shown::kRefuted) {
    peer.evidence.contradictions = {{"against-peer-guarded-request", "It differs.", "A: x\n"}};
  }
  std::vector<StoredEvidence> evidence = {engine, benchmark};
  if (guarded != Shown::kMissing) evidence.push_back(peer);
  return MakeReport(
      SyntheticClaims({SyntheticClaim(), SyntheticClaim("premise"),
                       SyntheticClaim("peer-guarded-request", "peer"),
                       ChangeOn("change-go", "grpc-go 1"), ChangeOn("change-cpp", "gRPC C++")}),
      evidence, "1.0", kThisCommit, kThisDigest, {});
}

std::size_t Occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

// The texts of the row that begins with `head`, by column.
std::map<std::string, ReportCell> RowOf(const ReportTable& table, const std::string& head) {
  std::map<std::string, ReportCell> cells;
  for (const auto& row : table.rows) {
    if (row.front().text != head) continue;
    EXPECT_EQ(row.size(), table.columns.size());
    for (std::size_t i = 0; i < row.size(); ++i) cells.emplace(table.columns[i], row[i]);
  }
  EXPECT_FALSE(cells.empty()) << head;
  return cells;
}

TEST(Saving, ShowsWhatWasMeasuredNextToWhatTheChangeReports) {
  const ReportTable table = SavingTable(SomeMeasurements());
  EXPECT_EQ(table.rows.size(), 5U);
  auto row = RowOf(table, "request, yarpc-go, as the change reports");
  EXPECT_EQ(row["canonicalizing"].text, "984.8 ns");
  EXPECT_EQ(row["direct"].text, "907.7 ns, -7.8 %");
  row = RowOf(table, "response, yarpc-go, as the change reports");
  EXPECT_EQ(row["direct"].text, "895.9 ns, -9.7 %");
  row = RowOf(table, "request, 15 entries, yarpc-go");
  EXPECT_EQ(row["direct"].text, "1,800 ns, -10.0 %");
  EXPECT_EQ(row["direct"].tone, Tone::kGood);
  EXPECT_EQ(row["rejecting"].text, "not measured");
  EXPECT_EQ(row["Allocations, direct"].text, "9");
  row = RowOf(table, "request, 15 entries, headerproof owning");
  EXPECT_EQ(row["Speed relative to yarpc-go, direct"].text, "4.0 times");
}

TEST(Saving, MarksADifferenceThatMayBeChance) {
  auto row = RowOf(SavingTable(SomeMeasurements()), "request, 1 entry, yarpc-go");
  EXPECT_EQ(row["direct"].text, "396 ns, -1.0 %, p 0.40");
  EXPECT_EQ(row["direct"].tone, Tone::kDoubtful);
}

TEST(Saving, IsShownWithItsIntervalAndWhatGuardedKeepsOfIt) {
  std::vector<Measurement> measurements = SomeMeasurements();
  measurements[1].ratio_low = 0.85;
  measurements[1].ratio_high = 0.9333;
  const ReportTable table = KeptTable(measurements);
  EXPECT_EQ(table.rows.size(), 2U);
  auto row = RowOf(table, "request, 15");
  EXPECT_EQ(row["After the change"].text, "-10.0 (-15.0 to -6.7)");
  EXPECT_EQ(row["After the change"].tone, Tone::kGood);
  EXPECT_EQ(row["Guarded"].text, "-5.0");
  EXPECT_EQ(row["Guarded keeps"].text, "50 %");
  row = RowOf(table, "request, 1");
  EXPECT_EQ(row["After the change"].text, "-1.0, p 0.40");
  EXPECT_EQ(row["After the change"].tone, Tone::kDoubtful);
  EXPECT_EQ(row["Guarded"].text, "not measured");
  EXPECT_EQ(row["Guarded keeps"].text, "not shown");
}

TEST(Saving, ThatIsALossIsShownAsOne) {
  const ReportTable table =
      SavingTable({Measured("yarpc-go", KeyPolicy::kDirect, 15, 2200, 1.1, 0.01)});
  EXPECT_EQ(RowOf(table, "request, 15 entries, yarpc-go")["direct"].tone, Tone::kBad);
}

TEST(Saving, OfWhichNothingWasMeasuredIsNotDrawn) {
  EXPECT_EQ(SavingPicture({}), "");
  const auto section = SavingSection(ReportWith({}, kThisDigest, false));
  ASSERT_TRUE(section);
  EXPECT_TRUE(section->pictures.empty());
  EXPECT_EQ(section->tables.size(), 1U);  // advice alone
  EXPECT_FALSE(SavingSection(Report()));
}

TEST(Saving, IsASectionWithAPictureAndThreeTables) {
  const auto section = SavingSection(ReportWith(SomeMeasurements(), kThisDigest, false));
  ASSERT_TRUE(section);
  EXPECT_EQ(section->pictures.size(), 1U);
  EXPECT_EQ(section->tables.size(), 3U);
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
  const ReportTable advice = AdviceTable(ReportWith(SomeMeasurements(), kThisDigest, false));
  auto row = RowOf(advice, "request, grpc-go 1");
  EXPECT_EQ(row["The change"].text, "holds");
  EXPECT_TRUE(row["Do"].text.starts_with("Stop lowercasing: ")) << row["Do"].text;
  EXPECT_EQ(row["What it costs"].text,
            "Time for 15 entries, relative to canonicalizing: yarpc-go: direct 0.90, guarded "
            "0.95. Of what direct saves, guarded keeps 50 %.");
  row = RowOf(advice, "request, gRPC C++");
  EXPECT_EQ(row["What it costs"].text,
            "Time for 15 entries, relative to canonicalizing: headerproof owning: direct 0.80.");
}

TEST(Advice, IsASafePolicyWhereTheChangeIsRefuted) {
  auto row =
      RowOf(AdviceTable(ReportWith(SomeMeasurements(), kThisDigest, true)), "request, grpc-go 1");
  EXPECT_EQ(row["The change"].text, "refuted");
  EXPECT_TRUE(row["Do"].text.starts_with("Do not stop lowercasing: ")) << row["Do"].text;
}

TEST(Advice, HasNoFiguresOfAnotherCommit) {
  auto row = RowOf(AdviceTable(ReportWith(SomeMeasurements(), std::string(40, 'f'), false)),
                   "request, grpc-go 1");
  EXPECT_EQ(row["What it costs"].text, "The costs were not measured.");
}

// What the advice for grpc-go is when guarded in yarpc-go takes `ratio` of the time, by `p`.
std::map<std::string, ReportCell> AdviceWithGuarded(double ratio, double p,
                                                    Shown guarded = Shown::kHolds) {
  std::vector<Measurement> measurements = SomeMeasurements();
  measurements[2] = Measured("yarpc-go", KeyPolicy::kGuarded, 15, 2000 * ratio, ratio, p);
  return RowOf(AdviceTable(ReportWith(measurements, kThisDigest, false, guarded)),
               "request, grpc-go 1");
}

TEST(Advice, IsToUseGuardedWhereThatKeepsMostOfTheSaving) {
  auto row = AdviceWithGuarded(0.919, 0.01);  // direct: 0.9
  EXPECT_TRUE(row["Do"].text.starts_with("Use guarded: it is right for every name"))
      << row["Do"].text;
  EXPECT_NE(row["What it costs"].text.find("Of what direct saves, guarded keeps 81 %."),
            std::string::npos)
      << row["What it costs"].text;
  row = AdviceWithGuarded(0.93, 0.01);
  EXPECT_TRUE(row["Do"].text.starts_with("Stop lowercasing")) << row["Do"].text;
  EXPECT_NE(row["What it costs"].text.find("Of what direct saves, guarded keeps 70 %."),
            std::string::npos);
}

TEST(Advice, IsToUseGuardedOnlyWhereThatWasShownToBeRight) {
  for (const Shown guarded : {Shown::kRefuted, Shown::kMissing}) {
    auto row = AdviceWithGuarded(0.9, 0.001, guarded);
    EXPECT_TRUE(row["Do"].text.starts_with("Stop lowercasing")) << row["Do"].text;
  }
}

TEST(Advice, GivesNoPartOfASavingThatMayBeChance) {
  for (const auto& [ratio, p] : {std::pair(0.5, 0.06), std::pair(1.1, 0.001)}) {
    auto row = AdviceWithGuarded(ratio, p);
    EXPECT_TRUE(row["Do"].text.starts_with("Stop lowercasing")) << row["Do"].text;
    EXPECT_NE(row["What it costs"].text.find("Not shown: how much of the saving guarded keeps"),
              std::string::npos)
        << row["What it costs"].text;
  }
}

}  // namespace
}  // namespace headerproof
