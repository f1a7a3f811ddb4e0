// The report as data: what audit.json holds, and the view that the templates of the page, Markdown
// and JUnit are filled with.
#pragma once

#include <nlohmann/json.hpp>

#include "src/report/report.h"

namespace headerproof {

using Json = nlohmann::ordered_json;

Json AuditJson(const Report& report);

// AuditJson() with its parts joined: each claim with its reasons and the evidence that it used, the
// claims by section, the sections with their pictures; and with the words for verdicts and counts.
Json ViewOf(const Report& report);

}  // namespace headerproof
