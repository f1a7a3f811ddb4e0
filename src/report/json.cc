// The report as audit.json, for programs. docs/audit.schema.json describes it.
#include <fmt/format.h>

#include "src/claims/claims_fields.h"
#include "src/evidence/evidence_fields.h"
#include "src/report/view.h"

namespace headerproof {
namespace {

template <class Value>
Json OrNull(const std::optional<Value>& value) {
  return value ? Json(*value) : Json(nullptr);
}

// A list of what `make` gives for each of `items`.
template <class Items, class Make>
Json ListOf(const Items& items, const Make& make) {
  Json list = Json::array();
  for (const auto& item : items) list.push_back(make(item));
  return list;
}

Json ClaimJson(const Report& report, const ReportClaim& shown) {
  const auto use_json = [&report](const ReportUse& use) -> Json {
    const StoredEvidence& stored = report.evidence[use.evidence];
    const Evidence& one = stored.evidence;
    return {{"kind", NameOf(one.kind)},
            {"count", use.count},
            {"command", one.command},
            {"summary", fmt::format("{}: {}", one.subject, one.scope)},
            {"sha256", stored.sha256}};
  };
  Json cases = Json::array();
  Json others = Json::array();
  for (const auto& [text, detail, type] : shown.counterexamples) {
    if (type == CounterexampleType::kCase) {
      cases.push_back(text);
    } else {
      others.push_back({{"type", NameOf(type)}, {"text", text}});
    }
  }
  const auto scope_of = [&report](const ReportUse& use) {
    return report.evidence[use.evidence].evidence.scope;
  };
  const Claim& claim = shown.claim;
  return {{"id", claim.id},
          {"statement", claim.statement},
          {"path", claim.path},
          {"stack", OrNull(claim.stack)},
          {"verdict", NameOf(shown.verdict.kind())},
          {"expected", NameOf(claim.expected)},
          {"evidence", ListOf(shown.uses, use_json)},
          {"counterexamples", cases},
          {"other_counterexamples", others},
          {"shown_by", NameOf(shown.shown_by)},
          {"scope", ListOf(shown.uses, scope_of)},
          {"recorded", shown.is_recorded},
          {"excuse", OrNull(shown.excused)}};
}

// Why a claim has its verdict; the evidence is in the order of the claim's own list.
Json ReasonsJson(const Report& report, const ReportClaim& shown) {
  const auto use_json = [&report](const ReportUse& use) -> Json {
    return {{"id", report.evidence[use.evidence].evidence.id}, {"keys", use.keys}};
  };
  return {{"section", shown.claim.section},
          {"as_expected", shown.as_expected},
          {"reasons", shown.reasons},
          {"conditions", shown.conditions},
          {"instead", OrNull(shown.claim.instead)},
          {"evidence", ListOf(shown.uses, use_json)}};
}

Json NodeJson(const ArgumentNode& node) {
  Json json = WriteJson(node);
  json.erase("apart");
  return json;
}

// The claims and the differences show the rest.
Json EvidenceJson(const StoredEvidence& stored) {
  Json json = WriteJson(stored.evidence);
  for (const char* const left_out :
       {"differences", "examples", "contradictions", "conditions", "measurements"}) {
    json.erase(left_out);
  }
  json["by_clock"] = VariesByClock(stored.evidence);
  json["sha256"] = stored.sha256;
  json["fresh"] = stored.is_fresh;
  json["recorded"] = stored.is_recorded;
  return json;
}

Json DifferenceJson(const ReportDifference& difference) {
  return {{"path", difference.path},
          {"name", difference.name},
          {"cases", difference.cases},
          {"smallest", difference.smallest},
          {"consequence", difference.consequence}};
}

Json TableJson(const ReportTable& table) {
  const auto cell_json = [](const ReportCell& cell) {
    return cell.varying ? Json{{"varying", cell.text}} : Json(cell.text);
  };
  const auto row_json = [&](const ReportRow& row) { return ListOf(row, cell_json); };
  return {{"caption", table.caption},
          {"columns", table.columns},
          {"rows", ListOf(table.rows, row_json)}};
}

// Without pictures: the tables say what they show.
Json SectionJson(const ReportSection& section) {
  return {{"id", section.id},
          {"title", section.title},
          {"paragraphs", section.paragraphs},
          {"tables", ListOf(section.tables, TableJson)}};
}

Json ComparisonJson(const ReportComparison& comparison) {
  const auto change_json = [](const ReportChange& change) -> Json {
    return {{"what", NameOf(change.kind)},
            {"claim", change.claim},
            {"worse", change.is_worse},
            {"says", change.says},
            {"counterexample", OrNull(change.counterexample)}};
  };
  return {{"version", comparison.version},
          {"commit", comparison.commit},
          {"worse", comparison.is_worse()},
          {"changes", ListOf(comparison.changes, change_json)}};
}

// What may differ between two runs of the same build, as JSON Pointers (RFC 6901) in which '*'
// is every index: times, digests of files that hold times, counts of what ran for a time.
Json VaryingJson(const Report& report) {
  Json varying = {"/claims/*/evidence/*/sha256", "/evidence/*/sha256",
                  "/evidence/*/seconds",         "/evidence/*/started",
                  "/evidence/*/durations",       "/sections/*/tables/*/rows/*/*/varying"};
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    const std::vector<ReportUse>& uses = report.claims[i].uses;
    for (std::size_t j = 0; j < uses.size(); ++j) {
      if (VariesByClock(report.evidence[uses[j].evidence].evidence)) {
        varying.push_back(fmt::format("/claims/{}/evidence/{}/count", i, j));
      }
    }
  }
  for (std::size_t i = 0; i < report.evidence.size(); ++i) {
    if (!VariesByClock(report.evidence[i].evidence)) continue;
    for (const char* const field : {"count", "counts", "classes", "notes"}) {
      varying.push_back(fmt::format("/evidence/{}/{}", i, field));
    }
  }
  return varying;
}

}  // namespace

Json AuditJson(const Report& report) {
  Json reasons = Json::object();
  for (const ReportClaim& shown : report.claims) {
    reasons[shown.claim.id] = ReasonsJson(report, shown);
  }
  const auto claim_json = [&report](const ReportClaim& shown) { return ClaimJson(report, shown); };
  return {
      {"schema", kReportSchema},
      {"tool", {{"name", "headerproof"}, {"version", report.version}, {"commit", report.commit}}},
      {"headline", Headline(report)},
      {"as_expected", report.as_expected()},
      {"excuses", ExcusesInWords(report)},
      {"versions", report.versions},
      {"claims", ListOf(report.claims, claim_json)},
      {"reasons", reasons},
      {"argument", ListOf(report.argument, NodeJson)},
      {"evidence", ListOf(report.evidence, EvidenceJson)},
      {"differences", ListOf(report.differences, DifferenceJson)},
      {"comparison", report.comparison ? ComparisonJson(*report.comparison) : Json(nullptr)},
      {"sections", ListOf(report.shown, SectionJson)},
      {"limits", report.limits},
      {"citations", ListOf(report.citations, [](const Citation& one) { return WriteJson(one); })},
      {"varying", VaryingJson(report)}};
}

std::string RenderJson(const Report& report) {
  return AuditJson(report).dump(2) + "\n";
}

}  // namespace headerproof
