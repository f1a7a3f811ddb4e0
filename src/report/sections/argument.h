// The argument of a report as pictures, and as a table that says the same.
#pragma once

#include "src/report/gsn/figure.h"
#include "src/report/section.h"

namespace headerproof {

// One picture for the root, and one for each goal that stands apart; ids are "argument-" and the
// goal's. Nothing if the report has no argument.
std::optional<ReportSection> ArgumentSection(const Report& report);

// What DrawGsn() draws for the node `id`: it and all below it down to goals that stand apart. A
// claim's solutions are the evidence that it used, and what it needs and lacks.
GsnFigure FigureOf(const Report& report, const std::string& id);

// "3 hold, 1 refuted": the verdicts on all claims at or below the node `id` of the argument.
std::string VerdictsBelow(const Report& report, const std::string& id);

}  // namespace headerproof
