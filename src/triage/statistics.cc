#include "src/triage/statistics.h"

#include <algorithm>
#include <filesystem>
#include <tuple>
#include <utility>

#include "src/cases/text.h"
#include "src/judge/converters.h"
#include "src/judge/judge.h"
#include "src/triage/kinds.h"

namespace headerproof {

void CorpusStatistics::Add(const std::string& file, const Metadata& metadata) {
  ++cases;
  CountInput(ClassifyInput(metadata), classes);
  const Judgement judgement = Check(OwningConverters(), metadata, {.relations = 0});
  for (std::size_t path = 0; path < paths.size(); ++path) {
    if (judgement.differences[path].empty()) ++paths[path].transparent;
    for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
      const bool has = judgement.differences[path].Has(static_cast<DifferenceKind>(kind));
      paths[path].differences[kind] += has ? 1 : 0;
    }
  }
  for (std::string& kind : KindsOf(metadata)) kinds.insert(std::move(kind));
  // For standard input, and a file that was removed meanwhile: the size of the canonical text.
  std::error_code error;
  std::uintmax_t size = std::filesystem::file_size(file, error);
  if (error) size = PrintCase(metadata).size();
  octets += size;
  constexpr std::size_t kLargest = 10;
  largest.emplace_back(size, file);
  std::ranges::sort(largest, [](const auto& a, const auto& b) {
    return std::tie(b.first, a.second) < std::tie(a.first, b.second);
  });
  if (largest.size() > kLargest) largest.pop_back();
}

}  // namespace headerproof
