// The map of octets: for each path, all 256 by domain and by what one of them in a name changes,
// and where nothing can change, why. From the evidence of edges.
#pragma once

#include <optional>

#include "src/report/section.h"

namespace headerproof {

// A section with one picture for each path, 16 by 16 octets; and, for every octet outside the
// domain http2 and every place in a name, the smallest case that shows a difference, or the reason
// that there is none. Nothing, if there is no evidence `edges` of this build.
std::optional<ReportSection> OctetMapSection(const Report& report);

}  // namespace headerproof
