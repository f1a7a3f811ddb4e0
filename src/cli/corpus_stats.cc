// headerproof corpus stats: what a corpus holds, by class, by difference and by size.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/triage/statistics.h"

namespace headerproof {
namespace {

struct StatsArguments {
  std::vector<std::string> files;
  bool json = false;
};

void PrintTable(const CorpusStatistics& statistics) {
  const auto print_count = [](std::string_view what, std::uint64_t count) {
    Print(fmt::format("{:<16}{:>8}\n", what, count));
  };
  const auto print_counts = [](std::string_view what, std::uint64_t request,
                               std::uint64_t response) {
    if (request + response != 0)
      Print(fmt::format("{:<20}{:>10}{:>10}\n", what, request, response));
  };
  print_count("cases", statistics.cases);
  print_count("octets", statistics.octets);
  print_count("kinds", statistics.kinds.size());
  Print("\nclasses: the narrowest domain, and others\n");
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    print_count(InputClassName(static_cast<InputClass>(i)), statistics.classes[i]);
  }
  const auto& [request, response] = statistics.paths;
  Print(fmt::format("\n{:<20}{:>10}{:>10}\n", "differences", "request", "response"));
  print_counts("none", request.transparent, response.transparent);
  for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
    print_counts(DifferenceName(static_cast<DifferenceKind>(kind)), request.differences[kind],
                 response.differences[kind]);
  }
  Print("\nlargest files, in octets\n");
  for (const auto& [octets, file] : statistics.largest) {
    Print(fmt::format("{:>10}  {}\n", octets, EscapeValue(file)));
  }
}

void PrintJson(const CorpusStatistics& statistics) {
  nlohmann::ordered_json json;
  json["cases"] = statistics.cases;
  json["octets"] = statistics.octets;
  json["kinds"] = statistics.kinds.size();
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    json[i < kDomainCount ? "domains" : "classes"][InputClassName(static_cast<InputClass>(i))] =
        statistics.classes[i];
  }
  for (const Path path : kPaths) {
    const auto& counts = statistics.paths[static_cast<std::size_t>(path)];
    auto& differences = json["differences"][PathName(path)];
    differences["none"] = counts.transparent;
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      differences[DifferenceName(static_cast<DifferenceKind>(kind))] = counts.differences[kind];
    }
  }
  json["largest"] = nlohmann::ordered_json::array();
  for (const auto& [octets, file] : statistics.largest) {
    json["largest"].push_back({{"file", EscapeValue(file)}, {"octets", octets}});
  }
  Print(json.dump() + "\n");
}

int Run(const StatsArguments& arguments) {
  NoteInterrupts();
  CorpusStatistics statistics;
  const ReplayCounts counts = ReplayForCommand(
      arguments.files, [&statistics](const std::string& file, const Metadata& metadata) {
        statistics.Add(file, metadata);
      });
  if (!Interrupted() && counts.cases != 0) {
    arguments.json ? PrintJson(statistics) : PrintTable(statistics);
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
