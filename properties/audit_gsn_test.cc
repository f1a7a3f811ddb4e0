// The drawing: every element has its shape, nothing overlaps, every line ends at what it links.
#include <gtest/gtest.h>

#include <algorithm>

#include "properties/audit_synthetic.h"
#include "src/report/gsn/layout.h"
#include "src/report/sections/argument.h"

namespace headerproof {
namespace {

Report BuiltInReport() {
  return MakeReport(BuiltInClaims(), {}, "0.1.0", kThisCommit, kThisDigest, {});
}

// One figure for the root and each goal that is drawn apart.
std::vector<GsnFigure> BuiltInFigures() {
  const Report report = BuiltInReport();
  std::vector<GsnFigure> figures;
  for (const ArgumentNode& node : report.argument) {
    if (node.apart || figures.empty()) figures.push_back(FigureOf(report, node.id));
  }
  return figures;
}

bool Overlap(const GsnBox& a, const GsnBox& b) {
  return a.corner.x < b.right() && b.corner.x < a.right() && a.corner.y < b.bottom() &&
         b.corner.y < a.bottom();
}

bool Touches(const GsnBox& box, GsnPoint point) {
  return point.x >= box.corner.x && point.x <= box.right() && point.y >= box.corner.y &&
         point.y <= box.bottom();
}

GsnNode Element(ArgumentKind kind, const std::string& name) {
  GsnNode node;
  node.kind = kind;
  node.name = name;
  node.text = "A sentence.";
  return node;
}

TEST(Gsn, DrawsEveryElementOnceAndNoneOverAnother) {
  for (const GsnFigure& figure : BuiltInFigures()) {
    for (const int width : {300, 600, 950, 3000}) {
      const GsnLayout layout = LayOutGsn(figure, width);
      ASSERT_EQ(layout.boxes.size(), figure.size());
      for (std::size_t i = 0; i < layout.boxes.size(); ++i) {
        EXPECT_EQ(layout.boxes[i].node, i);
        EXPECT_GE(layout.boxes[i].corner.x, 0);
        EXPECT_LE(layout.boxes[i].right(), layout.width);
        EXPECT_LE(layout.boxes[i].bottom(), layout.height);
        for (std::size_t j = 0; j < i; ++j) {
          EXPECT_FALSE(Overlap(layout.boxes[i], layout.boxes[j]))
              << figure[i].name << ' ' << figure[j].name << " in " << width;
        }
      }
    }
  }
}

TEST(Gsn, EndsOneLineAtEveryElementButTheRoot) {
  for (const GsnFigure& figure : BuiltInFigures()) {
    const GsnLayout layout = LayOutGsn(figure, 950);
    EXPECT_EQ(layout.lines.size(), figure.size() - 1);
    for (std::size_t i = 1; i < figure.size(); ++i) {
      EXPECT_EQ(std::ranges::count_if(layout.lines,
                                      [&](const GsnLine& line) {
                                        return Touches(layout.boxes[i], line.points.back());
                                      }),
                1)
          << figure[i].name;
    }
  }
}

TEST(Gsn, StaysWithinTheWidthThatAPageHas) {
  for (const GsnFigure& figure : BuiltInFigures()) EXPECT_LE(LayOutGsn(figure, 950).width, 950);
}

TEST(Gsn, GivesEachKindTheShapeOfTheNotation) {
  GsnFigure figure = {
      Element(ArgumentKind::kGoal, "G"),        Element(ArgumentKind::kStrategy, "S"),
      Element(ArgumentKind::kSolution, "Sn"),   Element(ArgumentKind::kContext, "C"),
      Element(ArgumentKind::kAssumption, "As"), Element(ArgumentKind::kJustification, "Ju")};
  figure[0].supported_by = {1, 2};
  figure[0].in_context_of = {3, 4, 5};
  figure[1].undeveloped = true;
  const std::string svg = DrawGsn(figure, 900);
  const auto count = [&svg](std::string_view what) {
    std::size_t found = 0;
    for (std::size_t at = svg.find(what); at != std::string::npos; at = svg.find(what, at + 1)) {
      ++found;
    }
    return found;
  };
  EXPECT_EQ(count("<rect "), 2U);  // goal and context
  EXPECT_EQ(count(" rx=\"16\""), 1U);
  EXPECT_EQ(count("<circle "), 1U);
  EXPECT_EQ(count("<ellipse "), 2U);
  EXPECT_EQ(count(">A</text>"), 1U);
  EXPECT_EQ(count(">J</text>"), 1U);
  EXPECT_EQ(count("<polygon "), 7U);  // the strategy, its diamond, five arrowheads
  EXPECT_EQ(count("fill=\"var(--faint)\" stroke"), 2U);  // solid heads: of what supports
}

TEST(Gsn, SaysAVerdictBySignAndWordAndLeadsToWhatItStandsFor) {
  Claim refuted = SyntheticClaim("a", "engine", VerdictKind::kRefuted);
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.contradictions = {{"against-a", "It differs.", "A: x\n"}};
  const Report report = MakeReport(SyntheticClaims({refuted, SyntheticClaim("b", "none")}),
                                   {evidence}, "0.1.0", kThisCommit, kThisDigest, {});
  EXPECT_EQ(VerdictsBelow(report, "root"), "1 refuted, 1 unknown; 1 not as expected");
  const std::string svg = DrawGsn(FigureOf(report, "root"), 900);
  for (const char* const part :
       {"&#10007; refuted", "? unknown, not as expected", "href=\"#claim-a\"",
        "href=\"#evidence-engine\"", ">engine<", ">100<", ">none<", "? missing"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << part;
  }
}

TEST(WrapToWidth, LosesNothingAndKeepsToTheWidth) {
  EXPECT_EQ(WrapToWidth("one two-three", 10, 1000), std::vector<std::string>{"one two-three"});
  EXPECT_EQ(WrapToWidth("one two-three", 10, 30),
            (std::vector<std::string>{"one", "two-", "three"}));
  EXPECT_EQ(WrapToWidth("one two/three", 10, 30),
            (std::vector<std::string>{"one", "two/", "three"}));
  EXPECT_TRUE(WrapToWidth("", 10, 100).empty());
  const std::vector<std::string> broken = WrapToWidth(std::string(50, 'a'), 10, 63);
  EXPECT_EQ(broken.size(), 5U);
  EXPECT_FALSE(WrapToWidth("wide", 100, 1).empty());
}

}  // namespace
}  // namespace headerproof
