// The argument as a picture and as a table.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "src/report/report.h"
#include "src/report/sections/sections.h"

namespace headerproof {
namespace {

ReportRow RowOf(const Report& report, const ArgumentNode& node) {
  const ReportClaim* claim = report.Find(node.id);
  std::vector<std::string> context = node.in_context_of;
  context.insert(context.end(), node.cites.begin(), node.cites.end());
  std::string support = fmt::format("{}", fmt::join(node.supported_by, ", "));
  if (node.undeveloped) support = "undeveloped";
  if (!node.evidence.empty()) support = "evidence " + node.evidence;
  std::string verdicts;
  if (node.kind == ArgumentKind::kGoal) verdicts = VerdictsBelow(report, node.id);
  if (claim != nullptr) verdicts = StatusOf(*claim);
  return {{node.id, Tone::kPlain, false, claim == nullptr ? "" : "claim-" + node.id},
          NameOf(node.kind),
          {claim == nullptr ? node.text : claim->claim.statement, Tone::kText},
          {support, Tone::kText},
          {fmt::format("{}", fmt::join(context, ", ")), Tone::kText},
          {verdicts, Tone::kText}};
}

}  // namespace

std::optional<ReportSection> ArgumentSection(const Report& report) {
  if (report.argument.empty()) return std::nullopt;
  ReportSection section{"pictures",
                        "The argument as a picture",
                        {"This is the Goal Structuring Notation. A rectangle is a goal, a "
                         "parallelogram a strategy, and a circle a solution, which is evidence. A "
                         "rounded box is context, an ellipse an assumption (A) or a justification "
                         "(J). A solid arrowhead means \"supported by\", a hollow one \"in context "
                         "of\". A goal with a line above its last row has a picture of its own. "
                         "Goals and circles are links to the claims and the evidence."}};
  ReportTable table{"The argument as a table: every element that is not evidence",
                    {"Element", "Kind", "Sentence", "Supported by", "In context of", "Verdicts"},
                    {}};
  for (const ArgumentNode& node : report.argument) {
    table.rows.push_back(RowOf(report, node));
    if (&node != &report.argument.front() && !node.apart) continue;
    section.pictures.push_back(
        {"argument-" + node.id,
         {},
         fmt::format("{}: {} Verdicts: {}.", node.id, node.text, VerdictsBelow(report, node.id)),
         false,
         FigureOf(report, node.id)});
  }
  section.tables.push_back(std::move(table));
  return section;
}

}  // namespace headerproof
