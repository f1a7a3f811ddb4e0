// The report as Markdown, for pull requests and notes.
#include <fmt/format.h>

#include <algorithm>

#include "src/cases/printable.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

// `text` with whatever Markdown or HTML in it would mean something made plain.
std::string Plain(std::string_view text) {
  constexpr std::string_view kSpecial = "\\`*_{}[]()#+!|~";
  std::string plain;
  for (const char c : text) {
    if (c == '<') {
      plain += "&lt;";
    } else if (c == '>') {
      plain += "&gt;";
    } else if (c == '&') {
      plain += "&amp;";
    } else {
      if (kSpecial.find(c) != std::string_view::npos) plain += '\\';
      plain += c;
    }
  }
  return plain;
}

// What another run of the same build may say otherwise, marked as such.
std::string Varying(std::string_view text) {
  return "<span class=\"varying\">" + Plain(text) + "</span>";
}

// An indented code block, in which nothing means anything, after a blank line.
std::string CodeBlock(std::string_view text) {
  if (text.empty()) return "\n    (the empty metadata)\n";
  std::string block = "\n";
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    block.append("    ").append(text.substr(0, end)).append("\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return block;
}

std::string ClaimText(const Report& report, const ReportClaim& shown) {
  const Claim& claim = shown.claim;
  std::string text = fmt::format(
      "\n### {}\n\n{}\n\nVerdict: **{}**{}. Path: {}. Stack: {}.\n", Plain(claim.id),
      Plain(claim.statement), VerdictName(shown.verdict.kind()),
      shown.as_expected ? std::string()
                        : fmt::format(" (unexpected: {} was)", VerdictName(claim.expected)),
      claim.path, claim.stack ? Plain(*claim.stack) : "the shared implementation");
  text += "\n";
  for (const std::string& condition : shown.conditions) text += "- if: " + Plain(condition) + "\n";
  if (shown.excused) text += "- " + Plain(*shown.excused) + "\n";
  for (const std::string& reason : shown.reasons) text += "- " + Plain(reason) + "\n";
  if (shown.verdict.kind() == VerdictKind::kRefuted && claim.instead) {
    text += "- instead: " + Plain(*claim.instead) + "\n";
  }
  for (const ReportUse& use : shown.uses) {
    const Evidence& one = report.evidence[use.evidence].evidence;
    const std::string count = Grouped(use.count);
    text += fmt::format("- evidence: {} ({}), {} checks\n", Plain(one.id),
                        EvidenceKindName(one.kind), VariesByClock(one) ? Varying(count) : count);
  }
  for (const Counterexample& counterexample : shown.counterexamples) {
    text += "\nCounterexample:\n" + CodeBlock(counterexample.text);
  }
  return text;
}

// All of a piece of evidence but its counts, which audit.json has.
std::string EvidenceText(const StoredEvidence& stored) {
  const Evidence& one = stored.evidence;
  const std::string count = Grouped(one.count);
  std::string text = fmt::format(
      "\n### {} ({})\n\n{}: {}\n\n- checks: {}{}\n- took: {}\n- commit: {}\n- SHA-256: {}\n",
      Plain(one.id), EvidenceKindName(one.kind), Plain(one.subject), Plain(one.scope),
      VariesByClock(one) ? Varying(count) : count, one.finished() ? "" : " (not finished)",
      Varying(fmt::format("{:.1f} s", one.seconds)), Plain(one.commit), Varying(stored.sha256));
  if (one.seed) text += fmt::format("- seed: {}\n", *one.seed);
  for (const auto& [what, version] : one.versions) {
    text += fmt::format("- version of {}: {}\n", Plain(what), Plain(version));
  }
  for (const std::string& note : one.notes) {
    text += "- note: " + (VariesByClock(one) ? Varying(note) : Plain(note)) + "\n";
  }
  return text + "\nTo repeat it:\n" + CodeBlock(one.command);
}

std::string TableText(const ReportTable& table) {
  std::string text = fmt::format("\n{}:\n\n|", Plain(table.caption));
  for (const std::string& column : table.columns) text += fmt::format(" {} |", Plain(column));
  text += "\n|";
  for (std::size_t i = 0; i < table.columns.size(); ++i) text += " --- |";
  text += "\n";
  for (const auto& row : table.rows) {
    text += "|";
    for (const ReportCell& cell : row) {
      text += fmt::format(" {} |", cell.varying ? Varying(cell.text) : Plain(cell.text));
    }
    text += "\n";
  }
  return text;
}

// Pictures show what the tables say.
std::string SectionText(const ReportSection& section) {
  std::string text = fmt::format("\n## {}\n", Plain(section.title));
  for (const std::string& paragraph : section.paragraphs) text += "\n" + Plain(paragraph) + "\n";
  for (const ReportTable& table : section.tables) text += TableText(table);
  return text;
}

}  // namespace

std::string RenderMarkdown(const Report& report) {
  std::string text = fmt::format(
      "# May an RPC library stop lowercasing the header names it receives?\n\nheaderproof {}, "
      "commit {}. **{}** {}\n\n| claim | path | stack | verdict | expected |\n| --- | --- | --- | "
      "--- | "
      "--- |\n",
      Plain(report.version), Plain(report.commit), Plain(Headline(report)),
      report.as_expected() ? fmt::format("Every verdict is {}.", ExpectedInWords(report))
                           : "**Some verdicts are unexpected.**");
  for (const ReportClaim& shown : report.claims) {
    text += fmt::format("| {} | {} | {} | {} | {}{} |\n", Plain(shown.claim.id), shown.claim.path,
                        shown.claim.stack ? Plain(*shown.claim.stack) : "",
                        VerdictName(shown.verdict.kind()), VerdictName(shown.claim.expected),
                        shown.excused       ? " (excused)"
                        : shown.as_expected ? ""
                                            : " (**unexpected**)");
  }
  for (const ReportSection& section : report.first) text += SectionText(section);
  for (const Section& section : report.sections) {
    text += fmt::format("\n## {}\n\n{}\n", Plain(section.title), Plain(section.strategy));
    for (const ReportClaim& shown : report.claims) {
      if (shown.claim.section == section.id) text += ClaimText(report, shown);
    }
  }
  text += "\n## What changes for names with an uppercase letter\n";
  for (const ReportDifference& difference : report.differences) {
    text += fmt::format("\n{}, {}: {} cases. {} The smallest:\n{}", Plain(difference.path),
                        Plain(difference.name), Grouped(difference.cases),
                        Plain(difference.consequence), CodeBlock(difference.smallest));
  }
  for (const ReportSection& section : report.shown) text += SectionText(section);
  text += "\n## What is not shown\n\n";
  for (const std::string& limit : report.limits) text += "- " + Plain(limit) + "\n";
  text += "\n## The evidence\n";
  for (const StoredEvidence& stored : report.evidence) text += EvidenceText(stored);
  return text;
}

}  // namespace headerproof
