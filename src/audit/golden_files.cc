#include "src/audit/golden_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/engines/replay.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

bool HasAsciiNames(const GoldenRecord& record) {
  return std::ranges::all_of(record.metadata, [](const Entry& entry) {
    return std::ranges::all_of(entry.name,
                               [](char c) { return static_cast<unsigned char>(c) < 0x80; });
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
    std::vector<GoldenRecord> records = ReadGoldenFile(file);
    found.above_7f +=
        std::erase_if(records, [](const GoldenRecord& record) { return !HasAsciiNames(record); });
    std::ranges::move(records, std::back_inserter(found.records));
  }
  return found;
}

}  // namespace headerproof
