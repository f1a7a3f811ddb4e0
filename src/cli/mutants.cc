// headerproof mutants: the wrong converters, for people and scripts, from the one list of them.
#include "src/mutants/mutants.h"

#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <string>

#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/mutants/express.h"

namespace headerproof {

namespace {

struct MutantsArguments {
  bool json = false;
};

int Run(const MutantsArguments& arguments) {
  auto list = nlohmann::ordered_json::array();
  for (const Mutant& mutant : AllMutants()) {
    auto beyond = nlohmann::ordered_json::object();
    for (const std::string_view engine : LimitedEngines()) {
      const std::string_view why = WhyNot(engine, mutant);
      if (!why.empty()) beyond[std::string(engine)] = why;
    }
    const bool is_equivalent = !mutant.equivalent_because.empty();
    if (arguments.json) {
      list.push_back({{"name", mutant.name},
                      {"summary", mutant.summary},
                      {"equivalent", is_equivalent},
                      {"equivalent_because", mutant.equivalent_because},
                      {"cannot_express", beyond}});
      continue;
    }
    std::string line = fmt::format("{:<32} {}", mutant.name, mutant.summary);
    if (is_equivalent) line += fmt::format("; equivalent: {}", mutant.equivalent_because);
    std::string separator = "; not expressed by ";
    for (const auto& [engine, why] : beyond.items()) {
      line += separator + engine;
      separator = ", ";
    }
    Print(line + "\n");
  }
  if (arguments.json) Print(list.dump() + "\n");
  return Finish(kExitOk);
}

}  // namespace

void AddMutants(CLI::App& app, Action& action) {
  const auto [command, arguments] = AddCommand(
      app, action, "mutants", "List the wrong converters that engines have to notice", Run);
  command->add_flag("--json", arguments->json, "Print one JSON array");
}

}  // namespace headerproof
