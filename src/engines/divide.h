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
  Tally tally;            // its counterexamples are minimized
  bool complete = false;  // false if `progress` ended it
};

// Does `pieces` pieces on `threads` threads, in runs of `grain`: each piece is in one run, done by
// any thread, which is given its number. After each run `progress`, which may be null, is called;
// false if it ended the work.
bool DivideAmong(
    std::uint64_t pieces, std::uint64_t grain, std::size_t threads,
    const std::function<void(std::size_t thread, std::uint64_t begin, std::uint64_t end)>& work,
    const Progress& progress);

// Examines the pieces [begin, end) of the work. Each piece is in one such run, done by any thread.
using ExamineRun = std::function<void(std::uint64_t begin, std::uint64_t end, Examiner& examiner)>;

// The same for `converter_sets`, with an examiner for each thread.
DividedResult Divide(std::uint64_t pieces, std::uint64_t grain, std::size_t threads,
                     const std::vector<ConverterSet>& converter_sets, const ExamineRun& examine,
                     const Progress& progress);

}  // namespace headerproof
