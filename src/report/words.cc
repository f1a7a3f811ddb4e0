// What a report says about itself: counts, and the answer in one sentence.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "src/report/report.h"

namespace headerproof {

std::uint64_t ReportClaim::checks() const {
  std::uint64_t sum = 0;
  for (const ReportUse& use : uses) sum += use.count;
  return sum;
}

std::string ReportClaim::details() const {
  std::string text;
  if (excused) text += *excused + "\n";
  for (const std::string& reason : reasons) text += reason + "\n";
  for (const Counterexample& one : counterexamples) text += "Counterexample:\n" + one.text;
  return text;
}

bool Report::as_expected() const {
  return std::ranges::all_of(claims, &ReportClaim::as_expected);
}

std::size_t Report::Count(VerdictKind kind) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      claims, [kind](const ReportClaim& claim) { return claim.verdict.kind() == kind; }));
}

const ReportClaim* Report::Find(std::string_view id) const {
  const auto found =
      std::ranges::find_if(claims, [id](const ReportClaim& one) { return one.claim.id == id; });
  return found == claims.end() ? nullptr : &*found;
}

std::string_view VerdictTone(VerdictKind kind) {
  constexpr std::array<std::string_view, kVerdictKindCount> kTones = {"holds", "conditional",
                                                                      "refuted", "unknown"};
  return kTones[static_cast<std::size_t>(kind)];
}

std::string ExpectedInWords(const Report& report) {
  const auto excused = std::ranges::count_if(
      report.claims, [](const ReportClaim& claim) { return claim.excused.has_value(); });
  return excused == 0 ? "as expected" : fmt::format("as expected, {} excused", excused);
}

std::vector<std::string> ExcusesInWords(const Report& report) {
  std::map<std::string, std::vector<std::string>> claims;  // by reason
  for (const ReportClaim& shown : report.claims) {
    if (shown.excused) claims[*shown.excused].push_back(shown.claim.id);
  }
  std::vector<std::string> sentences;
  for (const auto& [reason, ids] : claims) {
    sentences.push_back(fmt::format("{} {} unknown and excused: {}. {}", ids.size(),
                                    ids.size() == 1 ? "claim is" : "claims are",
                                    fmt::join(ids, ", "), reason));
  }
  return sentences;
}

std::string CountsInWords(const VerdictCounts& counts) {
  constexpr std::array<std::string_view, kVerdictKindCount> kWords = {"hold", "hold conditionally",
                                                                      "refuted", "unknown"};
  std::string text;
  for (std::size_t kind = 0; kind < kVerdictKindCount; ++kind) {
    if (counts[kind] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[kind], kWords[kind]);
  }
  return text;
}

std::string Headline(const Report& report) {
  VerdictCounts counts{};
  std::size_t all = 0;
  for (const ReportClaim& shown : report.claims) {
    if (!shown.claim.change) continue;
    ++counts[static_cast<std::size_t>(shown.verdict.kind())];
    ++all;
  }
  if (all == 0) return "No claim is about the change.";
  if (counts[0] == all) return "Yes, on every path and stack that was tested.";
  if (counts[0] + counts[1] == all) return "Yes, under the named conditions.";
  if (counts[2] != 0) {
    return fmt::format("Not everywhere: refuted for {} of {} paths and stacks.", counts[2], all);
  }
  return fmt::format("Not known yet: evidence is missing for {} of {} paths and stacks.", counts[3],
                     all);
}

}  // namespace headerproof
