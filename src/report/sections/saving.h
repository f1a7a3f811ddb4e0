// What the change saves, and what to do: the measurements of bench/yarpc_go.sh as a picture and
// two tables, and a recommendation for each path and stack. From evidence alone.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/evidence/evidence.h"
#include "src/report/section.h"

namespace headerproof {

// The time after the change divided by the time before it, as the change reports it for its own
// benchmark on `path`, "request" or "response".
double ReportedRatio(std::string_view path);

// A row for each path, count of entries and converter, after the two that the change itself reports
// (without a count of entries); a column for each key policy. A difference that may be chance has
// its p.
ReportTable SavingTable(const std::vector<Measurement>& measurements);

// A row for each path and count of entries: what yarpc-go saves by the change, what by its guarded
// variant, with intervals, and the part of the first that the second keeps.
ReportTable KeptTable(const std::vector<Measurement>& measurements);

// An <svg> element: for each path, how much less time yarpc-go takes than before the change, with
// what the change reports, and how long one conversion takes. Empty if nothing was measured.
std::string SavingPicture(const std::vector<Measurement>& measurements);

// A row for each claim on the change: its path and stack, its verdict, what to do, and the time
// that each policy takes relative to `canonicalizing`.
ReportTable AdviceTable(const Report& report);

}  // namespace headerproof
