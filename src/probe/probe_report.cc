// What a probe says: counts, exit code, table and JSON.
#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "src/cases/display.h"
#include "src/cases/text.h"
#include "src/grammar/name.h"
#include "src/probe/probe.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostExamples = 12;

bool IsMalformed(const ProbeCase& probe_case) {
  return std::ranges::any_of(probe_case.fields, [](const Field& field) {
    return NameDomain(field.name) > Domain::kHttp2;
  });
}

enum class Verdict : std::uint8_t { kRefused, kPassed, kUnknown };

Verdict VerdictOf(Disposition disposition) {
  switch (disposition) {
    case Disposition::kStreamError:
    case Disposition::kConnectionError:
    case Disposition::kCallFailed:
    case Disposition::kProcessEnded:
    case Disposition::kFormRefused:
      return Verdict::kRefused;
    case Disposition::kUnchanged:
    case Disposition::kChanged:
    case Disposition::kDropped:
    case Disposition::kLetPass:
      return Verdict::kPassed;
    case Disposition::kNoAnswer:
    case Disposition::kNotAsked:
      break;
  }
  return Verdict::kUnknown;
}

std::string Padded(std::string text, std::size_t width) {
  if (text.size() < width) text.append(width - text.size(), ' ');
  return text;
}

// The rows of the table: what kind of name, and how many met which disposition.
std::string_view RowOf(const ProbeCase& probe_case) {
  if (AsksUppercase(probe_case)) return "uppercase letter (41-5a)";
  if (IsMalformed(probe_case)) return "other malformed name";
  if (probe_case.kind == ProbeCaseKind::kPseudo) return "pseudo-header name";
  return "well-formed name";
}

}  // namespace

ProbeCount CountMalformed(const ProbeResult& result) {
  ProbeCount count;
  for (const SweepAnswer& answer : result.sweep.answers) {
    if (!IsMalformed(result.sweep.probe_cases[answer.probe_case])) continue;
    switch (VerdictOf(answer.disposition)) {
      case Verdict::kRefused:
        ++count.refused;
        break;
      case Verdict::kPassed:
        ++count.passed;
        break;
      case Verdict::kUnknown:
        ++count.unknown;
        break;
    }
  }
  return count;
}

int ProbeExitCode(const ProbeResult& result) {
  const ProbeCount count = CountMalformed(result);
  if (count.passed > 0) return 1;
  return result.why_not.empty() && count.refused > 0 && count.unknown == 0 ? 0 : 2;
}

std::string ProbeTable(const ProbeResult& result) {
  std::string text = result.peer + "\n";
  if (!result.why_not.empty()) return text + "  nothing could be asked: " + result.why_not + "\n";
  std::map<std::pair<Place, std::string_view>, std::map<std::string, std::size_t>> rows;
  std::size_t not_asked = 0;
  for (const SweepAnswer& answer : result.sweep.answers) {
    const ProbeCase& probe_case = result.sweep.probe_cases[answer.probe_case];
    std::string disposition(DispositionName(answer.disposition));
    const bool is_refusal = VerdictOf(answer.disposition) == Verdict::kRefused;
    if (is_refusal) disposition += " (" + answer.detail + ")";
    ++rows[{answer.place, RowOf(probe_case)}][disposition];
    not_asked += answer.disposition == Disposition::kNotAsked ? 1 : 0;
  }
  for (const auto& [row, dispositions] : rows) {
    std::string head =
        Padded(std::string(PlaceName(row.first)), 18) + Padded(std::string(row.second), 26);
    for (const auto& [disposition, count] : dispositions) {
      text += "  " + head + Padded(std::to_string(count), 7) + disposition + "\n";
      head = std::string(head.size(), ' ');
    }
  }
  const ProbeCount count = CountMalformed(result);
  text += "  malformed names: " + std::to_string(count.refused) + " refused, " +
          std::to_string(count.passed) + " let pass, " + std::to_string(count.unknown) +
          " unknown\n";
  text +=
      "  " + std::to_string(result.requests) + " calls on " + std::to_string(result.connections) +
      " connections; the peer " +
      (result.echoes ? "tells what its application is shown" : "does not tell what it is shown") +
      "\n";
  if (not_asked > 0) {
    text += "  not asked: " + std::to_string(not_asked) + " (" + result.limit + ")\n";
  }
  std::size_t examples = 0;
  std::set<std::pair<Place, std::size_t>> named;
  for (const SweepAnswer& answer : result.sweep.answers) {
    const bool shows = IsMalformed(result.sweep.probe_cases[answer.probe_case]) &&
                       VerdictOf(answer.disposition) == Verdict::kPassed;
    if (!shows || examples == kMostExamples) continue;
    if (!named.emplace(answer.place, answer.probe_case).second) continue;
    if (examples++ == 0) text += "  let pass, for example:\n";
    text += "    " + DescribeAnswer(result.sweep, answer) + "\n";
  }
  return text;
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
       {{"refused", count.refused}, {"passed", count.passed}, {"unknown", count.unknown}}},
      {"answers", nlohmann::ordered_json::array()}};
  for (const SweepAnswer& answer : result.sweep.answers) {
    const ProbeCase& probe_case = result.sweep.probe_cases[answer.probe_case];
    nlohmann::ordered_json one = {{"place", PlaceName(answer.place)},
                                  {"form", kWireForms[answer.form].name},
                                  {"kind", ProbeCaseKindName(probe_case.kind)},
                                  {"asked", PrintCase(AskedMetadata(probe_case))},
                                  {"disposition", DispositionName(answer.disposition)}};
    if (!answer.detail.empty()) one["detail"] = answer.detail;
    if (!answer.shown.empty()) one["shown"] = PrintCase(answer.shown);
    json["answers"].push_back(std::move(one));
  }
  return json.dump() + "\n";
}

}  // namespace headerproof
