// The argument of a report as figures, and as a table that says the same.
#pragma once

#include "src/report/section.h"

namespace headerproof {

// One figure for the root and one for each goal that is drawn apart; the ids are "argument-" and
// the goal's. Nothing if the report has no argument.
std::optional<ReportSection> ArgumentSection(const Report& report);

}  // namespace headerproof
