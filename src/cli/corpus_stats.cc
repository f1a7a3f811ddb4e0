// headerproof corpus stats: what a corpus holds, by class, by difference and by size.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/engines/replay.h"
#include "src/judge/converters.h"
#include "src/judge/difference.h"
#include "src/judge/input_class.h"
#include "src/judge/judge.h"
#include "src/triage/kinds.h"

namespace headerproof {
namespace {

// The largest files are named, so many of them.
constexpr std::size_t kLargest = 10;

class Statistics {
 public:
  void Count(const std::string& file, const Metadata& metadata) {
    ++cases_;
    CountInput(ClassifyInput(metadata), classes_);
    const Judgement judgement = Check(OwningConverters(), metadata, {.relations = 0});
    for (std::size_t path = 0; path < differences_.size(); ++path) {
      if (judgement.differences[path].empty()) ++transparent_[path];
      for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
        const bool has = judgement.differences[path].Has(static_cast<DifferenceKind>(kind));
        differences_[path][kind] += has ? 1 : 0;
      }
    }
    for (std::string& kind : KindsOf(metadata)) kinds_.insert(std::move(kind));
    // Of standard input, and of a file that went meanwhile, the size is its canonical text's.
    std::error_code error;
    const std::uintmax_t on_disk = std::filesystem::file_size(file, error);
    const std::uintmax_t octets = error ? PrintCase(metadata).size() : on_disk;
    octets_ += octets;
    largest_.emplace_back(octets, file);
    std::ranges::sort(largest_, [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    if (largest_.size() > kLargest) largest_.pop_back();
  }

  void PrintTable() const {
    PrintCount("cases", cases_);
    PrintCount("octets", octets_);
    PrintCount("kinds", kinds_.size());
    Print("\nclasses, the narrowest domain first\n");
    for (std::size_t i = 0; i < kInputClassCount; ++i) {
      PrintCount(InputClassName(static_cast<InputClass>(i)), classes_[i]);
    }
    Print(fmt::format("\n{:<20}{:>10}{:>10}\n", "differences", "request", "response"));
    PrintCounts("none", transparent_);
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      PrintCounts(DifferenceName(static_cast<DifferenceKind>(kind)),
                  {differences_[0][kind], differences_[1][kind]});
    }
    Print("\nlargest files, octets\n");
    for (const auto& [octets, file] : largest_) {
      Print(fmt::format("{:>10}  {}\n", octets, EscapeValue(file)));
    }
  }

  void PrintJson() const {
    nlohmann::ordered_json json;
    json["cases"] = cases_;
    json["octets"] = octets_;
    json["kinds"] = kinds_.size();
    for (std::size_t i = 0; i < kInputClassCount; ++i) {
      const bool is_domain = i < kDomainCount;
      json[is_domain ? "domains" : "classes"][InputClassName(static_cast<InputClass>(i))] =
          classes_[i];
    }
    for (const Path path : kPaths) {
      const auto index = static_cast<std::size_t>(path);
      auto& differences = json["differences"][PathName(path)];
      differences["none"] = transparent_[index];
      for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
        differences[DifferenceName(static_cast<DifferenceKind>(kind))] = differences_[index][kind];
      }
    }
    json["largest"] = nlohmann::ordered_json::array();
    for (const auto& [octets, file] : largest_) {
      json["largest"].push_back({{"file", EscapeValue(file)}, {"octets", octets}});
    }
    Print(json.dump() + "\n");
  }

 private:
  static void PrintCount(std::string_view what, std::uint64_t count) {
    Print(fmt::format("{:<16}{:>8}\n", what, count));
  }
  static void PrintCounts(std::string_view what, const std::array<std::uint64_t, 2>& by_path) {
    if (by_path[0] + by_path[1] == 0) return;
    Print(fmt::format("{:<20}{:>10}{:>10}\n", what, by_path[0], by_path[1]));
  }

  std::uint64_t cases_ = 0;
  std::uint64_t octets_ = 0;
  InputClassCounts classes_{};
  std::array<std::uint64_t, 2> transparent_{};  // by path
  std::array<std::array<std::uint64_t, kDifferenceKindCount>, 2> differences_{};
  std::set<std::string> kinds_;
  std::vector<std::pair<std::uintmax_t, std::string>> largest_;  // the largest first
};

}  // namespace

int RunCorpusStats(const StatsArguments& arguments) {
  NoteInterrupts();
  Statistics statistics;
  const ReplayCounts counts = ReplayForCommand(
      arguments.paths, [&statistics](const std::string& file, const Metadata& metadata) {
        statistics.Count(file, metadata);
      });
  if (Interrupted()) return FinishInterrupted(counts);
  if (counts.cases != 0) arguments.json ? statistics.PrintJson() : statistics.PrintTable();
  return Finish(counts.errors != 0 ? kExitBadInput : kExitOk);
}

}  // namespace headerproof
