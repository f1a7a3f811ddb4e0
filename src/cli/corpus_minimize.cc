// headerproof corpus minimize: lists the cases of a folder that are enough to have one small case
// of each kind (src/triage/choose.h), or copies them.
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/triage/choose.h"

namespace headerproof {
namespace {

constexpr const char* kHelp =
    "Keeps every case in a folder named regressions, every case that a table names, and then, "
    "from\n"
    "the smallest on, each case of a kind that no case before it has. DIR is never changed.";

constexpr const char* kDefaultTable = "properties/corpus_expected.txt";

struct MinimizeArguments {
  std::string folder;
  std::string out;                // a folder that does not exist yet; "": nothing is written
  std::vector<std::string> keep;  // tables whose cases are kept
};

std::string WhyKept(const KindsOfCase& kept) {
  if (kept.is_kept) return "a regression, or named by a table";
  const std::string& first = kept.kinds.front();
  return kept.kinds.size() == 1 ? first
                                : fmt::format("{}; and {} more", first, kept.kinds.size() - 1);
}

int Run(const MinimizeArguments& arguments) {
  namespace fs = std::filesystem;
  NoteInterrupts();
  if (!fs::is_directory(arguments.folder)) {
    return Complain("{}: not a folder; name one with cases", EscapeValue(arguments.folder));
  }
  std::vector<std::string> tables = arguments.keep;
  if (tables.empty() && fs::exists(kDefaultTable)) tables = {kDefaultTable};
  const NamedCases named = ReadTables(tables);
  if (!arguments.out.empty()) CheckOutside(arguments.out, arguments.folder);
  const std::string folder = fs::path(arguments.folder) / "";  // with a slash at its end
  std::vector<KindsOfCase> cases;
  const ReplayCounts counts =
      ReplayForCommand({folder}, [&](const std::string& path, const Metadata& metadata) {
        cases.push_back(CaseToChoose(folder, path.substr(folder.size()), metadata, named));
      });
  if (Interrupted()) {
    Complain("interrupted: nothing was written");
    return kExitInterrupted;
  }
  if (counts.errors != 0) {
    return Complain(
        "nothing was chosen: fix the files that are not cases, or import them by `headerproof "
        "corpus import`");
  }
  if (!arguments.keep.empty()) CheckRows(named, cases, folder);  // the default may be of another
  const std::vector<KindsOfCase> kept = CasesToKeep(cases);
  if (!arguments.out.empty()) CopyCases(kept, folder, arguments.out);
  std::size_t kinds = 0;
  for (const KindsOfCase& one : kept) {
    kinds += one.kinds.size();
    Print("{}: {}\n", EscapeValue(one.file), WhyKept(one));
  }
  Print("{} of {} cases kept ({} whatever they show), for {} kinds; {}\n", kept.size(),
        cases.size(), std::ranges::count(kept, true, &KindsOfCase::is_kept), kinds,
        arguments.out.empty() ? "nothing was written: --out names a folder for them"
                              : "copied to " + EscapeValue(arguments.out));
  return kExitOk;
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
