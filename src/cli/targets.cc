// headerproof targets: the fuzz targets, for people and scripts, from the one list of them.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/cli/target_list.h"

namespace headerproof {
namespace {

struct TargetsArguments {
  bool json = false;
};

int Run(const TargetsArguments& arguments) {
  auto targets = nlohmann::ordered_json::array();
  std::istringstream lines{std::string(TargetList())};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    const std::size_t name_end = line.find(' ');
    const std::string name = line.substr(0, name_end);
    const std::string asks =
        line.substr(std::min(line.find_first_not_of(' ', name_end), line.size()));
    const bool judges = asks.starts_with("relation");
    targets.push_back({{"name", name}, {"asks", asks}, {"judges_converters", judges}});
    if (!arguments.json) {
      Print(fmt::format("{:<15}{:<19}{}\n", name, judges ? "judges converters" : "", asks));
    }
  }
  if (arguments.json) Print(targets.dump() + "\n");
  return Finish(kExitOk);
}

}  // namespace

void AddTargets(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "targets",
                 "List the fuzz targets: what each asks, and if it judges converters", Run);
  command->add_flag("--json", arguments->json,
                    "Print an array of objects with name, asks and judges_converters");
}

}  // namespace headerproof
