// Long work in pieces, on several threads: what it counts does not depend on how many there are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "src/engines/examine.h"
#include "src/engines/progress.h"
#include "src/engines/tally.h"
#include "src/judge/converters.h"

namespace headerproof {

struct DividedResult {
  Tally tally;            // its witnesses are minimized
  bool complete = false;  // false if `progress` ended it
};

// Examines one piece of the work. Called for each piece once, by any thread.
using ExaminePiece = std::function<void(std::uint64_t piece, Examiner& examiner)>;

// Does `pieces` pieces for `suites` on `threads` threads, in runs of `grain`; after each run
// `progress`, which may be null, is called.
DividedResult Divide(std::uint64_t pieces, std::uint64_t grain, std::size_t threads,
                     const std::vector<Suite>& suites, const ExaminePiece& examine,
                     const Progress& progress);

}  // namespace headerproof
