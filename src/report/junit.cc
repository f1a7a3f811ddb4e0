// The report as JUnit XML, for continuous integration: one test case for each claim; a verdict that
// is not the expected one is a failure, an expected or excused `unknown` is skipped.
#include <fmt/format.h>

#include <algorithm>

#include "src/report/report.h"
#include "src/report/section.h"

namespace headerproof {
namespace {

// A line's end too: in an attribute it would be read as a space.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : EscapedMarkup(text)) {
    if (c == '\n') {
      escaped += "&#10;";
    } else {
      escaped += c;
    }
  }
  return escaped;
}

bool IsSkipped(const ReportClaim& shown) {
  return shown.as_expected && shown.verdict.kind() == VerdictKind::kUnknown;
}

std::string Details(const ReportClaim& shown) {
  std::string text;
  if (shown.excused) text += *shown.excused + "\n";
  for (const std::string& reason : shown.reasons) text += reason + "\n";
  for (const Counterexample& counterexample : shown.counterexamples)
    text += "Counterexample:\n" + counterexample.text;
  return text;
}

}  // namespace

std::string RenderJunit(const Report& report) {
  const auto failures = std::ranges::count(report.claims, false, &ReportClaim::as_expected);
  const auto skipped = std::ranges::count_if(report.claims, IsSkipped);
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"headerproof "
      "audit\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\">\n",
      report.claims.size(), failures, skipped);
  for (const ReportClaim& shown : report.claims) {
    xml += fmt::format("<testcase classname=\"headerproof.{}\" name=\"{}\">",
                       Escaped(shown.claim.section), Escaped(shown.claim.id));
    if (!shown.as_expected) {
      xml += fmt::format("<failure message=\"{}: the verdict is {}, expected was {}\">{}</failure>",
                         Escaped(shown.claim.statement), VerdictName(shown.verdict.kind()),
                         VerdictName(shown.claim.expected), Escaped(Details(shown)));
    } else if (IsSkipped(shown)) {
      xml += fmt::format("<skipped message=\"unknown, {}: {}\"/>",
                         shown.excused ? "excused" : "as expected", Escaped(Details(shown)));
    } else {
      xml +=
          fmt::format("<system-out>{}: {}&#10;{}</system-out>", VerdictName(shown.verdict.kind()),
                      Escaped(shown.claim.statement), Escaped(Details(shown)));
    }
    xml += "</testcase>\n";
  }
  return xml + "</testsuite>\n</testsuites>\n";
}

}  // namespace headerproof
