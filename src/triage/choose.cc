#include "src/triage/choose.h"

#include <fmt/core.h>

#include <algorithm>
#include <sstream>

#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/engines/replay.h"
#include "src/evidence/digest.h"
#include "src/triage/new_files.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

constexpr const char* kDefaultTable = "properties/corpus_expected.txt";

std::string TextOf(const std::string& file) {
  std::string text;
  if (!ReadCaseText(file, text)) throw CorpusError(text);
  return text;
}

}  // namespace

CaseChooser::CaseChooser(const std::string& folder, const std::vector<std::string>& tables)
    : folder_(fs::path(folder) / ""), checks_rows_(!tables.empty()) {
  if (!fs::is_directory(folder)) {
    throw CorpusError(EscapeValue(folder) + ": not a folder; name one with cases");
  }
  for (const std::string& table : tables) ReadTable(table);
  if (tables.empty() && fs::exists(kDefaultTable)) ReadTable(kDefaultTable);
}

void CaseChooser::ReadTable(const std::string& table) {
  std::istringstream lines(TextOf(table));
  std::size_t number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    const std::string file = line.substr(0, line.find_first_of(" |\t\r"));
    if (file.empty() || file.starts_with('#')) continue;
    named_.emplace(file, fmt::format("{}:{}", EscapeValue(table), number));
  }
}

bool CaseChooser::IsRegression(const std::string& file) const {
  const fs::path folder = fs::absolute(folder_).lexically_normal().parent_path().filename();
  const fs::path folders = (folder / file).parent_path();
  return std::ranges::find(folders, fs::path("regressions")) != folders.end();
}

void CaseChooser::Add(const std::string& path, const Metadata& metadata) {
  const std::string file = path.substr(folder_.size());
  const std::string text = PrintCase(metadata);
  cases_.push_back({.file = file,
                    .octets = text.size(),
                    .digest = Sha256(text),
                    .is_kept = named_.contains(file) || IsRegression(file),
                    .kinds = KindsOf(metadata)});
}

std::vector<CaseChooser::Choice> CaseChooser::Choose() const {
  if (checks_rows_) {
    auto missing = named_;
    for (const KindsOfCase& c : cases_) missing.erase(c.file);
    constexpr std::size_t kMostNamed = 10;
    std::string rows;
    std::size_t left = kMostNamed;
    for (const auto& [file, row] : missing) {
      if (left-- == 0) break;
      rows += fmt::format("{}{} ({})", rows.empty() ? "" : ", ", EscapeValue(file), row);
    }
    if (missing.size() > kMostNamed)
      rows += fmt::format(", and {} more", missing.size() - kMostNamed);
    if (!missing.empty()) {
      throw CorpusError(
          fmt::format("{}: has no case for these rows of --keep: {}", EscapeValue(folder_), rows));
    }
  }
  std::vector<Choice> choices;
  const auto kinds = KindsToKeep(cases_);
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    if (!cases_[i].is_kept && kinds[i].empty()) continue;
    choices.push_back({cases_[i].file, cases_[i].is_kept, kinds[i]});
  }
  return choices;
}

void CopyCases(const std::vector<CaseChooser::Choice>& chosen, const std::string& folder,
               const std::string& out) {
  PutFolder(out, [&](const fs::path& aside) {
    for (const CaseChooser::Choice& choice : chosen) {
      MakeCorpusFolder((aside / choice.file).parent_path());
      PutFile(aside / choice.file, TextOf(folder + choice.file));
    }
  });
}

void CheckOutside(const fs::path& out, const fs::path& folder) {
  const fs::path real = fs::weakly_canonical(fs::absolute(out));
  const fs::path outer = fs::weakly_canonical(fs::absolute(folder));
  if (std::ranges::mismatch(outer, real).in1 != outer.end()) return;
  throw CorpusError(EscapeValue(out.native()) + ": is in the folder that is read; name another");
}

}  // namespace headerproof
