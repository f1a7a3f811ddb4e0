// The matrix: which engine killed which wrong converter.
#pragma once

#include "src/report/section.h"

namespace headerproof {

// From all evidence of the kind `mutants` of this commit, for each pair of an engine E and a
// mutant M, by the keys of its counts:
//
//   cases/E/M     killed: how many cases that took; durations has under E/M how long, in seconds
//   survived/E/M   not killed in so many cases, though E can express it
//   beyond/E/M    E cannot express M (1), or M cannot be told apart at all
//
// A pair with none of these was not tried.
std::optional<ReportSection> MatrixSection(const Report& report);

}  // namespace headerproof
