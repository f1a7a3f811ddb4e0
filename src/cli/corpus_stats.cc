// headerproof corpus stats: what a corpus holds, by class, by difference and by size. What is
// counted is the JSON object that --json prints; without it, a table of the same.
#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/judge/converters.h"
#include "src/judge/input_class.h"
#include "src/judge/judge.h"
#include "src/triage/kinds.h"

namespace headerproof {
namespace {

using Json = nlohmann::ordered_json;

struct StatsArguments {
  std::vector<std::string> files;
  bool json = false;
};

class Statistics {
 public:
  // Counts a case that was read from `file`.
  void Add(const std::string& file, const Metadata& metadata) {
    ++cases_;
    CountInput(ClassifyInput(metadata), classes_);
    const Judgement judgement = Check(OwningConverters(), metadata, {.relations = 0});
    for (std::size_t path = 0; path < kPaths.size(); ++path) {
      const auto names = judgement.differences[path].Names();
      if (names.empty()) ++differences_[path]["none"];
      for (const std::string_view name : names) ++differences_[path][name];
    }
    std::ranges::copy(KindsOf(metadata), std::inserter(kinds_, kinds_.end()));
    // For standard input, and a file that was removed meanwhile: the size of the canonical text.
    std::error_code error;
    std::uintmax_t size = std::filesystem::file_size(file, error);
    if (error) size = PrintCase(metadata).size();
    octets_ += size;
    constexpr std::size_t kLargest = 10;
    largest_.emplace_back(size, file);
    std::ranges::sort(largest_, [](const auto& a, const auto& b) {
      return std::tie(b.first, a.second) < std::tie(a.first, b.second);
    });
    if (largest_.size() > kLargest) largest_.pop_back();
  }

  Json ToJson() const {
    Json json = {{"cases", cases_}, {"octets", octets_}, {"kinds", kinds_.size()}};
    for (std::size_t i = 0; i < kInputClassCount; ++i) {
      json[i < kDomainCount ? "domains" : "classes"][InputClassName(static_cast<InputClass>(i))] =
          classes_[i];
    }
    for (std::size_t path = 0; path < kPaths.size(); ++path) {
      Json& differences = json["differences"][PathName(kPaths[path])];
      differences["none"] = 0;
      for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
        differences[DifferenceName(static_cast<DifferenceKind>(kind))] = 0;
      }
      for (const auto& [name, count] : differences_[path]) differences[name] = count;
    }
    json["largest"] = Json::array();
    for (const auto& [octets, file] : largest_) {
      json["largest"].push_back({{"file", EscapeValue(file)}, {"octets", octets}});
    }
    return json;
  }

 private:
  std::uint64_t cases_ = 0;
  std::uint64_t octets_ = 0;  // of the files
  InputClassCounts classes_{};
  // By path, the cases of each difference; "none": those to which the change makes none.
  std::array<std::map<std::string_view, std::uint64_t>, 2> differences_;
  std::set<std::string> kinds_;                                  // kinds.h
  std::vector<std::pair<std::uintmax_t, std::string>> largest_;  // with octets
};

void PrintTable(const Json& json) {
  const auto print_count = [](const std::string& what, std::uint64_t count) {
    Print("{:<16}{:>8}\n", what, count);
  };
  for (const char* const what : {"cases", "octets", "kinds"}) print_count(what, json[what]);
  Print("\nclasses: the narrowest domain, and others\n");
  for (const char* const group : {"domains", "classes"}) {
    for (const auto& [name, count] : json[group].items()) print_count(name, count);
  }
  Print("\n{:<20}{:>10}{:>10}\n", "differences", "request", "response");
  for (const auto& [name, count] : json["differences"]["request"].items()) {
    const auto request = count.get<std::uint64_t>();
    const auto response = json["differences"]["response"][name].get<std::uint64_t>();
    if (request + response != 0) Print("{:<20}{:>10}{:>10}\n", name, request, response);
  }
  Print("\nlargest files, in octets\n");
  for (const Json& file : json["largest"]) {
    Print("{:>10}  {}\n", file["octets"].get<std::uint64_t>(), file["file"].get<std::string>());
  }
}

int Run(const StatsArguments& arguments) {
  NoteInterrupts();
  Statistics statistics;
  const ReplayCounts counts = ReplayForCommand(
      arguments.files, [&statistics](const std::string& file, const Metadata& metadata) {
        statistics.Add(file, metadata);
      });
  if (!Interrupted() && counts.cases != 0) {
    const Json json = statistics.ToJson();
    arguments.json ? Print(json.dump() + "\n") : PrintTable(json);
  }
  return FinishReplay(counts);
}

}  // namespace

void AddCorpusStats(CLI::App& app, Action& action) {
  const auto [command, arguments] = AddCommand(
      app, action, "stats", "Count the cases of each class, and show the largest ones", Run);
  AddFiles(command, arguments->files);
  command->add_flag("--json", arguments->json, "Print one JSON object instead of a table");
}

}  // namespace headerproof
