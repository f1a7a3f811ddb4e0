// Files of this folder that are built into the program: it needs none of them when it runs.
#pragma once

#include <string_view>

namespace headerproof {

std::string_view ClaimsText();  // claims.json
std::string_view PageTemplate();
std::string_view SectionTemplate();  // a part of it, for one ReportSection  // page.html.mustache

}  // namespace headerproof
