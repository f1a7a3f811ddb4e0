// What an audit found, ready to be shown. Every form of the report (terminal, JSON, Markdown,
// JUnit, HTML) is made from one Report, so that they say the same. Every string in it is printable
// ASCII of bounded length, so that a form has only its own markup to escape.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/claims/claims.h"
#include "src/claims/verdict.h"
#include "src/evidence/evidence.h"
#include "src/report/comparison.h"
#include "src/report/section.h"

namespace headerproof {

inline constexpr std::uint64_t kReportSchema = 3;

// A report shows at most this many reasons and counterexamples of one claim, and says how many more
// reasons there are in the evidence.
inline constexpr std::size_t kMostShown = 8;

// One claim's use of one piece of evidence.
struct ReportUse {
  std::size_t evidence = 0;  // index of Report::evidence
  std::uint64_t count = 0;   // the greatest count under one of the keys
  std::vector<std::string> keys;
};

struct ReportClaim {
  Claim claim;
  Verdict verdict;  // only its kind is for showing; its texts are below
  ShownBy shown_by = ShownBy::kArgued;
  bool is_recorded = false;            // some of its evidence was committed, and not made anew
  bool as_expected = false;            // or excused
  std::optional<std::string> excused;  // a sentence: why `unknown` is acceptable too
  std::vector<std::string> reasons;
  std::vector<std::string> conditions;
  std::vector<Counterexample> counterexamples;  // the first few, the text masked and cut
  std::vector<ReportUse> uses;

  std::uint64_t checks() const;  // over its uses

  // The excuse, the reasons and the counterexamples, a line each.
  std::string details() const;
};

// A named difference, over all fresh evidence.
struct ReportDifference {
  std::string path;
  std::string name;
  std::uint64_t cases = 0;
  std::string smallest;     // case text, masked and cut
  std::string consequence;  // a sentence; empty if the counterexample does not show the difference
};

using VerdictCounts = std::array<std::size_t, kVerdictKindCount>;

struct Report {
  std::string version;
  std::string commit;                           // for people
  std::string digest;                           // of what this build was made from
  std::map<std::string, std::string> versions;  // of what was tested, from the evidence
  std::vector<Section> sections;
  std::vector<ReportClaim> claims;
  std::vector<StoredEvidence> evidence;
  std::vector<ReportDifference> differences;
  Argument argument;
  std::vector<ReportSection> first;  // shown before the claims: the comparison, the argument
  std::vector<ReportSection> shown;  // shown after the claims: tables and pictures of evidence
  std::vector<std::string> limits;   // what is not shown
  std::vector<Citation> citations;
  std::optional<ReportComparison> comparison;  // with an older report, if one was named

  bool as_expected() const;
  std::size_t Count(VerdictKind kind) const;
  const ReportClaim* Find(std::string_view id) const;  // null if there is none
};

// A class in HTML: "holds", "conditional", "refuted", "unknown".
std::string_view VerdictTone(VerdictKind kind);

// "as expected", or "as expected, 2 excused", for a report that is.
std::string ExpectedInWords(const Report& report);

// How many claims are excused, and why: a sentence for each reason. Empty if none is.
std::vector<std::string> ExcusesInWords(const Report& report);

// "3 hold, 1 unknown", from how many there are of each kind.
std::string CountsInWords(const VerdictCounts& counts);

// The answer in one sentence, from the verdicts on the change.
std::string Headline(const Report& report);

// Judges `claims` by `evidence`. Does not depend on the evidence's order. What `absent_tools` would
// have made is excused; with `requires_all`, nothing is.
Report MakeReport(const ClaimList& claims, std::vector<StoredEvidence> evidence,
                  std::string_view version, std::string_view commit, std::string_view digest,
                  const std::set<std::string>& absent_tools, bool requires_all = false);

// The forms. All end with LF but depend on nothing but the report. The table fits 100 columns.
std::string RenderTerminal(const Report& report, bool colour);
std::string RenderJson(const Report& report);      // audit.json
std::string RenderMarkdown(const Report& report);  // audit.md
std::string RenderJunit(const Report& report);     // junit.xml, a test case for each claim
std::string RenderPage(const Report& report);      // index.html, self-contained

// audit.sarif, SARIF 2.1.0, for code scanning: an error for each verdict that is not as expected
// and for whatever got worse since an older report. What is expected has no result, a refutation
// neither: GitHub would show it as an alert. The location of a result is its claim's line of
// claims.json, and its fingerprint does not depend on the commit.
std::string RenderSarif(const Report& report);

// attestation.json, an in-toto statement (v1) with a test result (v0.1), not signed. Its subjects
// are `digests`: the SHA-256 of each file by its name in the report's folder. A test is a claim, by
// its id. It passed if it holds, is a warning if its verdict is another one that is expected or
// excused, and failed if its verdict is not expected or got worse.
std::string RenderAttestation(const Report& report,
                              const std::map<std::string, std::string>& digests);

}  // namespace headerproof
