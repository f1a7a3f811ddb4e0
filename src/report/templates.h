// The templates, which are built into the program: it reads no file of this folder when it runs.
#pragma once

#include <string_view>

namespace headerproof {

std::string_view PageTemplate();             // page.html.mustache
std::string_view PageSectionTemplate();      // page_section.html.mustache, one ReportSection
std::string_view PageNodeTemplate();         // gsn/node.html.mustache, one GsnNode
std::string_view MarkdownTemplate();         // audit.md.mustache
std::string_view MarkdownSectionTemplate();  // audit_section.md.mustache, one ReportSection
std::string_view JunitTemplate();            // junit.xml.mustache

}  // namespace headerproof
