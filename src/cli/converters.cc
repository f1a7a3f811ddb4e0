// headerproof converters: the converters that `convert` knows, one a line.
#include "src/judge/converters.h"

#include <fmt/core.h>

#include "src/cli/command.h"
#include "src/cli/commands.h"

namespace headerproof {
namespace {

int Run(const NoArguments&) {
  for (const Converter& converter : AllConverters()) {
    Print(fmt::format("{:<22} {}\n", converter.name, converter.summary));
  }
  return Finish(kExitOk);
}

}  // namespace

void AddConverters(CLI::App& app, Action& action) {
  AddCommand(app, action, "converters", "List the converters", Run);
}

}  // namespace headerproof
