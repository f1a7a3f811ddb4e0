// headerproof corpus minimize: says which cases of a folder are enough to have one small case of
// each kind (src/triage/kinds.h), or copies them. Always enough: the regressions, which lie
// below a folder of that name, and the cases that a table of expectations names.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "src/cases/escape.h"
#include "src/cases/printable.h"
#include "src/cases/text.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/engines/replay.h"
#include "src/evidence/audit_error.h"
#include "src/evidence/digest.h"
#include "src/evidence/files.h"
#include "src/triage/kinds.h"
#include "src/triage/new_files.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultTable = "properties/corpus_expected.txt";
constexpr std::size_t kMostTableOctets = std::size_t{16} << 20;

// Files that tables name, each with the row that does: "TABLE:LINE".
using NamedFiles = std::map<std::string, std::string>;

// The first word of each line, comments and empty lines aside.
void AddTable(const std::string& table, NamedFiles& files) {
  std::istringstream lines(ReadFile(table, kMostTableOctets));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string file = line.substr(0, line.find_first_of(" |\t\r"));
    if (!file.empty() && !file.starts_with('#')) {
      files.emplace(file, fmt::format("{}:{}", EscapeValue(table), number));
    }
  }
}

NamedFiles FilesOfTables(const MinimizeArguments& arguments) {
  NamedFiles files;
  for (const std::string& table : arguments.keep) AddTable(table, files);
  if (arguments.keep.empty() && fs::exists(kDefaultTable)) AddTable(kDefaultTable, files);
  return files;
}

// Throws if --keep names a file that is none of `cases`: a row that is mistyped keeps nothing. The
// table that is read without being named is of one folder, and this may be another.
void CheckRows(const MinimizeArguments& arguments, NamedFiles named,
               const std::vector<KindsOfCase>& cases) {
  constexpr std::size_t kMostNamed = 10;
  if (arguments.keep.empty()) return;
  for (const KindsOfCase& c : cases) named.erase(c.file);
  if (named.empty()) return;
  std::string rows;
  std::size_t count = 0;
  for (const auto& [file, row] : named) {
    if (++count > kMostNamed) break;
    rows += fmt::format("{}{} ({})", rows.empty() ? "" : ", ", EscapeValue(file), row);
  }
  if (named.size() > kMostNamed) rows += fmt::format(", and {} more", named.size() - kMostNamed);
  throw AuditError(fmt::format("{}: holds no case of the rows that --keep names: {}",
                               EscapeValue(arguments.folder), rows));
}

// True if `path` is `folder` or lies below it, whatever links lead there.
bool IsWithin(const fs::path& path, const fs::path& folder) {
  const fs::path real = fs::weakly_canonical(fs::absolute(path));
  const fs::path outer = fs::weakly_canonical(fs::absolute(folder));
  return std::ranges::mismatch(outer, real).in1 == outer.end();
}

bool IsRegression(const fs::path& folder, const std::string& file) {
  fs::path named = fs::absolute(folder).lexically_normal();
  if (!named.has_filename()) named = named.parent_path();  // it ended with a slash, or in "."
  const fs::path path = named.filename() / fs::path(file);
  const fs::path folders = path.parent_path();
  return std::ranges::find(folders, fs::path("regressions")) != folders.end();
}

// Copies what is kept to the folder `out`, which appears when all is in it.
void Copy(const std::vector<KindsOfCase>& kept, const std::string& from, const std::string& out) {
  FolderAside aside(out);
  for (const KindsOfCase& c : kept) {
    std::string text;
    if (!ReadCaseText(from + c.file, text)) throw AuditError(text);
    aside.Put(c.file, text);
  }
  aside.Commit();
}

std::string WhyKept(const KindsOfCase& c, const std::vector<std::string>& shown) {
  if (c.is_kept) return "a regression, or of a table";
  if (shown.size() == 1) return shown.front();
  return fmt::format("{}; and {} more", shown.front(), shown.size() - 1);
}

int Minimize(const MinimizeArguments& arguments) {
  if (!fs::is_directory(arguments.folder)) {
    throw AuditError(EscapeValue(arguments.folder) + ": no folder; name one with cases");
  }
  if (!arguments.out.empty() && IsWithin(arguments.out, arguments.folder)) {
    throw AuditError(EscapeValue(arguments.out) +
                     ": lies in the folder that is read; name another");
  }
  const NamedFiles named = FilesOfTables(arguments);
  const std::string prefix = fs::path(arguments.folder) / "";
  std::vector<KindsOfCase> cases;
  const ReplayCounts counts =
      ReplayForCommand({prefix}, [&](const std::string& path, const Metadata& metadata) {
        const std::string file = path.substr(prefix.size());
        const std::string text = PrintCase(metadata);
        cases.push_back({.file = file,
                         .octets = text.size(),
                         .digest = Sha256(text),
                         .is_kept = named.contains(file) || IsRegression(prefix, file),
                         .kinds = KindsOf(metadata)});
      });
  if (Interrupted()) {
    Complain("interrupted: nothing was written");
    return Finish(kExitInterrupted);
  }
  if (counts.errors != 0) {
    Complain("nothing was chosen; mend or import (`headerproof corpus import`) what is no case");
    return Finish(kExitBadInput);
  }
  CheckRows(arguments, named, cases);
  const std::vector<std::vector<std::string>> shown = KindsToKeep(cases);
  std::vector<KindsOfCase> kept;
  std::size_t kept_anyway = 0;
  std::size_t kinds = 0;
  std::string lines;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    kinds += shown[i].size();
    if (!cases[i].is_kept && shown[i].empty()) continue;
    if (cases[i].is_kept) ++kept_anyway;
    kept.push_back(cases[i]);
    lines += EscapeValue(cases[i].file) + ": " + WhyKept(cases[i], shown[i]) + "\n";
  }
  if (!arguments.out.empty()) Copy(kept, prefix, arguments.out);
  Print(lines);
  Print(fmt::format("{} of {} cases kept ({} whatever they show), for {} kinds; {}\n", kept.size(),
                    cases.size(), kept_anyway, kinds,
                    arguments.out.empty() ? "nothing was written: --out names a folder for them"
                                          : "copied to " + EscapeValue(arguments.out)));
  return Finish(kExitOk);
}

}  // namespace

int RunCorpusMinimize(const MinimizeArguments& arguments) {
  NoteInterrupts();
  try {
    return Minimize(arguments);
  } catch (const AuditError& error) {
    Complain(error.what());
    return Finish(kExitBadInput);
  }
}

}  // namespace headerproof
