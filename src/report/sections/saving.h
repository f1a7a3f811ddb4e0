// What the change saves, and what to do then: the yardstick's measurements (bench/yarpc_go.sh) as a
// picture and a table, and a recommendation for each path and stack. From evidence alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/evidence/evidence.h"
#include "src/report/section.h"

namespace headerproof {

// Nothing, if nothing was measured and no claim is about the change.
std::optional<ReportSection> SavingSection(const Report& report);

// The measurements of `report`'s commit; empty if its evidence has none.
std::vector<Measurement> MeasurementsOf(const Report& report);

// The time after the change by that before it, as the change reports it of its own benchmark on
// `path`, "request" or "response".
double ReportedRatio(std::string_view path);

// A row for each path, count of entries and converter, first the two that the change itself reports
// (with no count of entries); a column for each key policy. What may be chance says its p.
ReportTable SavingTable(const std::vector<Measurement>& measurements);

// An <svg> element: for each path how much less time yarpc-go takes than before the change, beside
// what the change reports, and how long one conversion takes. Empty if nothing was measured.
std::string SavingPicture(const std::vector<Measurement>& measurements);

// A row for each claim on the change: its path and stack, its verdict, and what to do, with what
// each policy takes of the time of `canonicalizing` for 15 entries.
ReportTable AdviceTable(const Report& report);

}  // namespace headerproof
