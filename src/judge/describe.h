// Outcomes and differences in words, for a person: escaped, cut and masked.
#pragma once

#include <string>

#include "src/converter/convert.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"
#include "src/judge/difference.h"

namespace headerproof {

// One line that says where `actual` differs from `expected`: "same" if nowhere.
std::string DescribeContrast(const Outcome& expected, const Outcome& actual);

// One line for an outcome.
std::string DescribeOutcome(Path path, const Outcome& outcome);

// What a difference of this kind means for a system that has it: one sentence.
std::string DescribeConsequence(Path path, const Difference& difference);

}  // namespace headerproof
