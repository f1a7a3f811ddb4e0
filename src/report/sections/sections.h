// The sections, each in a file of its own.
#pragma once

#include "src/report/section.h"

namespace headerproof {

// The argument as figures, one for the root and one for each goal that is drawn apart, and as a
// table that says the same. The figures' ids are "argument-" and the goal's. Nothing if the report
// has no argument.
std::optional<ReportSection> ArgumentSection(const Report& report);

// From the fresh evidence `edges`: a picture for each path, all 256 octets by domain and by what
// one of them in a name changes; for every octet that makes a difference and every place in a name,
// the smallest case that shows it; and which octets make none, and why.
std::optional<ReportSection> OctetMapSection(const Report& report);

// What the change saves, and what to do (saving.h). Nothing if nothing was measured and no claim is
// about the change.
std::optional<ReportSection> SavingSection(const Report& report);

// From all fresh evidence of the kind `mutants`, for each pair of an engine E and a mutant M, by
// the keys of its counts:
//
//   cases/E/M     killed: after how many cases; durations has under E/M how long, in seconds
//   survived/E/M  not killed in so many cases, although E can express it
//   beyond/E/M    E cannot express M (1), or M is equivalent
//
// A pair with none of these was not tried.
std::optional<ReportSection> MutationResultsSection(const Report& report);

// From the fresh evidence of the kind `coverage`, by the keys of its counts:
//
//   MEASURE/INPUTS/PART/covered, MEASURE/INPUTS/PART/total
//
// with MEASURE lines, regions or branches.
std::optional<ReportSection> CoverageSection(const Report& report);

// From the fresh evidence `source-mutants`, by the keys source-mutants/WHAT of its counts; its
// notes say which survived, and why.
std::optional<ReportSection> SourceMutantsSection(const Report& report);

}  // namespace headerproof
