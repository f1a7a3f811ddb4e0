// How strong the tests are, by two measures that know nothing of what is tested: which code the
// inputs reach, and which changes of a line the tests notice.
#pragma once

#include "src/report/section.h"

namespace headerproof {

// From the evidence of the kind `coverage` of this commit, by the keys of its counts:
//
//   MEASURE/INPUTS/PART/covered, MEASURE/INPUTS/PART/total
//
// with MEASURE lines, regions or branches.
std::optional<ReportSection> CoverageSection(const Report& report);

// From the evidence `source-mutants` of this commit, by the keys source-mutants/WHAT of its counts;
// the notes say which survived, and why.
std::optional<ReportSection> SourceMutantsSection(const Report& report);

}  // namespace headerproof
