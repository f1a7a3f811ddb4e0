// The report as one self-contained page. page.html.mustache says how it looks; this, what stands
// in it. The template engine escapes every value.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <kainjow/mustache.hpp>

#include "src/audit/audit_error.h"
#include "src/audit/embedded.h"
#include "src/audit/printable.h"
#include "src/audit/report.h"

namespace headerproof {
namespace {

using kainjow::mustache::data;
using kainjow::mustache::mustache;

std::string ClassOf(VerdictKind kind) {
  constexpr std::array<std::string_view, kVerdictKindCount> kClasses = {"holds", "conditional",
                                                                        "refuted", "unknown"};
  return std::string(kClasses[static_cast<std::size_t>(kind)]);
}

void SetVerdict(VerdictKind kind, data& object) {
  object.set("class", ClassOf(kind));
  object.set("verdict", std::string(VerdictName(kind)));
}

// One object for each text, under the key `text`.
data Texts(const std::vector<std::string>& texts) {
  data list{data::type::list};
  for (const std::string& text : texts) list.push_back(data{"text", text});
  return list;
}

// Sets `key` to a flag that says whether the list `name` has anything in it, and the list.
void SetList(const std::string& name, data list, data& object) {
  object.set("has_" + name, list.is_non_empty_list());
  object.set(name, std::move(list));
}

data Counts(const std::map<std::string, std::uint64_t>& counts) {
  data list{data::type::list};
  for (const auto& [key, count] : counts) {
    if (count == 0) continue;
    data one{data::type::object};
    one.set("key", key);
    one.set("count", Grouped(count));
    list.push_back(one);
  }
  return list;
}

data EvidenceData(const StoredEvidence& stored, const ReportUse& use) {
  const Evidence& evidence = stored.evidence;
  data object{data::type::object};
  object.set("id", evidence.id);
  object.set("kind", std::string(EvidenceKindName(evidence.kind)));
  object.set("count", Grouped(use.count));
  object.set("subject", evidence.subject);
  object.set("scope", evidence.scope);
  object.set("complete", evidence.complete);
  object.set("command", evidence.command);
  object.set("seed", evidence.seed ? data{std::to_string(*evidence.seed)} : data{false});
  object.set("seconds", fmt::format("{:.1f}", evidence.seconds));
  object.set("commit", evidence.commit);
  object.set("sha256", stored.sha256);
  object.set("counts", Counts(evidence.counts));
  SetList("classes", Counts(evidence.classes), object);
  SetList("notes", Texts(evidence.notes), object);
  return object;
}

const ReportClaim* FindClaim(const Report& report, std::string_view id) {
  const auto found = std::ranges::find_if(
      report.claims, [id](const ReportClaim& one) { return one.claim.id == id; });
  return found == report.claims.end() ? nullptr : &*found;
}

// The claims that a derived one follows from.
data RestsOn(const Report& report, const Derivation& derivation) {
  std::vector<std::string> ids = derivation.equivalence;
  ids.insert(ids.end(), derivation.relies_on.begin(), derivation.relies_on.end());
  for (const auto& all_of : derivation.premises)
    ids.insert(ids.end(), all_of.begin(), all_of.end());
  data list{data::type::list};
  for (const std::string& id : ids) {
    const ReportClaim* found = FindClaim(report, id);
    if (found == nullptr) continue;
    data one{data::type::object};
    one.set("id", id);
    SetVerdict(found->verdict.kind(), one);
    list.push_back(one);
  }
  data object{data::type::object};
  object.set("claims", list);
  return object;
}

data ClaimData(const Report& report, const ReportClaim& shown) {
  const Claim& claim = shown.claim;
  data object{data::type::object};
  SetVerdict(shown.verdict.kind(), object);
  object.set("id", claim.id);
  object.set("statement", claim.statement);
  object.set("path", claim.path);
  object.set("about", claim.stack.value_or("the shared implementation"));
  object.set("expected", std::string(VerdictName(claim.expected)));
  object.set("unexpected", !shown.as_expected);
  object.set("checks",
             claim.change || shown.checks() == 0 ? data{false} : data{Grouped(shown.checks())});
  SetList("conditions", Texts(shown.conditions), object);
  object.set("reasons", Texts(shown.reasons));
  object.set("rests_on", claim.change ? RestsOn(report, *claim.change) : data{false});
  const bool has_instead = shown.verdict.kind() == VerdictKind::kRefuted && claim.instead;
  object.set("instead", has_instead ? data{*claim.instead} : data{false});
  data witnesses{data::type::list};
  for (const auto& [text, detail] : shown.witnesses) {
    data one{data::type::object};
    one.set("text", text.empty() ? "# the empty metadata" : text);
    one.set("detail", detail);
    witnesses.push_back(one);
  }
  object.set("witnesses", witnesses);
  data evidence{data::type::list};
  if (!claim.change) {
    for (const ReportUse& use : shown.uses) {
      evidence.push_back(EvidenceData(report.evidence[use.evidence], use));
    }
  }
  object.set("evidence", evidence);
  return object;
}

// "3 hold, 1 unknown".
std::string SummaryOf(const std::array<std::size_t, kVerdictKindCount>& counts) {
  constexpr std::array<std::string_view, kVerdictKindCount> kWords = {"hold", "hold conditionally",
                                                                      "refuted", "unknown"};
  std::string text;
  for (std::size_t kind = 0; kind < kVerdictKindCount; ++kind) {
    if (counts[kind] == 0) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", counts[kind], kWords[kind]);
  }
  return text;
}

data SectionData(const Report& report, const Section& section) {
  std::array<std::size_t, kVerdictKindCount> counts{};
  data claims{data::type::list};
  for (const ReportClaim& shown : report.claims) {
    if (shown.claim.section != section.id) continue;
    ++counts[static_cast<std::size_t>(shown.verdict.kind())];
    claims.push_back(ClaimData(report, shown));
  }
  data object{data::type::object};
  object.set("id", section.id);
  object.set("title", section.title);
  object.set("strategy", section.strategy);
  object.set("summary", SummaryOf(counts));
  object.set("claims", claims);
  return object;
}

// The answer in one sentence, from the verdicts on the change.
std::string Headline(const Report& report) {
  std::array<std::size_t, kVerdictKindCount> counts{};
  std::size_t all = 0;
  for (const ReportClaim& shown : report.claims) {
    if (!shown.claim.change) continue;
    ++counts[static_cast<std::size_t>(shown.verdict.kind())];
    ++all;
  }
  if (all == 0) return "No claim is about the change.";
  if (counts[0] == all) return "Yes, on every path and stack that was asked about.";
  if (counts[0] + counts[1] == all) return "Yes, under the conditions named.";
  if (counts[2] != 0) {
    return fmt::format("Not everywhere: refuted for {} of {} paths and stacks.", counts[2], all);
  }
  return fmt::format("Not known yet: evidence is missing for {} of {} paths and stacks.", counts[3],
                     all);
}

data ChangesData(const Report& report) {
  data list{data::type::list};
  for (const ReportClaim& shown : report.claims) {
    if (!shown.claim.change) continue;
    data one{data::type::object};
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

data DifferencesData(const Report& report) {
  data list{data::type::list};
  for (const ReportDifference& difference : report.differences) {
    data one{data::type::object};
    one.set("path", difference.path);
    one.set("name", difference.name);
    one.set("cases", Grouped(difference.cases));
    one.set("smallest", difference.smallest);
    one.set("consequence", difference.consequence);
    list.push_back(one);
  }
  return list;
}

data CellData(const ReportCell& cell) {
  data object{data::type::object};
  object.set("text", cell.text);
  object.set("tone", std::string(ToneName(cell.tone)));
  object.set("varying", cell.varying);
  object.set("link", cell.link.empty() ? data{false} : data{cell.link});
  return object;
}

data TableData(const ReportTable& table) {
  data object{data::type::object};
  object.set("caption", table.caption);
  object.set("columns", Texts(table.columns));
  data rows{data::type::list};
  for (const auto& row : table.rows) {
    data cells{data::type::list};
    for (std::size_t i = 1; i < row.size(); ++i) cells.push_back(CellData(row[i]));
    data one{data::type::object};
    one.set("head", CellData(row.front()));
    one.set("cells", cells);
    rows.push_back(one);
  }
  object.set("rows", rows);
  return object;
}

data ShownData(const ReportSection& section) {
  data object{data::type::object};
  object.set("id", section.id);
  object.set("title", section.title);
  object.set("paragraphs", Texts(section.paragraphs));
  data pictures{data::type::list};
  for (const ReportPicture& picture : section.pictures) {
    data one{data::type::object};
    one.set("svg", picture.svg);
    one.set("says", picture.says);
    one.set("varying", picture.varying);
    pictures.push_back(one);
  }
  object.set("pictures", pictures);
  data tables{data::type::list};
  for (const ReportTable& table : section.tables) tables.push_back(TableData(table));
  object.set("tables", tables);
  return object;
}

}  // namespace

std::string RenderPage(const Report& report) {
  data page{data::type::object};
  page.set("headline", Headline(report));
  page.set("version", report.version);
  page.set("commit", report.commit);
  page.set("as_expected", report.as_expected());
  data unexpected{data::type::list};
  for (const ReportClaim& shown : report.claims) {
    if (!shown.as_expected) unexpected.push_back(data{"id", shown.claim.id});
  }
  page.set("unexpected", unexpected);
  page.set("changes", ChangesData(report));
  data tally{data::type::list};
  for (std::size_t kind = 0; kind < kVerdictKindCount; ++kind) {
    data one{data::type::object};
    SetVerdict(static_cast<VerdictKind>(kind), one);
    one.set("count", std::to_string(report.Count(static_cast<VerdictKind>(kind))));
    tally.push_back(one);
  }
  page.set("tally", tally);
  data sections{data::type::list};
  for (const Section& section : report.sections) sections.push_back(SectionData(report, section));
  page.set("sections", sections);
  SetList("differences", DifferencesData(report), page);
  data shown{data::type::list};
  for (const ReportSection& section : report.shown) shown.push_back(ShownData(section));
  page.set("shown", shown);
  page.set("limits", Texts(report.limits));
  data versions{data::type::list};
  for (const auto& [key, version] : report.versions) {
    if (key == "headerproof") continue;
    data one{data::type::object};
    one.set("key", key);
    one.set("version_text", version);
    versions.push_back(one);
  }
  page.set("versions", versions);
  mustache page_template{std::string(PageTemplate())};
  std::string text = page_template.render(page);
  if (!page_template.is_valid()) {
    throw AuditError("the page's template is malformed: " + page_template.error_message());
  }
  return text;
}

}  // namespace headerproof
