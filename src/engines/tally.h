// What an engine saw: exact counts over the inputs that it really tried, and the smallest
// counterexample of everything that differed. Tallies of parts of a run add up to the tally of the
// run.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/judge/difference.h"
#include "src/judge/input_class.h"
#include "src/judge/judge.h"

namespace headerproof {

// A violation, and the smallest case that was seen to show it.
struct Finding {
  Violation violation;
  Metadata counterexample;
};

struct Tally {
  std::uint64_t cases = 0;   // metadata tried
  std::uint64_t checks = 0;  // relations checked: over cases, converter sets and relations
  std::uint64_t violations = 0;

  // Cases for which a relation said something, by relation; and those of them in the domain http2,
  // for which `transparent` did.
  std::array<std::uint64_t, kRelationCount> relations{};
  std::uint64_t transparent_http2 = 0;

  InputClassCounts classes{};  // cases of each class

  struct DifferenceCount {
    std::uint64_t cases = 0;
    Metadata smallest;
  };
  using PathDifferences = std::array<DifferenceCount, kDifferenceKindCount>;
  std::array<PathDifferences, 2> differences;  // by path: canonicalizing to direct

  std::vector<Finding> findings;  // one for each relation and path that was violated

  void Add(const Tally& part);
};

// True if `a` is a smaller counterexample than `b`: fewer octets, then fewer entries, then by its
// text.
bool IsSmaller(const Metadata& a, const Metadata& b);

}  // namespace headerproof
