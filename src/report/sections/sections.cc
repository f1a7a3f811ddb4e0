// The list of sections.
#include <array>

#include "src/report/report.h"
#include "src/report/sections/mutation_results.h"
#include "src/report/sections/octet_map.h"
#include "src/report/sections/saving.h"
#include "src/report/sections/strength.h"

namespace headerproof {

std::vector<ReportSection> MakeSections(const Report& report) {
  // In the order in which the report shows them.
  constexpr std::array<SectionMaker, 5> kMakers = {OctetMapSection, SavingSection,
                                                   MutationResultsSection, CoverageSection,
                                                   SourceMutantsSection};
  std::vector<ReportSection> sections;
  for (const SectionMaker maker : kMakers) {
    if (auto section = maker(report)) sections.push_back(std::move(*section));
  }
  return sections;
}

std::string EscapedMarkup(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\'':
        escaped += "&#39;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace headerproof
