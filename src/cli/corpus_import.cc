// headerproof corpus import: turns what fuzzers and services kept into readable cases, and reports
// each fault among them once.
//
// Every input is read leniently and checked in every way that a fuzz target checks. The inputs that
// show a fault become one case for each fault (src/triage/fault.h), the smallest that was seen to
// show it; the others become cases as they are. A fault that a case in the folder shows already is
// reported as known, and nothing is written for it.
#include <unistd.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "src/cases/escape.h"
#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/evidence/user_error.h"
#include "src/mutants/mutants.h"
#include "src/triage/corpus_folder.h"
#include "src/triage/inputs.h"
#include "src/triage/kinds.h"
#include "src/triage/origin.h"
#include "src/triage/triage.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHelp =
    "Inputs are read leniently. For each fault the smallest case is kept, under a name that says\n"
    "what it breaks; a case without a fault is kept as it is. Nothing is kept twice, and no file\n"
    "is replaced.\n"
    "Exit codes: 0 no input shows a fault; 1 some do; 2 bad input, or a case could not be written\n"
    "(the rest is imported).";

struct ImportArguments {
  std::vector<std::string> sources;  // files, folders, archives, "-"
  std::string into;                  // a folder; "": nothing is written
  std::string planted;               // a mutant to judge, or "": the shared implementation
  Origin origin;                     // what is known of where the sources came from
};

// "1 case", "2 cases".
std::string Counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

class Importer {
 public:
  Importer(const ImportArguments& arguments, const Mutant* planted)
      : arguments_(arguments), planted_(planted), triage_(planted) {}

  // Reads all sources; an interrupt ends that.
  void Read() {
    ReadInputs(arguments_.sources,
               {.on_input =
                    [this](const std::string& file, const std::string& octets) {
                      Take(file, octets);
                      return !Interrupted();
                    },
                .on_error = [this](const std::string& message) { return Refuse(message); }});
    if (shows_progress_) fmt::print(stderr, "\r\033[K");
  }

  // Prints and writes what was found.
  void Report() {
    if (triage_.inputs() == 0 && errors_ != 0) return;
    std::map<std::string, std::string> known;
    if (!arguments_.into.empty()) {
      folder_.emplace(arguments_.into);
      FaultFinder finder(planted_);
      if (!triage_.faults().empty()) known = folder_->FindFaults(finder);
    }
    std::size_t new_faults = 0;
    std::size_t number = 0;
    for (const auto& [name, found] : triage_.faults()) {
      Print("Fault {} of {}: breaks {}\nShown by {}, the smallest from {}{}\n", ++number,
            triage_.faults().size(), found.fault.summary, Counted(found.inputs, "input"),
            EscapeValue(found.file), OriginWords(OriginOf(found.file)));
      if (const auto there = known.find(name); there != known.end()) {
        Print("Known already:\n  " + EscapeValue(there->second) + "\n\n");
      } else {
        ++new_faults;
        ReportNew(found);
      }
    }
    std::size_t new_cases = 0;
    for (const auto& [text, file] : triage_.cases()) {
      const Metadata metadata = ParseCaseLeniently(text);
      const auto placed = Put(ShownName(metadata), "Shows: " + ShownWords(metadata), file, text);
      if (placed && placed->is_new) ++new_cases;
    }
    ReportUnshown();
    PrintSummary(new_faults, new_cases);
  }

  int exit_code() const {
    if (errors_ != 0) return kExitBadInput;
    return triage_.faults().empty() ? kExitOk : kExitDiffers;
  }

 private:
  void Take(const std::string& file, const std::string& octets) {
    if (shows_progress_ && triage_.inputs() % 100 == 0) {
      fmt::print(stderr, "\r\033[K{} inputs", triage_.inputs());
    }
    if (triage_.Take(file, octets) || !OriginOf(file).is_finding) return;
    if (unshown_++ == 0) first_unshown_ = file;
  }

  // A sanitizer or a limit stopped the target on these inputs, or the fault is fixed.
  void ReportUnshown() const {
    if (unshown_ == 0) return;
    const std::string target = OriginOf(first_unshown_).target;
    Complain(
        "{}: a finding by its name, but shows no fault here{}; replay it under the sanitizers: "
        "build/fuzz/fuzz/replay_{}",
        EscapeValue(first_unshown_),
        unshown_ == 1 ? "" : fmt::format(" (and {} more)", unshown_ - 1),
        target.empty() ? "TARGET" : target);
  }

  bool Refuse(const std::string& message) {
    if (Interrupted()) return false;  // a read that an interrupt ended is not bad input
    ++errors_;
    Complain(message);
    return true;
  }

  Origin OriginOf(const std::string& file) const {
    Origin origin = OriginFrom(file);
    const Origin& given = arguments_.origin;
    if (!given.engine.empty()) origin.engine = given.engine;
    if (!given.target.empty()) origin.target = given.target;
    origin.seed = given.seed;
    return origin;
  }

