// What a probe prints: counts, exit code, table and JSON.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "src/cases/text.h"
#include "src/probe/probe.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostExamples = 12;

bool IsRefusal(Disposition disposition) {
  return disposition == Disposition::kStreamError || disposition == Disposition::kConnectionError ||
         disposition == Disposition::kCallFailed || disposition == Disposition::kFormRefused;
}

bool IsUnknown(Disposition disposition) {
  return disposition == Disposition::kNoAnswer || disposition == Disposition::kNotAsked;
}

bool AcceptsMalformed(const ProbeResult& result, const SweepAnswer& answer) {
  return AsksMalformed(result.sweep.probe_cases[answer.probe_case]) &&
         !IsRefusal(answer.disposition) && !IsUnknown(answer.disposition);
}

std::string_view RowOf(const ProbeCase& probe_case) {
  if (AsksUppercase(probe_case)) return "uppercase letter (41-5a)";
  if (AsksMalformed(probe_case)) return "other malformed name";
  if (probe_case.kind == ProbeCaseKind::kPseudo) return "pseudo-header name";
  return "well-formed name";
}

// A few answers that accept a malformed name: one for each name and place.
std::string Examples(const ProbeResult& result) {
  std::string text;
  std::set<std::pair<Place, std::size_t>> shown;
  for (const SweepAnswer& answer : result.sweep.answers) {
    if (shown.size() == kMostExamples) break;
    if (!AcceptsMalformed(result, answer)) continue;
    if (!shown.emplace(answer.place, answer.probe_case).second) continue;
    text += "    " + DescribeAnswer(result.sweep, answer) + "\n";
  }
  return text.empty() ? "" : "  accepted, for example:\n" + text;
}

}  // namespace

ProbeCount CountMalformed(const ProbeResult& result) {
  ProbeCount count;
  for (const SweepAnswer& answer : result.sweep.answers) {
    if (!AsksMalformed(result.sweep.probe_cases[answer.probe_case])) continue;
    ++(IsRefusal(answer.disposition)   ? count.refused
       : IsUnknown(answer.disposition) ? count.unknown
                                       : count.accepted);
  }
  return count;
}

int ProbeExitCode(const ProbeResult& result) {
  const ProbeCount count = CountMalformed(result);
  if (count.accepted > 0) return 1;
  return result.why_not.empty() && count.refused > 0 && count.unknown == 0 ? 0 : 2;
}

std::string ProbeTable(const ProbeResult& result) {
  std::string text = result.peer + "\n";
  if (!result.why_not.empty()) return text + "  nothing could be asked: " + result.why_not + "\n";
  std::map<std::pair<Place, std::string_view>, std::map<std::string, std::size_t>> rows;
  for (const SweepAnswer& answer : result.sweep.answers) {
    std::string disposition(DispositionName(answer.disposition));
    if (IsRefusal(answer.disposition)) disposition += " (" + answer.detail + ")";
    ++rows[{answer.place, RowOf(result.sweep.probe_cases[answer.probe_case])}][disposition];
  }
  for (const auto& [row, dispositions] : rows) {
    std::string head = fmt::format("{:<18}{:<26}", PlaceName(row.first), row.second);
    for (const auto& [disposition, count] : dispositions) {
      text += fmt::format("  {:<44}{:<7}{}\n", std::exchange(head, ""), count, disposition);
    }
  }
  const ProbeCount count = CountMalformed(result);
  text += fmt::format("  malformed names: {} refused, {} accepted, {} unknown\n", count.refused,
                      count.accepted, count.unknown);
  text +=
      fmt::format("  {} calls on {} connections; the peer {} what its application is shown\n",
                  result.requests, result.connections, result.echoes ? "echoes" : "does not echo");
  const auto not_asked =
      std::ranges::count(result.sweep.answers, Disposition::kNotAsked, &SweepAnswer::disposition);
  if (not_asked > 0) text += fmt::format("  not asked: {} ({})\n", not_asked, result.limit);
  return text + Examples(result);
}

std::string ProbeJson(const ProbeResult& result) {
  const ProbeCount count = CountMalformed(result);
  nlohmann::ordered_json json = {
      {"peer", result.peer},
      {"exit", ProbeExitCode(result)},
      {"why_not", result.why_not},
      {"echoes", result.echoes},
      {"limit", result.limit},
      {"connections", result.connections},
      {"requests", result.requests},
      {"malformed",
       {{"refused", count.refused}, {"accepted", count.accepted}, {"unknown", count.unknown}}},
      {"answers", nlohmann::ordered_json::array()}};
  for (const SweepAnswer& answer : result.sweep.answers) {
    const ProbeCase& probe_case = result.sweep.probe_cases[answer.probe_case];
    nlohmann::ordered_json one = {{"place", PlaceName(answer.place)},
                                  {"form", kWireForms[answer.form].name},
                                  {"kind", ProbeCaseKindName(probe_case.kind)},
                                  {"probe_case", PrintCase(AskedMetadata(probe_case))},
                                  {"disposition", DispositionName(answer.disposition)}};
    if (!answer.detail.empty()) one["detail"] = answer.detail;
    if (!answer.shown.empty()) one["shown"] = PrintCase(answer.shown);
    json["answers"].push_back(std::move(one));
  }
  return json.dump() + "\n";
}

}  // namespace headerproof
