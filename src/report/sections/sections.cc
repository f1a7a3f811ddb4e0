// The list of sections, and the escaping that their pictures need.
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

std::string EscapedMarkup(std::string_view text) {
  using Entity = std::pair<char, std::string_view>;
  constexpr std::array<Entity, 5> kEntities = {
      {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&#39;"}}};
  std::string escaped;
  for (const char c : text) {
    const auto* const entity = std::ranges::find(kEntities, c, &Entity::first);
    escaped += entity == kEntities.end() ? std::string_view(&c, 1) : entity->second;
  }
  return escaped;
}

}  // namespace headerproof
