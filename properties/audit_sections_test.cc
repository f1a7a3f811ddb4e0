// Sections of a report: made from evidence of this commit, and the same in every form.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "properties/audit_synthetic.h"
#include "src/report/escape.h"
#include "src/report/report.h"
#include "src/report/section.h"

namespace headerproof {
namespace {

StoredEvidence MutantsEvidence() {
  StoredEvidence stored = SyntheticEvidence("mutants");
  stored.evidence.kind = EvidenceKind::kMutants;
  stored.evidence.counts = {{"cases/enumeration/range-short", 12345},
                            {"survived/fuzz/order/range-short", 99},
                            {"beyond/wire/range-short", 1},
                            {"cases/enumeration/other", 7}};
  stored.evidence.durations = {{"enumeration/range-short", 0.25}};
  return stored;
}

Report ReportOn(const StoredEvidence& stored) {
  return MakeReport(SyntheticClaims({SyntheticClaim()}), {stored}, "0.1.0", kThisCommit,
                    kThisDigest, {});
}

const ReportSection* Find(const Report& report, std::string_view id) {
  for (const ReportSection& section : report.shown) {
    if (section.id == id) return &section;
  }
  return nullptr;
}

TEST(Sections, AreThereOnlyForEvidenceOfThisCommit) {
  EXPECT_EQ(Find(ReportOn(SyntheticEvidence()), "mutation-results"), nullptr);
  StoredEvidence stale = MutantsEvidence();
  EXPECT_NE(Find(ReportOn(stale), "mutation-results"), nullptr);
  EXPECT_EQ(Find(ReportOn(Stale(stale)), "mutation-results"), nullptr);
}

TEST(Sections, HaveRowsAsLongAsTheirColumns) {
  for (const ReportSection& section : ReportOn(MutantsEvidence()).shown) {
    for (const ReportTable& table : section.tables) {
      for (const auto& row : table.rows) EXPECT_EQ(row.size(), table.columns.size());
    }
  }
}

TEST(MutationResults, SayForEachPairHowManyCasesItTookOrThatTheMutantSurvived) {
  const Report report = ReportOn(MutantsEvidence());
  const ReportTable& matrix = Find(report, "mutation-results")->tables.at(1);
  EXPECT_EQ(matrix.columns,
            (std::vector<std::string>{"Mutant", "enumeration", "fuzz/order", "wire"}));
  ASSERT_EQ(matrix.rows.size(), 2U);
  EXPECT_EQ(matrix.rows[1][0].text, "range-short");
  EXPECT_EQ(matrix.rows[1][1].text, "12,345");
  EXPECT_EQ(matrix.rows[1][2].text, "SURVIVED");
  EXPECT_EQ(matrix.rows[1][3].text, "not expressible");
  EXPECT_EQ(matrix.rows[0][3].text, "not tried");
}

TEST(Coverage, SaysHowMuchOfEachPartTheInputsReachAndRoundsDown) {
  StoredEvidence stored = SyntheticEvidence("coverage");
  stored.evidence.kind = EvidenceKind::kCoverage;
  stored.evidence.counts = {{"lines/seeds/converter/covered", 1999},
                            {"lines/seeds/converter/total", 2000},
                            {"branches/seeds/converter/covered", 0},
                            {"branches/seeds/converter/total", 0},
                            {"floors/seeds", 6}};
  const Report report = ReportOn(stored);
  const ReportTable& table = Find(report, "coverage")->tables.at(0);
  ASSERT_EQ(table.rows.size(), 1U);
  EXPECT_EQ(table.rows[0][0].text, "seeds");
  EXPECT_EQ(table.rows[0][2].text, "1,999 of 2,000, 99.9 %");
  EXPECT_EQ(table.rows[0][3].text, "not measured");
  EXPECT_EQ(table.rows[0][4].text, "none");
}

TEST(SourceMutants, ThatSurviveWithoutAnExplanationStandOut) {
  StoredEvidence stored = SyntheticEvidence("source-mutants");
  stored.evidence.kind = EvidenceKind::kMutants;
  stored.evidence.counts = {{"source-mutants/killed", 95}, {"source-mutants/survived", 1}};
  const Report report = ReportOn(stored);
  const ReportTable& table = Find(report, "source-mutants")->tables.at(0);
  ASSERT_EQ(table.rows.size(), 2U);
  EXPECT_EQ(table.rows[0][1].text, "95");
  EXPECT_EQ(table.rows[1][1].tone, Tone::kBad);
  EXPECT_EQ(Find(report, "mutation-results"), nullptr);
}

TEST(Sections, AreInEveryFormThatHasRoomForThem) {
  const Report report = ReportOn(MutantsEvidence());
  for (const std::string& form : {RenderPage(report), RenderMarkdown(report), RenderJson(report)}) {
    EXPECT_NE(form.find("Mutation results: which engine kills which mutant"), std::string::npos);
    EXPECT_NE(form.find("12,345"), std::string::npos);
    EXPECT_NE(form.find("SURVIVED"), std::string::npos);
  }
}

TEST(EscapedMarkup, LeavesNoCharacterThatMeansAnything) {
  EXPECT_EQ(EscapedMarkup("<a b='c' d=\"e\">&</a>"),
            "&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;&lt;/a&gt;");
}

StoredEvidence EdgesEvidence() {
  StoredEvidence stored = SyntheticEvidence("edges");
  stored.evidence.counts = {{"request/first/43/field-changed", 1},
                            {"request/only/43/original-spelling", 1},
                            {"sealed-cases/request", 1234}};
  stored.evidence.examples = {{"request/first/43", "Ca: v\nca: w\n"}};
  return stored;
}

std::vector<std::string> TextsOf(const std::vector<ReportCell>& row) {
  std::vector<std::string> texts;
  for (const ReportCell& cell : row) texts.push_back(cell.text);
  return texts;
}

TEST(OctetMap, ShowsTheSmallestCaseOfASharpOctetAndTheReasonOfASealedOne) {
  const Report report = ReportOn(EdgesEvidence());
  const ReportSection* octets = Find(report, "octets");
  ASSERT_NE(octets, nullptr);
  ASSERT_EQ(octets->pictures.size(), 2U);
  EXPECT_NE(octets->pictures[0].svg.find("43 C: uppercase, differs: FS"), std::string::npos);
  EXPECT_NE(octets->pictures[0].says.find("256 octets in a name, 1 make"), std::string::npos);
  EXPECT_EQ(octets->pictures[1].svg.find("differs"), std::string::npos);
  ASSERT_EQ(octets->tables.size(), 4U);
  ASSERT_EQ(octets->tables[0].rows.size(), 1U);
  EXPECT_EQ(TextsOf(octets->tables[0].rows[0]),
            (std::vector<std::string>{"43 C", "none", "Ca: v | ca: w", "none", "none", "FS"}));
  EXPECT_NE(octets->tables[1].caption.find("1,234 cases"), std::string::npos);
  EXPECT_EQ(octets->tables[1].rows[0][1].text, "00-20, 3a, 41-42, 44-5a, 7f-ff");
  EXPECT_TRUE(octets->tables[2].rows.empty());
}

}  // namespace
}  // namespace headerproof
