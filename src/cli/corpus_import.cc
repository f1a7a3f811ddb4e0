// headerproof corpus import: makes readable cases of what fuzzers and services kept, and of each
// fault among them one report.
//
// Every input is read leniently and put to every question. Inputs that break one become one finding
// for each fault (src/triage/fault.h), with the smallest case that was seen to show it;
// inputs that break none become cases as they are. A fault that a case in the folder shows already
// is said to be known, and nothing is written for it.
#include <fmt/core.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "src/cases/escape.h"
#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/engines/replay.h"
#include "src/evidence/audit_error.h"
#include "src/triage/archive.h"
#include "src/triage/corpus_folder.h"
#include "src/triage/kinds.h"
#include "src/triage/origin.h"
#include "src/triage/triage.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

// "1 case", "2 cases".
std::string Counted(std::uint64_t count, std::string_view what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// True for a file that is to be read as an archive from the disk.
bool IsArchiveFile(const std::string& source) {
  std::error_code error;
  if (!fs::is_regular_file(source, error)) return false;
  std::string start(512, '\0');
  std::ifstream stream(source, std::ios::binary);
  stream.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(stream.gcount()));
  return IsArchive(source, start);
}

class Importer {
 public:
  Importer(const ImportArguments& arguments, const Mutant* planted)
      : arguments_(arguments), planted_(planted), triage_(planted) {}

  // Reads all sources; an interrupt ends that.
  void ReadSources() {
    for (const std::string& source : arguments_.sources) {
      if (Interrupted()) break;
      ReadSource(source);
    }
    if (shows_progress_) fmt::print(stderr, "\r\033[K");
  }

  // Prints and writes what was found.
  void Report() {
    std::map<std::string, std::string> known;
    if (!arguments_.into.empty()) {
      folder_.emplace(arguments_.into);
      FaultFinder finder(planted_);
      if (!triage_.faults().empty()) known = folder_->FindFaults(finder);
    }
    std::size_t number = 0;
    std::size_t new_faults = 0;
    for (const auto& [name, found] : triage_.faults()) {
      Print(Headline(++number, found));
      if (const auto there = known.find(name); there != known.end()) {
        Print("Known already:\n  " + EscapeValue(there->second) + "\n\n");
        continue;
      }
      ++new_faults;
      ReportNew(found);
    }
    std::size_t new_cases = 0;
    for (const auto& [text, file] : triage_.cases()) {
      const Metadata metadata = ParseCaseLeniently(text);
      const auto placed = Put(ShownName(metadata), "Shows: " + ShownWords(metadata), file, text);
      if (placed && placed->is_new) ++new_cases;
    }
    SayWhatIsUnshown();
    PrintSummary(new_faults, new_cases);
  }

  // What was read, or that there was nothing to read.
  bool has_something_to_say() const { return triage_.inputs() != 0 || errors_ == 0; }

  int exit_code() const {
    if (errors_ != 0) return kExitBadInput;
    return triage_.faults().empty() ? kExitOk : kExitDiffers;
  }

 private:
  void ReadSource(const std::string& source) {
    const auto take = [this](const std::string& file, const std::string& octets) {
      Take(file, octets);
      return !Interrupted();
    };
    const ArchiveVisitor in_archive{
        .on_file = take,
        .on_error = [this](const std::string& message) { return Refuse(message); }};
    if (IsArchiveFile(source)) {
      ReadArchive(source, nullptr, in_archive);
      return;
    }
    // An archive that is not named itself is held whole, like any file of a folder.
    const std::string too_large = fmt::format(
        "too large for an input: more than {} octets; or if it is an archive, name it "
        "itself: in a folder or from standard input it may have {}",
        kMostInputOctets, kMostCaseOctets);
    ReplayOctets({source},
                 {.on_octets =
                      [&](const std::string& file, const std::string& octets) {
                        return IsArchive(file, octets) ? ReadArchive(file, &octets, in_archive)
                                                       : take(file, octets);
                      },
                  .on_error = [this](const std::string&,
                                     const std::string& message) { return Refuse(message); },
                  .too_large = too_large});
  }

  void Take(const std::string& file, const std::string& octets) {
    // AFL++ lays a README.txt beside the crashes that it keeps.
    if (octets.starts_with("Command line used to find this crash:")) return;
    if (shows_progress_ && triage_.inputs() % 100 == 0) {
      fmt::print(stderr, "\r\033[K{} inputs", triage_.inputs());
    }
    if (octets.size() > kMostInputOctets) {
      Refuse(fmt::format("{}: too large for an input: more than {} octets", EscapeValue(file),
                         kMostInputOctets));
      return;
    }
    if (triage_.Take(file, octets) || !OriginOf(file).is_finding) return;
    if (unshown_++ == 0) first_unshown_ = file;
  }

