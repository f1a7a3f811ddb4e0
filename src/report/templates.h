// The page's templates, which are built into the program: it needs no file of this folder when it
// runs.
#pragma once

#include <string_view>

namespace headerproof {

std::string_view PageTemplate();  // page.html.mustache
std::string_view
SectionTemplate();  // page_section.html.mustache, a part of it for one ReportSection

}  // namespace headerproof
