// What the commands of `headerproof` share: how one is added, the options that several take, exit
// codes, output that may fail, and interruption.
//
// A command is a file. Its Add function (listed in commands.h) declares the command's options and
// help; the function that it names runs the command and returns the process's exit code.
#pragma once

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/converter/convert.h"
#include "src/engines/replay.h"

namespace headerproof {

inline constexpr int kExitOk = 0;
inline constexpr int kExitDiffers = 1;   // asked and answered: not as required
inline constexpr int kExitBadInput = 2;  // bad input or usage, or output that cannot be written
inline constexpr int kExitInterrupted = 130;

// What the arguments asked for; set once they are parsed.
using Action = std::function<int()>;

// Adds the command `name` to `app`. Returns it, and the arguments that its options fill in.
template <class Arguments>
std::pair<CLI::App*, Arguments*> AddCommand(CLI::App& app, Action& action, const char* name,
                                            const char* summary, int (*run)(const Arguments&)) {
  CLI::App* const command = app.add_subcommand(name, summary);
  const auto arguments = std::make_shared<Arguments>();
  command->callback([&action, arguments, run] { action = [=] { return run(*arguments); }; });
  return {command, arguments.get()};
}

// The positional FILE..., and what a case is.
void AddFiles(CLI::App* command, std::vector<std::string>& files);

// --path; `paths` is both if it is not given.
void AddPath(CLI::App* command, std::vector<Path>& paths);

// --peer COMMAND; "" if it is not given.
void AddPeer(CLI::App* command, std::string& peer);

// For `check()` of an option: "" is a mistake, such as a variable that is not set.
std::string NotEmpty(const std::string& value);

inline constexpr const char* kCaseHelp =
    "A case is a text with one line `name: value` for each value. A line `name` alone is an entry\n"
    "without values. \\xHH is the octet with that hexadecimal number.";

// The most entries of a case that is judged, which all converters hold at once: about 3 KB for
// each.
inline constexpr std::size_t kMostEntries = 100'000;

// The end of a command's help: what a case is, how many entries it may have, and what is tried.
std::string JudgedCaseHelp();

// Complains, and returns true, if the case in `file` has more than kMostEntries.
bool HasTooManyEntries(const std::string& file, const Metadata& metadata);

// Writes to standard output, as it is or as fmt::format makes it; the first failure is remembered.
void Print(std::string_view text);
template <class... Values>
  requires(sizeof...(Values) != 0)
void Print(fmt::format_string<Values...> format, Values&&... values) {
  Print(fmt::format(format, std::forward<Values>(values)...));
}

// The end of every command: flushes standard output. Returns `exit_code`, or kExitBadInput with a
// line on standard error if anything could not be written.
int Finish(int exit_code);

// A line on standard error; `message` is printable already. Returns kExitBadInput.
int Complain(std::string_view message);
template <class... Values>
  requires(sizeof...(Values) != 0)
int Complain(fmt::format_string<Values...> format, Values&&... values) {
  return Complain(fmt::format(format, std::forward<Values>(values)...));
}

// Replays `files` into `on_case` until interrupted. Complains about each that is not a case, and
// goes on.
ReplayCounts ReplayForCommand(
    const std::vector<std::string>& files,
    const std::function<void(const std::string& file, const Metadata& metadata)>& on_case);

// The exit code of a command that replayed cases: `exit_code`, unless it was interrupted or there
// was bad input.
int FinishReplay(const ReplayCounts& counts, int exit_code = kExitOk);

// From here on an interrupt (SIGINT, SIGTERM) is noted instead of ending the process. What has not
// ended a second later is ended, its peers with it; a second interrupt ends it at once.
void NoteInterrupts();
bool Interrupted();
const std::atomic<bool>* InterruptFlag();

}  // namespace headerproof
