// The map of octets: for each path, all 256 by domain and by what one of them in a name changes,
// and where nothing can change, why. From the evidence of edges.
#pragma once

#include <optional>
#include <string>

#include "src/converter/convert.h"
#include "src/engines/edges.h"
#include "src/report/section.h"

namespace headerproof {

// What is known of one octet in one place of a name: a key of the evidence's `counterexamples`
// where it is sharp, and, with a difference's name after a slash, of its `counts`.
std::string EdgeKey(Path path, OctetPlace place, unsigned octet);

// A section with one picture for each path, 16 by 16 octets; and, for every octet outside the
// domain http2 and every place in a name, the smallest case that shows a difference, or the reason
// that there is none. Nothing, if there is no evidence `edges` of this commit.
std::optional<ReportSection> OctetMapSection(const Report& report);

}  // namespace headerproof
