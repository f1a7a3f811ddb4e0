// The map of octets: for each path, all 256 octets by domain and by what one of them in a name
// changes. From the evidence `edges`.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "src/converter/convert.h"
#include "src/report/section.h"

namespace headerproof {

// The key of an octet at a place of a name ("only", "first", "inner" or "last"), such as
// "request/first/41": of the evidence's examples, if a case there makes the versions differ, and,
// with a difference's name after another slash, of its counts.
std::string EdgeKey(Path path, std::string_view place, unsigned octet);

// A section with one picture for each path, 16 by 16 octets; and, for every octet that makes a
// difference and every place in a name, the smallest case that shows it; and which octets make
// none, and why. Nothing if there is no fresh evidence `edges`.
std::optional<ReportSection> OctetMapSection(const Report& report);

}  // namespace headerproof
