#include "src/audit/golden_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/engines/replay.h"
#include "src/evidence/user_error.h"
#include "src/judge/model.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

bool IsLowercasedAsAscii(const GoldenRecord& record) {
  return std::ranges::all_of(record.metadata, [](const Entry& entry) {
    return UnicodeFold(entry.name) == ModelLowercase(entry.name);
  });
}

std::vector<GoldenRecord> ReadGoldenFile(const std::string& file) {
  std::string text;
  if (!ReadCaseText(file, text)) throw UserError("the recorded outcomes: " + text);
  auto parsed = ParseGolden(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    throw UserError(LocatedMessage(file, error->line, error->column, error->message));
  }
  return std::get<std::vector<GoldenRecord>>(std::move(parsed));
}

}  // namespace

GoldenFolder ReadGoldenFolder(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    if (entry.path().extension() == ".golden") files.push_back(entry.path().string());
  }
  if (files.empty()) {
    throw UserError(
        fmt::format("no recorded outcomes (*.golden) in {}; name their folder with --golden",
                    EscapeValue(folder)));
  }
  std::ranges::sort(files);
  GoldenFolder found;
  for (const std::string& file : files) {
    for (GoldenRecord& record : ReadGoldenFile(file)) {
      auto& records = IsLowercasedAsAscii(record) ? found.records : found.lowercased_otherwise;
      records.push_back(std::move(record));
    }
  }
  return found;
}

}  // namespace headerproof
