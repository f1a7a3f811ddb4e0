// The list of sections.
#include "src/report/sections/sections.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/report/report.h"

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

}  // namespace headerproof
