// headerproof: the command. Finds out which command the arguments name (commands.h), and runs it.
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <exception>
#include <sstream>
#include <string>
#include <string_view>

#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/evidence/user_error.h"

namespace headerproof {

void AddCorpus(CLI::App& app, Action& action) {
  CLI::App* const corpus = app.add_subcommand("corpus", "Import, choose and count cases");
  corpus->require_subcommand(1);
  for (AddFunction* const add : kCorpusCommands) add(*corpus, action);
}

namespace {

constexpr const char* kDescription =
    "headerproof: may an RPC library stop lowercasing the header names it receives?\n"
    "Checks conversions of gRPC metadata to headers, case by case or all at once.";

constexpr const char* kFooter =
    "Exit codes: 0 success; 1 a check failed; 2 bad input or usage; 130 interrupted.\n"
    "`headerproof COMMAND --help` describes a command's arguments.";

// Opens standard descriptors that the process was started without, so that no file or socket takes
// their place: reading or writing there fails as before.
void HoldStandardDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// Prints help or the version, or what is wrong with the arguments.
int EndParsing(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text;
    app.exit(error, text, text);
    Print(text.str());
    return Finish(kExitOk);
  }
  return Complain(EscapeValue(error.what()) +
                  "; see `headerproof --help` and `headerproof COMMAND --help`");
}

// What is wrong with the commands that the arguments name, or nothing. CLI11 says only that one is
// required, also where one is mistyped.
std::string WrongInCommands(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* at = &app;
  for (int i = 1;; ++i) {
    const auto commands = at->get_subcommands([](const CLI::App*) { return true; });
    const std::string_view word = i < argc ? argv[i] : "";
    if (commands.empty() || word.starts_with('-')) return "";
    const auto named = std::ranges::find(commands, word, &CLI::App::get_name);
    if (named == commands.end()) {
      std::string wrong =
          i < argc ? "no such command: " + EscapeValue(word) : std::string("no command");
      wrong += "; these are:";
      for (const CLI::App* command : commands) {
        wrong += (command == commands.front() ? " " : ", ") + command->get_name();
      }
      return wrong;
    }
    at = *named;
  }
}

int Main(int argc, char** argv) {
  HoldStandardDescriptors();
  CLI::App app(kDescription, "headerproof");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", HEADERPROOF_VERSION);
  Action action;
  for (AddFunction* const add : kCommands) add(app, action);
  if (const std::string wrong = WrongInCommands(app, argc, argv); !wrong.empty()) {
    return Complain(wrong);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return EndParsing(app, error);
  }
  return Finish(action());
}

}  // namespace
}  // namespace headerproof

int main(int argc, char** argv) {
  try {
    return headerproof::Main(argc, argv);
  } catch (const headerproof::UserError& error) {
    return headerproof::Complain(error.what());
  } catch (const std::exception& error) {  // out of memory, or a file system that fails
    return headerproof::Complain(headerproof::EscapeValue(error.what()));
  }
}