  void ReportNew(const TriagedFault& found) {
    Print(found.fault.description);
    if (found.forms.size() > 1) {
      Print("Its inputs were reduced to {} cases, of which this is the smallest.\n",
            found.forms.size());
    }
    if (!found.fault.smallest) {
      Print("Not written, since no case shows it: keep the input in fuzz/seeds.\n\n");
      return;
    }
    const Metadata& smallest = *found.fault.smallest;
    const auto placed =
        Put(found.fault.name, "Once broke " + found.fault.summary, found.file, PrintCase(smallest));
    if (placed) {
      Print("Written to:\n  " + EscapeValue(placed->file) + "\n");
      PrintRow(placed->file, smallest);
    }
    Print("\n");
  }

  // Every case in the folder corpus needs a row in a table of the tests.
  static void PrintRow(const std::string& file, const Metadata& metadata) {
    const std::string path = fs::absolute(file).lexically_normal();
    constexpr std::string_view kCorpus = "/corpus/";
    const std::size_t at = path.rfind(kCorpus);
    if (at == std::string::npos) return;
    Print("A row to add to properties/corpus_expected.txt:\n" +
          CorpusRow(EscapeValue(path.substr(at + kCorpus.size())), metadata, ModelConverters()) +
          "\n");
  }

  // Writes a case into the folder; nothing if there is none, or it cannot be written to.
  std::optional<CorpusFolder::Placed> Put(const std::string& shows, const std::string& what,
                                          const std::string& source, const std::string& text) {
    if (!folder_) return std::nullopt;
    std::string comment = what;
    if (planted_ != nullptr) comment += "; planted: " + std::string(planted_->name);
    // Without the source's folder: that is this machine's.
    comment += "; from " + Printable(fs::path(source).filename().native(), 200) +
               OriginWords(OriginOf(source));
    try {
      return folder_->Put(shows, comment, text);
    } catch (const UserError& error) {
      Refuse(error.what());
      folder_.reset();
      return std::nullopt;
    }
  }

  void PrintSummary(std::size_t new_faults, std::size_t new_cases) const {
    const auto counted = [this](std::uint64_t count, std::string_view what, std::size_t new_ones) {
      return Counted(count, what) + (folder_ ? fmt::format(", {} new", new_ones) : "");
    };
    Print("{}: {} with a fault ({}); {} without ({})\n", Counted(triage_.inputs(), "input"),
          triage_.inputs() - triage_.obeying(),
          counted(triage_.faults().size(), "fault", new_faults), triage_.obeying(),
          counted(triage_.cases().size(), "case", new_cases));
    if (arguments_.into.empty()) Print("Nothing was written: name a folder by --into.\n");
    if (folder_ && new_faults + new_cases == 0) {
      Print("Nothing was written: " + EscapeValue(arguments_.into) + " has it all.\n");
    }
  }

  const ImportArguments& arguments_;
  const Mutant* planted_;
  Triage triage_;
  std::optional<CorpusFolder> folder_;
  std::size_t errors_ = 0;
  std::size_t unshown_ = 0;    // findings by their names that show no fault
  std::string first_unshown_;  // the first of them
  bool shows_progress_ = isatty(STDERR_FILENO) != 0;
};

int Run(const ImportArguments& arguments) {
  const Mutant* const planted = arguments.planted.empty() ? nullptr : FindMutant(arguments.planted);
  if (planted == nullptr && !arguments.planted.empty()) {
    std::string known;
    for (const Mutant& mutant : AllMutants()) known.append(" ").append(mutant.name);
    return Complain("no mutant is named " + EscapeValue(arguments.planted) +
                    "; these are:" + known);
  }
  NoteInterrupts();
  Importer importer(arguments, planted);
  importer.Read();
  importer.Report();
  if (!Interrupted()) return importer.exit_code();
  Complain("interrupted: only what was read before is reported and imported");
  return kExitInterrupted;
}

}  // namespace

void AddCorpusImport(CLI::App& app, Action& action) {
  const auto [command, arguments] = AddCommand(
      app, action, "import", "Turn what fuzzers kept into cases, and report faults", Run);
  command->footer(kHelp);
  command
      ->add_option("SOURCE", arguments->sources,
                   "Files, folders, archives, or - for standard input")
      ->required();
  command->add_option("--into", arguments->into, "The folder to write new cases to")
      ->check(NotEmpty);
  command->add_option("--planted", arguments->planted,
                      "Check this mutant instead of the implementation, as "
                      "HEADERPROOF_PLANTED_MUTANT does");
  command->add_option("--engine", arguments->origin.engine,
                      "The engine that found the sources; by default what their names say");
  command->add_option("--target", arguments->origin.target,
                      "The fuzz target; by default what their names say");
  command->add_option("--seed", arguments->origin.seed, "The seed of the run that found them");
}

}  // namespace headerproof
