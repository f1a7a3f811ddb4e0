// The report as one self-contained page. page.html.mustache says how it looks; this and the other
// files of page_data.h, what stands in it.
#include <fmt/format.h>

#include <array>

#include "src/cases/printable.h"
#include "src/evidence/digest.h"
#include "src/evidence/user_error.h"
#include "src/report/page_data.h"
#include "src/report/report.h"
#include "src/report/templates.h"

namespace headerproof {
namespace {

PageData ChangesData(const Report& report) {
  PageData list{PageData::type::list};
  for (const ReportClaim& shown : report.claims) {
    if (!shown.claim.change) continue;
    PageData one{PageData::type::object};
    SetVerdict(shown.verdict.kind(), one);
    one.set("id", shown.claim.id);
    one.set("path", shown.claim.path);
    one.set("stack", shown.claim.stack.value_or("any stack"));
    std::string why = shown.reasons.empty() ? "" : shown.reasons.front();
    if (shown.reasons.size() > 1) why += fmt::format(" And {} more.", shown.reasons.size() - 1);
    if (shown.verdict.kind() == VerdictKind::kHoldsConditionally) why = shown.conditions.front();
    one.set("why", why);
    list.push_back(one);
  }
  return list;
}

PageData TallyData(const Report& report) {
  PageData list{PageData::type::list};
  for (std::size_t kind = 0; kind < kVerdictKindCount; ++kind) {
    PageData one{PageData::type::object};
    SetVerdict(static_cast<VerdictKind>(kind), one);
    one.set("count", std::to_string(report.Count(static_cast<VerdictKind>(kind))));
    list.push_back(one);
  }
  return list;
}

PageData DifferencesData(const Report& report) {
  PageData list{PageData::type::list};
  for (const ReportDifference& difference : report.differences) {
    PageData one{PageData::type::object};
    one.set("path", difference.path);
    one.set("name", difference.name);
    one.set("cases", Grouped(difference.cases));
    one.set("smallest", difference.smallest);
    one.set("consequence", difference.consequence);
    list.push_back(one);
  }
  return list;
}

PageData VersionsData(const Report& report) {
  PageData list{PageData::type::list};
  for (const auto& [key, version] : report.versions) {
    if (key == "headerproof") continue;
    PageData one{PageData::type::object};
    one.set("key", key);
    one.set("version_text", version);
    list.push_back(one);
  }
  return list;
}

// The claims whose verdicts a reader has to know of: those that are not as expected, or unknown.
template <class Predicate>
PageData ClaimsThat(const Report& report, Predicate predicate) {
  PageData list{PageData::type::list};
  for (const ReportClaim& shown : report.claims) {
    if (!predicate(shown)) continue;
    PageData one{PageData::type::object};
    SetVerdict(shown.verdict.kind(), one);
    one.set("id", shown.claim.id);
    one.set("expected", std::string(VerdictName(shown.claim.expected)));
    one.set("excused", shown.excused ? PageData{*shown.excused} : PageData{false});
    one.set("reasons", Texts(shown.reasons));
    list.push_back(one);
  }
  return list;
}

PageData SectionsData(const std::vector<ReportSection>& sections) {
  PageData list{PageData::type::list};
  for (const ReportSection& section : sections) list.push_back(SectionData(section));
  return list;
}

}  // namespace

std::string RenderPage(const Report& report) {
  PageData page{PageData::type::object};
  page.set("headline", Headline(report));
  page.set("version", report.version);
  page.set("commit", report.commit);
  page.set("as_expected", report.as_expected());
  page.set("expected_in_words", ExpectedInWords(report));
  const auto is_unexpected = [](const ReportClaim& shown) { return !shown.as_expected; };
  SetList("unexpected", ClaimsThat(report, is_unexpected), page);
  SetList("unknown",
          ClaimsThat(report,
                     [](const ReportClaim& shown) {
                       return shown.verdict.kind() == VerdictKind::kUnknown;
                     }),
          page);
  page.set("changes", ChangesData(report));
  page.set("tally", TallyData(report));
  std::array<std::size_t, kVerdictKindCount> counts{};
  std::string unexpected;
  std::string excused;
  for (const ReportClaim& shown : report.claims) {
    ++counts[static_cast<std::size_t>(shown.verdict.kind())];
    if (!shown.as_expected) unexpected += (unexpected.empty() ? "" : ", ") + shown.claim.id;
    if (shown.excused) excused += (excused.empty() ? "" : ", ") + shown.claim.id;
  }
  page.set("summary", CountsInWords(counts));
  page.set("unexpected_ids", unexpected);
  page.set("excused_ids", excused.empty() ? PageData{false} : PageData{excused});
  page.set("steps", ClaimsData(report));
  page.set("first", SectionsData(report.first));
  page.set("shown", SectionsData(report.shown));
  SetList("differences", DifferencesData(report), page);
  page.set("limits", Texts(report.limits));
  SetList("evidence", EvidenceData(report), page);
  page.set("versions", VersionsData(report));
  page.set("json_sha256", Sha256(RenderJson(report)));
  page.set("section",
           PageData{kainjow::mustache::partial([] { return std::string(SectionTemplate()); })});
  kainjow::mustache::mustache page_template{std::string(PageTemplate())};
  std::string text = page_template.render(page);
  if (!page_template.is_valid()) {
    throw UserError("the page's template is malformed: " + page_template.error_message());
  }
  return text;
}

}  // namespace headerproof
