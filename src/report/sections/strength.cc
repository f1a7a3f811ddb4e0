#include "src/report/sections/strength.h"

#include <fmt/format.h>

#include <array>
#include <map>
#include <utility>
#include <vector>

#include "src/cases/printable.h"
#include "src/report/report.h"

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
  std::vector<std::string> parts(1);
  for (const char c : key) {
    if (c == '/') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

}  // namespace

std::optional<ReportSection> CoverageSection(const Report& report) {
  std::map<std::pair<std::string, std::string>, std::map<std::string, Share>> shares;
  for (const StoredEvidence& stored : report.evidence) {
    const Evidence& evidence = stored.evidence;
    if (evidence.kind != EvidenceKind::kCoverage || evidence.digest != report.digest) continue;
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
    std::vector<ReportCell> row = {{inputs_and_part.first, Tone::kPlain, false, {}},
                                   {inputs_and_part.second, Tone::kPlain, false, {}}};
    for (const char* const measure : {"lines", "regions", "branches"}) {
      const auto found = measures.find(measure);
      row.push_back({found == measures.end() ? "not measured" : InWords(found->second),
                     Tone::kNumber,
                     false,
                     {}});
    }
    table.rows.push_back(std::move(row));
  }
  return ReportSection{
      "coverage",
      "Which code the inputs reach",
      {"Each line says what one set of inputs reaches alone. That code was reached "
       "shows nothing; that it was not shows what no check has seen."},
      {},
      {std::move(table)}};
}

std::optional<ReportSection> SourceMutantsSection(const Report& report) {
  const Evidence* found = nullptr;
  for (const StoredEvidence& stored : report.evidence) {
    const Evidence& evidence = stored.evidence;
    if (evidence.id == "source-mutants" && evidence.digest == report.digest) found = &evidence;
  }
  if (found == nullptr) return std::nullopt;
  constexpr std::array<std::pair<const char*, const char*>, 8> kRows = {
      {{"made", "changes of one line that were made up"},
       {"asked", "of these, asked about within the time"},
       {"invalid", "do not compile"},
       {"same", "compile to the same code: no change"},
       {"tried", "put to the tests"},
       {"killed", "noticed by a test"},
       {"explained", "not noticed, with a reason why they need not be"},
       {"survived", "not noticed, and not explained"}}};
  ReportTable table{"Changes of one line of the source", {"What", "How many"}, {}};
  for (const auto& [key, words] : kRows) {
    const auto count = found->counts.find(fmt::format("source-mutants/{}", key));
    if (count == found->counts.end()) continue;
    const bool is_bad = std::string_view(key) == "survived" && count->second != 0;
    table.rows.push_back(
        {{words, Tone::kPlain, false, {}},
         {Grouped(count->second), is_bad ? Tone::kBad : Tone::kNumber, VariesByClock(*found), {}}});
  }
  return ReportSection{"source-mutants",
                       "Which changes of the source the tests notice",
                       {found->scope},
                       {},
                       {std::move(table)}};
}

}  // namespace headerproof
