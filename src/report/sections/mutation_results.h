// Mutation results: which engine killed which mutant.
#pragma once

#include "src/report/section.h"

namespace headerproof {

// From all fresh evidence of the kind `mutants`, for each pair of an engine E and a mutant M, by
// the keys of its counts:
//
//   cases/E/M     killed: after how many cases; durations has under E/M how long, in seconds
//   survived/E/M  not killed in so many cases, although E can express it
//   beyond/E/M    E cannot express M (1), or M is equivalent
//
// A pair with none of these was not tried.
std::optional<ReportSection> MutationResultsSection(const Report& report);

}  // namespace headerproof
