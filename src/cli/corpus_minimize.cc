// headerproof corpus minimize: lists the cases of a folder that are enough to have one small case
// of each kind (src/triage/choose.h), or copies them.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/triage/choose.h"
#include "src/triage/new_files.h"

namespace headerproof {
namespace {

constexpr const char* kHelp =
    "Keeps every case in a folder named regressions, every case that a table names, and then, "
    "from\n"
    "the smallest on, each case of a kind that no case before it has. DIR is never changed.";

struct MinimizeArguments {
  std::string folder;
  std::string out;                // a folder that does not exist yet; "": nothing is written
  std::vector<std::string> keep;  // tables whose cases are kept
};

std::string WhyKept(const CaseChooser::Choice& choice) {
  if (choice.is_kept) return "a regression, or named by a table";
  const std::string& first = choice.kinds.front();
  return choice.kinds.size() == 1 ? first
                                  : fmt::format("{}; and {} more", first, choice.kinds.size() - 1);
}

int Minimize(const MinimizeArguments& arguments) {
  CaseChooser chooser(arguments.folder, arguments.keep);
  if (!arguments.out.empty()) CheckOutside(arguments.out, arguments.folder);
  const ReplayCounts counts = ReplayForCommand(
      {chooser.folder()}, [&chooser](const std::string& path, const Metadata& metadata) {
        chooser.Add(path, metadata);
      });
  if (Interrupted()) {
    Complain("interrupted: nothing was written");
    return Finish(kExitInterrupted);
  }
  if (counts.errors != 0) {
    return Complain(
        "nothing was chosen: fix the files that are not cases, or import them by `headerproof "
        "corpus import`");
  }
  const std::vector<CaseChooser::Choice> kept = chooser.Choose();
  if (!arguments.out.empty()) CopyCases(kept, chooser.folder(), arguments.out);
  std::size_t kinds = 0;
  for (const CaseChooser::Choice& choice : kept) {
    kinds += choice.kinds.size();
    Print(EscapeValue(choice.file) + ": " + WhyKept(choice) + "\n");
  }
  Print(fmt::format("{} of {} cases kept ({} whatever they show), for {} kinds; {}\n", kept.size(),
                    chooser.cases(), std::ranges::count(kept, true, &CaseChooser::Choice::is_kept),
                    kinds,
                    arguments.out.empty() ? "nothing was written: --out names a folder for them"
                                          : "copied to " + EscapeValue(arguments.out)));
  return Finish(kExitOk);
}

int Run(const MinimizeArguments& arguments) {
  NoteInterrupts();
  try {
    return Minimize(arguments);
  } catch (const CorpusError& error) {
    return Complain(error.what());
  }
}

}  // namespace

void AddCorpusMinimize(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "minimize", "Choose one small case for each kind of case", Run);
  command->footer(kHelp);
  command->add_option("DIR", arguments->folder, "The folder with the cases")->required();
  command->add_option("--out", arguments->out, "A new folder to copy the chosen cases to")
      ->check(NotEmpty);
  command->add_option("--keep", arguments->keep,
                      "Tables: each line begins with a file in DIR, which is kept. By default "
                      "properties/corpus_expected.txt, if it exists");
}

}  // namespace headerproof
