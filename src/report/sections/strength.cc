// The strength of the tests by two measures that know nothing about what is tested: which code the
// inputs reach, and which source mutations the tests kill.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>
#include <utility>
#include <vector>

#include "src/cases/printable.h"
#include "src/report/report.h"
#include "src/report/sections/sections.h"

namespace headerproof {
namespace {

struct Share {
  std::uint64_t covered = 0;
  std::uint64_t total = 0;
};

// "99 of 100, 99.0 %": rounded down, so that 100.0 means all.
std::string InWords(const Share& share) {
  if (share.total == 0) return "none";
  const std::uint64_t tenths = 1000 * share.covered / share.total;
  return fmt::format("{} of {}, {}.{} %", Grouped(share.covered), Grouped(share.total), tenths / 10,
                     tenths % 10);
}

std::vector<std::string> Split(const std::string& key) {
  std::vector<std::string> parts;
  std::istringstream stream(key);
  for (std::string part; std::getline(stream, part, '/');) parts.push_back(part);
  return parts;
}

}  // namespace

std::optional<ReportSection> CoverageSection(const Report& report) {
  std::map<std::pair<std::string, std::string>, std::map<std::string, Share>> shares;
  for (const StoredEvidence& stored : report.evidence) {
    const Evidence& evidence = stored.evidence;
    if (evidence.kind != EvidenceKind::kCoverage || !stored.is_fresh) continue;
    for (const auto& [key, count] : evidence.counts) {
      const std::vector<std::string> parts = Split(key);
      if (parts.size() != 4) continue;
      Share& share = shares[{parts[1], parts[2]}][parts[0]];
      if (parts[3] == "covered") share.covered = count;
      if (parts[3] == "total") share.total = count;
    }
  }
  if (shares.empty()) return std::nullopt;
  ReportTable table{"Covered, by inputs and part of the code",
                    {"Inputs", "Part", "Lines", "Regions", "Branches"},
                    {}};
  for (const auto& [inputs_and_part, measures] : shares) {
    ReportRow row = {inputs_and_part.first, inputs_and_part.second};
    for (const char* const measure : {"lines", "regions", "branches"}) {
      const auto found = measures.find(measure);
      row.emplace_back(found == measures.end() ? "not measured" : InWords(found->second),
                       Tone::kNumber);
    }
    table.rows.push_back(std::move(row));
  }
  return ReportSection{"coverage",
                       "Coverage: which code the inputs reach",
                       {"Each row is one set of inputs on its own. Reaching a line does not show "
                        "that it is right; a line that is not reached is not checked."},
                       {},
                       {std::move(table)}};
}

std::optional<ReportSection> SourceMutantsSection(const Report& report) {
  const auto found = std::ranges::find_if(report.evidence, [&](const StoredEvidence& stored) {
    return stored.evidence.id == "source-mutants" && stored.is_fresh;
  });
  if (found == report.evidence.end()) return std::nullopt;
  const Evidence& evidence = found->evidence;
  constexpr std::array<std::pair<const char*, const char*>, 8> kRows = {
      {{"made", "mutations of one line that were generated"},
       {"asked", "of these, tried within the time"},
       {"invalid", "do not compile"},
       {"same", "compile to the same code"},
       {"tried", "run against the tests"},
       {"killed", "killed by a test"},
       {"explained", "survived, with a reason why that is acceptable"},
       {"survived", "survived without an explanation"}}};
  ReportTable table{"Source mutations, one line each", {"What", "How many"}, {}};
  for (const auto& [key, words] : kRows) {
    const auto count = evidence.counts.find(fmt::format("source-mutants/{}", key));
    if (count == evidence.counts.end()) continue;
    const bool is_bad = std::string_view(key) == "survived" && count->second != 0;
    table.rows.push_back(
        {words,
         {Grouped(count->second), is_bad ? Tone::kBad : Tone::kNumber, VariesByClock(evidence)}});
  }
  return ReportSection{"source-mutants",
                       "Source mutation: which wrong lines the tests detect",
                       {evidence.scope},
                       {},
                       {std::move(table)}};
}

}  // namespace headerproof
