// What the change saves, and what to do then: the yardstick's measurements (bench/yarpc_go.sh) as a
// table, a picture and a recommendation for each path and stack. Pure functions of evidence.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/audit/evidence.h"
#include "src/audit/report.h"
#include "src/converter/key_policy.h"

namespace headerproof {

// The measurements of `report`'s commit; empty if the evidence has none.
std::vector<Measurement> MeasurementsOf(const Report& report);

// The time after the change by that before it, as the change reports it of its own benchmark on
// `path`, "request" or "response".
double ReportedRatio(std::string_view path);

// One line of the table: a converter, a path and a count of entries.
struct SavingRow {
  struct Cell {
    std::string time;            // "1,978 ns"; empty if it was not measured
    std::string change;          // against canonicalizing: "-10.8 %"; empty for itself
    bool is_significant = true;  // p below 0.05; of the others the change may be chance
  };
  std::string path;
  std::string entries;
  std::string subject;
  std::array<Cell, kKeyPolicyCount> cells;  // indexed by KeyPolicy
  std::string allocations;                  // of direct; "-" if not counted
  std::string times_as_fast;                // direct, of yarpc-go's direct: "5.6"; empty for itself
};

// By path and entries. First the two lines that the change itself reports, with no count of
// entries.
std::vector<SavingRow> SavingRows(const std::vector<Measurement>& measurements);

// An inline SVG element, in the page's own colours: for each path how much less time yarpc-go takes
// than before the change, beside what the change reports, and how long one conversion takes. Empty
// if nothing was measured.
std::string SavingPicture(const std::vector<Measurement>& measurements);

// What to do on one path of one stack.
struct Recommendation {
  std::string claim;  // the id of the claim that it follows from
  std::string path;
  std::string stack;
  std::string sentences;
};

// One for each claim on the change, from its verdict and the measurements of 15 entries.
std::vector<Recommendation> Recommend(const Report& report);

}  // namespace headerproof
