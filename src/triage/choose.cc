#include "src/triage/choose.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/engines/replay.h"
#include "src/evidence/digest.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"
#include "src/triage/new_files.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

std::string TextOf(const std::string& file) {
  std::string text;
  if (!ReadCaseText(file, text)) throw UserError(text);
  return text;
}

}  // namespace

NamedCases ReadTables(const std::vector<std::string>& tables) {
  NamedCases named;
  for (const std::string& table : tables) {
    std::istringstream lines(TextOf(table));
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      const std::string file = line.substr(0, line.find_first_of(" |\t\r"));
      if (file.empty() || file.starts_with('#')) continue;
      named.emplace(file, fmt::format("{}:{}", EscapeValue(table), number));
    }
  }
  return named;
}

KindsOfCase CaseToChoose(const std::string& folder, const std::string& file,
                         const Metadata& metadata, const NamedCases& named) {
  const fs::path folders =
      (fs::absolute(folder).lexically_normal().parent_path().filename() / file).parent_path();
  const bool is_regression = std::ranges::find(folders, "regressions") != folders.end();
  const std::string text = PrintCase(metadata);
  return {.file = file,
          .octets = text.size(),
          .digest = Sha256(text),
          .is_kept = is_regression || named.contains(file),
          .kinds = KindsOf(metadata)};
}

void CheckRows(const NamedCases& named, const std::vector<KindsOfCase>& cases,
               const std::string& folder) {
  NamedCases missing = named;
  for (const KindsOfCase& c : cases) missing.erase(c.file);
  if (missing.empty()) return;
  std::vector<std::string> rows;
  for (const auto& [file, row] : missing) {
    rows.push_back(fmt::format("{} ({})", EscapeValue(file), row));
  }
  constexpr std::size_t kMostNamed = 10;
  std::string more;
  if (rows.size() > kMostNamed) {
    more = fmt::format(", and {} more", rows.size() - kMostNamed);
    rows.resize(kMostNamed);
  }
  throw UserError(fmt::format("{}: has no case for these rows of --keep: {}{}", EscapeValue(folder),
                              fmt::join(rows, ", "), more));
}

void CopyCases(const std::vector<KindsOfCase>& chosen, const fs::path& folder,
               const std::string& out) {
  PutFolder(out, [&](const fs::path& aside) {
    for (const KindsOfCase& choice : chosen) {
      MakeFolder((aside / choice.file).parent_path());
      PutFile(aside / choice.file, TextOf(folder / choice.file));
    }
  });
}

void CheckOutside(const fs::path& out, const fs::path& folder) {
  const fs::path real = fs::weakly_canonical(fs::absolute(out));
  const fs::path outer = fs::weakly_canonical(fs::absolute(folder));
  if (std::ranges::mismatch(outer, real).in1 != outer.end()) return;
  throw UserError(EscapeValue(out.native()) + ": is in the folder that is read; name another");
}

}  // namespace headerproof
