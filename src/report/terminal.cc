// The report as a table for a terminal.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sstream>

#include "src/cases/printable.h"
#include "src/report/escape.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

constexpr std::size_t kColumns = 100;

// `text` broken at spaces into lines that begin with `indent` spaces and fit the width.
std::string Wrapped(std::string_view text, std::size_t indent) {
  const std::size_t width = kColumns - indent;
  std::string wrapped;
  while (!text.empty()) {
    std::size_t end = text.size();
    if (end > width) {
      end = text.rfind(' ', width);
      if (end == std::string_view::npos || end == 0) end = width;
    }
    wrapped.append(indent, ' ').append(text.substr(0, end)).append("\n");
    text.remove_prefix(end);
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  return wrapped;
}

// The same for each line of a case text.
std::string WrappedCase(const std::string& text) {
  constexpr std::size_t kCaseIndent = 24;
  if (text.empty()) return Wrapped("(the empty metadata)", kCaseIndent);
  std::istringstream lines(text);
  std::string wrapped;
  for (std::string line; std::getline(lines, line);) wrapped += Wrapped(line, kCaseIndent);
  return wrapped;
}

// Escape sequences for a verdict, or nothing.
std::string Coloured(const std::string& text, VerdictKind kind, bool colour) {
  constexpr std::array<std::string_view, kVerdictKindCount> kColours = {"32", "36", "31", "33"};
  if (!colour) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", kColours[static_cast<std::size_t>(kind)], text);
}

std::string ClaimRow(const ReportClaim& shown, bool colour) {
  const VerdictKind kind = shown.verdict.kind();
  const std::string checks =
      shown.claim.change || shown.uses.empty() ? "-" : Grouped(shown.checks());
  std::string row =
      fmt::format("  {} {:<40.40} {:<10} {:>13}{}\n",
                  Coloured(fmt::format("{:<19}", NameOf(kind)), kind, colour), shown.claim.id,
                  NameOf(shown.shown_by), checks,
                  shown.as_expected ? (shown.is_recorded ? "  recorded" : "") : "  UNEXPECTED");
  for (const std::string& condition : shown.conditions) {
    if (kind == VerdictKind::kHoldsConditionally) row += Wrapped("if: " + condition, 22);
  }
  if (!shown.as_expected) {
    row += Wrapped(fmt::format("expected: {}", NameOf(shown.claim.expected)), 22);
  }
  if (shown.excused) row += Wrapped(*shown.excused, 22);
  if (kind != VerdictKind::kRefuted && shown.as_expected) return row;
  // The table has the first reason and counterexample; the report has the others.
  if (!shown.reasons.empty()) row += Wrapped(shown.reasons.front(), 22);
  if (!shown.counterexamples.empty()) {
    row += Wrapped("counterexample:", 22) + WrappedCase(shown.counterexamples.front().text);
  }
  if (shown.reasons.size() > 1) row += Wrapped("and more, in the report", 22);
  if (kind == VerdictKind::kRefuted && shown.claim.instead) {
    row += Wrapped("instead: " + *shown.claim.instead, 22);
  }
  return row;
}

std::string ComparisonRows(const ReportComparison& comparison) {
  std::string text = "\n" + Wrapped(fmt::format("Since the report of headerproof {}, commit {}",
                                                comparison.version, comparison.commit),
                                    0);
  for (const ReportChange& change : comparison.changes) {
    text += fmt::format("  {:<19} {:.76}\n", change.is_worse ? "WORSE" : "changed", change.claim);
    text += Wrapped(change.says, 22);
    if (change.counterexample) text += WrappedCase(*change.counterexample);
  }
  if (!comparison.is_worse()) text += "  Nothing got worse.\n";
  return text;
}

}  // namespace

std::string RenderTerminal(const Report& report, bool colour) {
  std::string text = fmt::format("headerproof {}, commit {}\n", report.version, report.commit);
  for (const std::string& excuse : ExcusesInWords(report)) text += Wrapped(excuse, 0);
  for (const Section& section : report.sections) {
    text += fmt::format("\n{}\n", section.title);
    for (const ReportClaim& shown : report.claims) {
      if (shown.claim.section == section.id) text += ClaimRow(shown, colour);
    }
  }
  if (!report.differences.empty()) {
    text += "\nWhat changes for names with an uppercase letter (canonicalizing to direct)\n";
  }
  for (const ReportDifference& difference : report.differences) {
    std::string counterexample;
    for (const char c : difference.smallest.substr(0, difference.smallest.size() - 1)) {
      counterexample += c == '\n' ? "; " : std::string(1, c);
    }
    text += fmt::format("  {:<8.8} {:<19.19} {:>13}  {:.52}\n", difference.path, difference.name,
                        Grouped(difference.cases), counterexample);
  }
  if (report.comparison) text += ComparisonRows(*report.comparison);
  text +=
      fmt::format("\n{} claims: {} hold, {} hold conditionally, {} refuted, {} unknown; {}\n",
                  report.claims.size(), report.Count(VerdictKind::kHolds),
                  report.Count(VerdictKind::kHoldsConditionally),
                  report.Count(VerdictKind::kRefuted), report.Count(VerdictKind::kUnknown),
                  report.as_expected() ? "all " + ExpectedInWords(report) : "SOME NOT AS EXPECTED");
  return EscapedLog(text);
}

}  // namespace headerproof
