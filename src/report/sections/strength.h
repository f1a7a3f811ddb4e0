// The strength of the tests by two measures that know nothing about what is tested: which code the
// inputs reach, and which source mutations the tests kill.
#pragma once

#include "src/report/section.h"

namespace headerproof {

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
