// What a corpus holds: counts of its cases by class, by difference and by size.
#pragma once

#include <array>
#include <cstdint>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "src/converter/metadata.h"
#include "src/judge/difference.h"
#include "src/judge/input_class.h"

namespace headerproof {

struct CorpusStatistics {
  struct PathCounts {
    std::uint64_t transparent = 0;  // cases to which the change makes no difference
    std::array<std::uint64_t, kDifferenceKindCount> differences{};  // cases, by DifferenceKind
  };

  // Counts a case that was read from `file`.
  void Add(const std::string& file, const Metadata& metadata);

  std::uint64_t cases = 0;
  std::uint64_t octets = 0;  // of the files
  InputClassCounts classes{};
  std::array<PathCounts, 2> paths;  // by Path
  std::set<std::string> kinds;      // kinds.h
  std::vector<std::pair<std::uintmax_t, std::string>>
      largest;  // the ten largest files, with octets
};

}  // namespace headerproof
