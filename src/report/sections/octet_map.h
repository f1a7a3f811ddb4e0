// The map of octets: for each path, all 256 octets by domain and by what one of them in a name
// changes. From the evidence `edges`.
#pragma once

#include <optional>

#include "src/report/section.h"

namespace headerproof {

// A section with one picture for each path, 16 by 16 octets; and, for every octet that makes a
// difference and every place in a name, the smallest case that shows it; and which octets make
// none, and why. Nothing if there is no fresh evidence `edges`.
std::optional<ReportSection> OctetMapSection(const Report& report);

}  // namespace headerproof
