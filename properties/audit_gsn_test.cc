// The drawing: every element has its shape, its place in the tree and its link.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>

#include "properties/audit_hostile.h"
#include "properties/audit_synthetic.h"
#include "src/report/gsn/figure.h"

namespace headerproof {
namespace {

Report BuiltInReport() {
  return MakeReport(BuiltInClaims(), {}, "0.1.0", kThisCommit, kThisDigest, {});
}

// One figure for the root and each goal that is drawn apart.
std::vector<GsnNode> BuiltInFigures() {
  const Report report = BuiltInReport();
  std::vector<GsnNode> figures;
  for (const ArgumentNode& node : report.argument) {
    if (node.apart || figures.empty()) figures.push_back(FigureOf(report, node.id));
  }
  return figures;
}

void ForEach(const GsnNode& node, const std::function<void(const GsnNode&)>& visit) {
  visit(node);
  for (const GsnNode& below : node.supported_by) ForEach(below, visit);
  for (const GsnNode& context : node.in_context_of) ForEach(context, visit);
}

std::size_t Count(std::string_view text, std::string_view what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1)) {
    ++found;
  }
  return found;
}

// The page's drawings, without what is around them.
std::string DrawingsOf(const Report& report) {
  const std::string page = RenderPage(report);
  std::string drawings;
  for (std::size_t at = page.find("<ul class=\"gsn\">"); at != std::string::npos;
       at = page.find("<ul class=\"gsn\">", at + 1)) {
    drawings += page.substr(at, page.find("<figcaption", at) - at);
  }
  return drawings;
}

GsnNode Element(ArgumentKind kind, const std::string& name) {
  return {kind, name, "A sentence."};
}

std::string DrawingOf(const GsnNode& figure) {
  Report report;
  ReportSection section{"pictures", "Pictures", {}};
  section.pictures.push_back({"figure", {}, "A figure.", false, figure});
  report.first.push_back(section);
  return DrawingsOf(report);
}

TEST(Gsn, DrawsEveryElementOnce) {
  std::size_t elements = 0;
  std::set<std::string> names;
  for (const GsnNode& figure : BuiltInFigures()) {
    ForEach(figure, [&](const GsnNode& node) {
      ++elements;
      names.insert(node.name);
    });
  }
  EXPECT_EQ(Count(DrawingsOf(BuiltInReport()), "class=\"element\""), elements);
  for (const Claim& claim : BuiltInClaims().claims) {
    EXPECT_TRUE(names.contains(claim.id)) << claim.id;
  }
}

TEST(Gsn, ClosesEveryListAndElementThatItOpens) {
  for (const Report& report : {BuiltInReport(), HostileReport(HostileText())}) {
    const std::string drawings = DrawingsOf(report);
    EXPECT_EQ(Count(drawings, "<li "), Count(drawings, "</li>"));
    EXPECT_EQ(Count(drawings, "<ul "), Count(drawings, "</ul>"));
    EXPECT_EQ(Count(drawings, "<a "), Count(drawings, "</a>"));
  }
}

TEST(Gsn, PutsWhatSupportsAnElementBelowItAndItsContextNextToIt) {
  GsnNode figure = Element(ArgumentKind::kGoal, "G");
  figure.supported_by = {Element(ArgumentKind::kGoal, "below"),
                         Element(ArgumentKind::kSolution, "solution")};
  figure.in_context_of = {Element(ArgumentKind::kContext, "context")};
  const std::string drawing = DrawingOf(figure);
  std::size_t last = 0;
  for (const char* const part :
       {">G<", "<ul class=\"solutions\">", ">solution<", "<ul class=\"context-list\">", ">context<",
        "</div><ul class=\"goals\">", ">below<"}) {
    const std::size_t at = drawing.find(part, last);
    ASSERT_NE(at, std::string::npos) << part << drawing;
    last = at;
  }
}

TEST(Gsn, GivesEachKindTheShapeOfTheNotation) {
  GsnNode figure = Element(ArgumentKind::kGoal, "G");
  GsnNode strategy = Element(ArgumentKind::kStrategy, "S");
  strategy.undeveloped = true;
  figure.supported_by = {strategy, Element(ArgumentKind::kSolution, "Sn")};
  figure.in_context_of = {Element(ArgumentKind::kContext, "C"),
                          Element(ArgumentKind::kAssumption, "As"),
                          Element(ArgumentKind::kJustification, "Ju")};
  const std::string drawing = DrawingOf(figure);
  for (const char* const kind :
       {"goal", "strategy", "solution", "context", "assumption", "justification"}) {
    EXPECT_EQ(Count(drawing, "<li class=\"" + std::string(kind) + " "), 1U) << kind;
    const std::string page = RenderPage(Report());
    EXPECT_TRUE(std::string_view(kind) == "goal" ||  // a rectangle, as every element by default
                page.find(".gsn ." + std::string(kind) + " > ") != std::string::npos)
        << kind;
  }
  EXPECT_EQ(Count(drawing, "class=\"mark\">A<"), 1U);
  EXPECT_EQ(Count(drawing, "class=\"mark\">J<"), 1U);
  EXPECT_EQ(Count(drawing, "class=\"undeveloped\""), 1U);
}

TEST(Gsn, SaysAVerdictBySignAndWordAndLeadsToWhatItIsAbout) {
  Claim refuted = SyntheticClaim("a", "engine", VerdictKind::kRefuted);
  StoredEvidence evidence = SyntheticEvidence();
  evidence.evidence.contradictions = {{"against-a", "It differs.", "A: x\n"}};
  const Report report = MakeReport(SyntheticClaims({refuted, SyntheticClaim("b", "none")}),
                                   {evidence}, "0.1.0", kThisCommit, kThisDigest, {});
  EXPECT_EQ(VerdictsBelow(report, "root"), "1 refuted, 1 unknown; 1 not as expected");
  const std::string drawing = DrawingOf(FigureOf(report, "root"));
  for (const char* const part :
       {"&#10007; refuted", "? unknown, not as expected", "href=\"#claim-a\"",
        "href=\"#evidence-engine\"", ">engine<", ">100<", ">none<", "? missing"}) {
    EXPECT_NE(drawing.find(part), std::string::npos) << part;
  }
}

TEST(Gsn, LeadsFromAnAwayGoalToItsOwnPicture) {
  const std::string drawings = DrawingsOf(BuiltInReport());
  EXPECT_NE(drawings.find("href=\"#argument-G-same\""), std::string::npos);
  EXPECT_NE(drawings.find("argued in a picture of its own"), std::string::npos);
}

}  // namespace
}  // namespace headerproof
