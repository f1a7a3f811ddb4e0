// The claims and the evidence, for the page.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "src/cases/printable.h"
#include "src/report/page_data.h"

namespace headerproof {
namespace {

PageData Counts(const std::map<std::string, std::uint64_t>& counts) {
  PageData list{PageData::type::list};
  for (const auto& [key, count] : counts) {
    if (count == 0) continue;
    PageData one{PageData::type::object};
    one.set("key", key);
    one.set("count", Grouped(count));
    list.push_back(one);
  }
  return list;
}

PageData Pairs(const std::map<std::string, std::string>& map) {
  PageData list{PageData::type::list};
  for (const auto& [key, value] : map) {
    PageData one{PageData::type::object};
    one.set("key", key);
    one.set("value", value);
    list.push_back(one);
  }
  return list;
}

// The claims that a derived one follows from.
PageData RestsOn(const Report& report, const Derivation& derivation) {
  std::vector<std::string> ids = derivation.equivalence;
  ids.insert(ids.end(), derivation.relies_on.begin(), derivation.relies_on.end());
  for (const auto& all_of : derivation.premises)
    ids.insert(ids.end(), all_of.begin(), all_of.end());
  PageData list{PageData::type::list};
  for (const std::string& id : ids) {
    const ReportClaim* found = report.Find(id);
    if (found == nullptr) continue;
    PageData one{PageData::type::object};
    one.set("id", id);
    SetVerdict(found->verdict.kind(), one);
    list.push_back(one);
  }
  PageData object{PageData::type::object};
  object.set("claims", list);
  return object;
}

PageData CounterexamplesData(const std::vector<Counterexample>& counterexamples) {
  PageData list{PageData::type::list};
  for (const auto& [text, detail] : counterexamples) {
    PageData one{PageData::type::object};
    one.set("text", text.empty() ? "# the empty metadata" : text);
    one.set("detail", detail);
    list.push_back(one);
  }
  return list;
}

PageData UsesData(const Report& report, const std::vector<ReportUse>& uses) {
  PageData list{PageData::type::list};
  for (const ReportUse& use : uses) {
    const Evidence& evidence = report.evidence[use.evidence].evidence;
    PageData one{PageData::type::object};
    one.set("id", evidence.id);
    one.set("kind", std::string(EvidenceKindName(evidence.kind)));
    one.set("count", Grouped(use.count));
    one.set("varying", VariesByClock(evidence));
    one.set("scope", evidence.scope);
    std::string keys;
    for (const std::string& key : use.keys) keys += (keys.empty() ? "" : ", ") + key;
    one.set("keys", keys);
    list.push_back(one);
  }
  return list;
}

PageData ClaimData(const Report& report, const ReportClaim& shown) {
  const Claim& claim = shown.claim;
  PageData object{PageData::type::object};
  SetVerdict(shown.verdict.kind(), object);
  object.set("id", claim.id);
  object.set("statement", claim.statement);
  object.set("path", claim.path);
  object.set("about", claim.stack.value_or("the shared implementation"));
  object.set("expected", std::string(VerdictName(claim.expected)));
  object.set("unexpected", !shown.as_expected);
  object.set("excused", shown.excused ? PageData{*shown.excused} : PageData{false});
  const bool has_checks = !claim.change && shown.checks() != 0;
  object.set("checks", has_checks ? PageData{Grouped(shown.checks())} : PageData{false});
  object.set("varying", std::ranges::any_of(shown.uses, [&report](const ReportUse& use) {
               return VariesByClock(report.evidence[use.evidence].evidence);
             }));
  SetList("conditions", Texts(shown.conditions), object);
  // What refutes the claim stands beside its counterexample.
  std::vector<std::string> reasons = shown.reasons;
  for (const Counterexample& counterexample : shown.counterexamples)
    std::erase(reasons, counterexample.detail);
  SetList("reasons", Texts(reasons), object);
  object.set("rests_on", claim.change ? RestsOn(report, *claim.change) : PageData{false});
  const bool has_instead = shown.verdict.kind() == VerdictKind::kRefuted && claim.instead;
  object.set("instead", has_instead ? PageData{*claim.instead} : PageData{false});
  SetList("counterexamples", CounterexamplesData(shown.counterexamples), object);
  PageData uses{PageData::type::list};
  if (!claim.change) uses = UsesData(report, shown.uses);
  SetList("uses", uses, object);
  return object;
}

}  // namespace

PageData ClaimsData(const Report& report) {
  PageData list{PageData::type::list};
  for (const Section& section : report.sections) {
    std::array<std::size_t, kVerdictKindCount> counts{};
    PageData claims{PageData::type::list};
    for (const ReportClaim& shown : report.claims) {
      if (shown.claim.section != section.id) continue;
      ++counts[static_cast<std::size_t>(shown.verdict.kind())];
      claims.push_back(ClaimData(report, shown));
    }
    PageData object{PageData::type::object};
    object.set("id", section.id);
    object.set("title", section.title);
    object.set("strategy", section.strategy);
    object.set("summary", CountsInWords(counts));
    object.set("claims", claims);
    list.push_back(object);
  }
  return list;
}

PageData EvidenceData(const Report& report) {
  PageData list{PageData::type::list};
  for (const auto& [evidence, file, sha256] : report.evidence) {
    PageData object{PageData::type::object};
    object.set("id", evidence.id);
    object.set("kind", std::string(EvidenceKindName(evidence.kind)));
    object.set("count", Grouped(evidence.count));
    object.set("by_clock", VariesByClock(evidence));
    object.set("subject", evidence.subject);
    object.set("scope", evidence.scope);
    object.set("complete", evidence.finished());
    object.set("stale", evidence.digest != report.digest);
    object.set("command", evidence.command);
    object.set("seed", evidence.seed ? PageData{std::to_string(*evidence.seed)} : PageData{false});
    object.set("seconds", fmt::format("{:.1f}", evidence.seconds));
    object.set("commit", evidence.commit);
    object.set("sha256", sha256);
    object.set("versions", Pairs(evidence.versions));
    SetList("counts", Counts(evidence.counts), object);
    constexpr std::size_t kManyCounts = 40;
    object.set("many", evidence.counts.size() > kManyCounts);
    object.set("how_many", std::to_string(evidence.counts.size()));
    SetList("classes", Counts(evidence.classes), object);
    SetList("notes", Texts(evidence.notes), object);
    list.push_back(object);
  }
  return list;
}

}  // namespace headerproof