  // Where a sanitizer or a limit stopped the target, or what it found is mended.
  void SayWhatIsUnshown() const {
    if (unshown_ == 0) return;
    const std::string target = OriginOf(first_unshown_).target;
    Complain(
        fmt::format("{}: a finding by its name, breaks nothing here{}; replay it under the "
                    "sanitizers: build/fuzz/fuzz/replay_{}",
                    EscapeValue(first_unshown_),
                    unshown_ == 1 ? "" : fmt::format(" (and {} more)", unshown_ - 1),
                    target.empty() ? "TARGET" : target));
  }

  bool Refuse(const std::string& message) {
    if (Interrupted()) return false;  // a read that an interrupt ended is no bad input
    ++errors_;
    Complain(message);
    return true;
  }

  Origin OriginOf(const std::string& file) const {
    Origin origin = OriginFrom(file);
    if (!arguments_.engine.empty()) origin.engine = arguments_.engine;
    if (!arguments_.target.empty()) origin.target = arguments_.target;
    origin.seed = arguments_.seed;
    return origin;
  }

  std::string Headline(std::size_t number, const TriagedFault& found) const {
    return fmt::format("Fault {} of {}: breaks {}\nShown by {}, the smallest from {}{}\n", number,
                       triage_.faults().size(), found.fault.summary, Counted(found.inputs, "input"),
                       EscapeValue(found.file), OriginWords(OriginOf(found.file)));
  }

  void ReportNew(const TriagedFault& found) {
    Print(found.fault.description);
    if (found.forms.size() > 1) {
      Print(fmt::format("Its inputs were reduced to {} cases, of which this is the smallest.\n",
                        found.forms.size()));
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

  // In a folder named corpus every case has a row in the tests' table.
  static void PrintRow(const std::string& file, const Metadata& metadata) {
    const std::string path = fs::absolute(file).lexically_normal();
    constexpr std::string_view kCorpus = "/corpus/";
    const std::size_t at = path.rfind(kCorpus);
    if (at == std::string::npos) return;
    Print("A row to add to properties/corpus_expected.txt:\n" +
          CorpusRow(EscapeValue(path.substr(at + kCorpus.size())), metadata, ModelConverters()) +
          "\n");
  }

  // Puts a case into the folder; nothing if none was named, or it cannot be written to.
  std::optional<CorpusFolder::Placed> Put(const std::string& shows, const std::string& what,
                                          const std::string& source, const std::string& text) {
    if (!folder_) return std::nullopt;
    std::string comment = what;
    if (planted_ != nullptr) comment += "; planted: " + std::string(planted_->name);
    // Not where it lay: that is this machine's.
    comment += "; from " + Printable(fs::path(source).filename().native(), 200) +
               OriginWords(OriginOf(source));
    try {
      return folder_->Put(shows, comment, text);
    } catch (const AuditError& error) {
      Refuse(error.what());
      folder_.reset();
      return std::nullopt;
    }
  }

  void PrintSummary(std::size_t new_faults, std::size_t new_cases) const {
    Print(fmt::format("{}: {} ({} new) shown by {}; {} ({} new) that break nothing, of {}\n",
                      Counted(triage_.inputs(), "input"), Counted(triage_.faults().size(), "fault"),
                      new_faults, triage_.inputs() - triage_.obeying(),
                      Counted(triage_.cases().size(), "case"), new_cases,
                      Counted(triage_.obeying(), "input")));
    if (arguments_.into.empty()) Print("Nothing was written: --into names the folder for it.\n");
    if (folder_ && new_faults + new_cases == 0) {
      Print("Nothing was written: " + EscapeValue(arguments_.into) + " has it all.\n");
    }
  }

  const ImportArguments& arguments_;
  const Mutant* planted_;
  Triage triage_;
  std::optional<CorpusFolder> folder_;
  std::size_t errors_ = 0;
  std::size_t unshown_ = 0;    // findings by their names that break nothing
  std::string first_unshown_;  // the first of them
  bool shows_progress_ = isatty(STDERR_FILENO) != 0;
};

}  // namespace

int RunCorpusImport(const ImportArguments& arguments) {
  const Mutant* const planted = arguments.planted.empty() ? nullptr : FindMutant(arguments.planted);
  if (planted == nullptr && !arguments.planted.empty()) {
    std::string known;
    for (const Mutant& mutant : AllMutants()) known.append(" ").append(mutant.name);
    Complain("no mutant is named " + EscapeValue(arguments.planted) + "; these are:" + known);
    return kExitBadInput;
  }
  NoteInterrupts();
  Importer importer(arguments, planted);
  importer.ReadSources();
  if (importer.has_something_to_say()) importer.Report();
  if (!Interrupted()) return Finish(importer.exit_code());
  Complain("interrupted: what was read by then is above");
  return Finish(kExitInterrupted);
}

}  // namespace headerproof
