// Sampling: cases of the generator from a seed. The same seed and number give the same cases, on
// any number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "src/engines/divide.h"
#include "src/engines/progress.h"
#include "src/judge/converters.h"

namespace headerproof {

// Examines `cases` generated metadata for `converter_sets`; every sixteenth in all its orders as
// well.
DividedResult Sample(std::uint64_t seed, std::uint64_t cases,
                     const std::vector<ConverterSet>& converter_sets, std::size_t threads,
                     const Progress& progress);

}  // namespace headerproof
