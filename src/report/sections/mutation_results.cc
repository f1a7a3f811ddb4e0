#include "src/report/sections/mutation_results.h"

#include <fmt/format.h>

#include <map>
#include <set>

#include "src/cases/printable.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

struct MutationResult {
  std::string what;  // "cases", "survived" or "beyond"
  std::uint64_t count = 0;
  std::optional<double> seconds;
  bool varying = false;
};

// By mutant, then by engine.
using MutationResults = std::map<std::string, std::map<std::string, MutationResult>>;

void AddMutationResults(const Evidence& evidence, MutationResults& results) {
  for (const auto& [key, count] : evidence.counts) {
    const std::size_t first = key.find('/');
    const std::size_t last = key.rfind('/');
    if (first == std::string::npos || first == last) continue;
    const std::string what = key.substr(0, first);
    if (what != "cases" && what != "survived" && what != "beyond") continue;
    const std::string pair = key.substr(first + 1);
    MutationResult& result = results[key.substr(last + 1)][key.substr(first + 1, last - first - 1)];
    if (result.what == "survived") continue;  // what survived once is not killed
    result = {what, count, std::nullopt, VariesByClock(evidence)};
    const auto took = evidence.durations.find(pair);
    if (took != evidence.durations.end()) result.seconds = took->second;
  }
}

ReportCell MeetingCell(const MutationResult& result) {
  if (result.what == "survived") return {"ESCAPED", Tone::kBad, false, {}};
  if (result.what == "beyond") return {"beyond it", Tone::kFaint, false, {}};
  return {Grouped(result.count), Tone::kGood, result.varying, {}};
}

// For each engine: how many it killed, its median and greatest number of cases, and the time of
// all.
ReportTable EngineTable(const std::set<std::string>& engines, const MutationResults& results) {
  ReportTable table{
      "By engine",
      {"Engine", "Killed", "Survived", "Beyond it", "Cases, median", "Cases, most", "Time, all"},
      {}};
  for (const std::string& engine : engines) {
    std::map<std::string, std::uint64_t> met;
    std::multiset<std::uint64_t> cases;
    double seconds = 0;
    bool varying = false;
    for (const auto& [mutant, by_engine] : results) {
      const auto found = by_engine.find(engine);
      if (found == by_engine.end()) continue;
      ++met[found->second.what];
      varying = varying || found->second.varying;
      if (found->second.what == "cases") cases.insert(found->second.count);
      seconds += found->second.seconds.value_or(0);
    }
    const auto at = [&cases](std::size_t place) {
      return cases.empty() ? std::string("-")
                           : Grouped(*std::next(cases.begin(), static_cast<std::ptrdiff_t>(place)));
    };
    table.rows.push_back(
        {{engine, Tone::kPlain, false, {}},
         {Grouped(met["cases"]), Tone::kNumber, false, {}},
         {Grouped(met["survived"]), met["survived"] == 0 ? Tone::kNumber : Tone::kBad, false, {}},
         {Grouped(met["beyond"]), Tone::kNumber, false, {}},
         {at(cases.size() / 2), Tone::kNumber, varying, {}},
         {at(cases.empty() ? 0 : cases.size() - 1), Tone::kNumber, varying, {}},
         {seconds == 0 ? "-" : fmt::format("{:.2f} s", seconds), Tone::kNumber, true, {}}});
  }
  return table;
}

}  // namespace

std::optional<ReportSection> MatrixSection(const Report& report) {
  MutationResults results;
  for (const StoredEvidence& stored : report.evidence) {
    const Evidence& evidence = stored.evidence;
    if (evidence.kind == EvidenceKind::kMutants && evidence.digest == report.digest) {
      AddMutationResults(evidence, results);
    }
  }
  if (results.empty()) return std::nullopt;
  std::set<std::string> engines;
  for (const auto& [mutant, by_engine] : results) {
    for (const auto& [engine, result] : by_engine) engines.insert(engine);
  }
  ReportTable matrix{"Cases until killed, by wrong converter and engine", {"Wrong converter"}, {}};
  matrix.columns.insert(matrix.columns.end(), engines.begin(), engines.end());
  for (const auto& [mutant, by_engine] : results) {
    std::vector<ReportCell> row = {{mutant, Tone::kPlain, false, {}}};
    for (const std::string& engine : engines) {
      const auto found = by_engine.find(engine);
      row.push_back(found == by_engine.end() ? ReportCell{"not tried", Tone::kFaint, false, {}}
                                             : MeetingCell(found->second));
    }
    matrix.rows.push_back(std::move(row));
  }
  return ReportSection{
      "matrix",
      "Which engine kills which wrong converter",
      {"Each row is a converter that is wrong on purpose, in one way; each column an engine. The "
       "number is how many cases the engine needed to catch it. \"Beyond it\": what is wrong "
       "cannot show in any case that the engine can make, for the reason in its evidence's notes."},
      {},
      {EngineTable(engines, results), std::move(matrix)}};
}

}  // namespace headerproof
