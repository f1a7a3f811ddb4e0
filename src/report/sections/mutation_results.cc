// Mutation results: which engine killed which mutant.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "src/cases/printable.h"
#include "src/report/report.h"
#include "src/report/sections/sections.h"

namespace headerproof {
namespace {

struct MutationResult {
  std::string what;  // "cases", "survived" or "beyond"
  std::uint64_t count = 0;
  double seconds = 0;
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
    MutationResult& result = results[key.substr(last + 1)][key.substr(first + 1, last - first - 1)];
    if (result.what == "survived") continue;  // what survived once was not killed
    const auto took = evidence.durations.find(key.substr(first + 1));
    result = {what, count, took == evidence.durations.end() ? 0 : took->second,
              VariesByClock(evidence)};
  }
}

ReportCell ResultCell(const MutationResult& result) {
  if (result.what == "survived") return {"SURVIVED", Tone::kBad};
  if (result.what == "beyond") return {"not expressible", Tone::kFaint};
  return {Grouped(result.count), Tone::kGood, result.varying};
}

ReportRow EngineRow(const std::string& engine, const MutationResults& results) {
  std::map<std::string, std::uint64_t> count;
  std::vector<std::uint64_t> cases;
  double seconds = 0;
  bool varying = false;
  for (const auto& [mutant, by_engine] : results) {
    const auto found = by_engine.find(engine);
    if (found == by_engine.end()) continue;
    const MutationResult& result = found->second;
    ++count[result.what];
    varying = varying || result.varying;
    if (result.what == "cases") cases.push_back(result.count);
    seconds += result.seconds;
  }
  std::ranges::sort(cases);
  return {engine,
          {Grouped(count["cases"]), Tone::kNumber},
          {Grouped(count["survived"]), count["survived"] == 0 ? Tone::kNumber : Tone::kBad},
          {Grouped(count["beyond"]), Tone::kNumber},
          {cases.empty() ? "-" : Grouped(cases[cases.size() / 2]), Tone::kNumber, varying},
          {cases.empty() ? "-" : Grouped(cases.back()), Tone::kNumber, varying},
          {seconds == 0 ? "-" : fmt::format("{:.2f} s", seconds), Tone::kNumber, true}};
}

}  // namespace

std::optional<ReportSection> MutationResultsSection(const Report& report) {
  MutationResults results;
  for (const StoredEvidence& stored : report.evidence) {
    if (stored.evidence.kind == EvidenceKind::kMutants && stored.is_fresh) {
      AddMutationResults(stored.evidence, results);
    }
  }
  if (results.empty()) return std::nullopt;
  std::set<std::string> engines;
  for (const auto& [mutant, by_engine] : results) {
    for (const auto& [engine, result] : by_engine) engines.insert(engine);
  }
  ReportTable summary{"By engine",
                      {"Engine", "Killed", "Survived", "Not expressible", "Cases, median",
                       "Cases, most", "Total time"},
                      {}};
  ReportTable matrix{"Cases until killed, by mutant and engine", {"Mutant"}, {}};
  for (const std::string& engine : engines) {
    summary.rows.push_back(EngineRow(engine, results));
    matrix.columns.push_back(engine);
  }
  for (const auto& [mutant, by_engine] : results) {
    matrix.rows.push_back({mutant});
    for (const std::string& engine : engines) {
      const auto found = by_engine.find(engine);
      matrix.rows.back().push_back(found == by_engine.end() ? ReportCell("not tried", Tone::kFaint)
                                                            : ResultCell(found->second));
    }
  }
  return ReportSection{
      "mutation-results",
      "Mutation results: which engine kills which mutant",
      {"Each row is a mutant, a converter that is wrong on purpose. Each column is an engine. The "
       "number is how many cases the engine needed to kill the mutant. \"Not expressible\" means "
       "that no case that the engine can make shows the fault; the notes of its evidence say "
       "why."},
      {},
      {std::move(summary), std::move(matrix)}};
}

}  // namespace headerproof
