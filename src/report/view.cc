#include "src/report/view.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "src/cases/printable.h"
#include "src/evidence/digest.h"

namespace headerproof {
namespace {

// [{"key", "value"}...] for an object. A count of 0 is left out.
Json Pairs(const Json& object) {
  Json pairs = Json::array();
  for (const auto& [key, value] : object.items()) {
    if (value != 0) pairs.push_back({{"key", key}, {"value", value}});
  }
  return pairs;
}

void SetVerdict(VerdictKind kind, Json& object) {
  object["class"] = VerdictTone(kind);
  object["verdict"] = NameOf(kind);
}

// The claims that a derived one follows from.
Json RestsOn(const Report& report, const Derivation& derivation) {
  Json list = Json::array();
  for (const std::string& id : derivation.Bases()) {
    const ReportClaim* found = report.Find(id);
    if (found == nullptr) continue;
    list.push_back({{"id", id}});
    SetVerdict(found->verdict.kind(), list.back());
  }
  return list;
}

// For the answer: the first reason, or the condition.
std::string WhyOf(const ReportClaim& shown) {
  const bool is_conditional = shown.verdict.kind() == VerdictKind::kHoldsConditionally;
  if (is_conditional) return shown.conditions.front();
  if (shown.reasons.empty()) return {};
  const std::size_t further = shown.reasons.size() - 1;
  return shown.reasons.front() + (further == 0 ? "" : fmt::format(" And {} more.", further));
}

// `claim` as audit.json has it, and `reasons` for it.
Json ClaimView(const Report& report, const ReportClaim& shown, Json claim, Json reasons) {
  Json uses = std::move(claim["evidence"]);
  for (std::size_t i = 0; i < uses.size(); ++i) {
    uses[i].update(reasons["evidence"][i]);
    uses[i]["keys"] = fmt::format("{}", fmt::join(shown.uses[i].keys, ", "));
    uses[i]["varying"] = VariesByClock(report.evidence[shown.uses[i].evidence].evidence);
  }
  const bool is_varying = std::ranges::any_of(uses, [](const Json& use) { return use["varying"]; });
  claim.update(reasons);
  SetVerdict(shown.verdict.kind(), claim);
  const bool is_change = shown.claim.change.has_value();
  const bool is_refuted = shown.verdict.kind() == VerdictKind::kRefuted;
  claim["about"] = shown.claim.stack.value_or("the shared implementation");
  claim["is_change"] = is_change;
  claim["is_unknown"] = shown.verdict.kind() == VerdictKind::kUnknown;
  claim["skipped"] = claim["is_unknown"] && shown.as_expected;
  claim["why"] = WhyOf(shown);
  claim["details"] = shown.details();
  claim["varying"] = is_varying;
  claim["checks"] = is_change || shown.checks() == 0 ? Json(nullptr) : Json(shown.checks());
  if (!is_refuted) claim["instead"] = nullptr;
  claim["rests_on"] = is_change ? RestsOn(report, *shown.claim.change) : Json::array();
  claim["evidence"] = is_change ? Json::array() : uses;
  // What refutes the claim is next to its counterexample.
  claim["reasons"] = Json::array();
  for (const std::string& reason : shown.reasons) {
    const bool is_detail =
        std::ranges::find(shown.counterexamples, reason, &Counterexample::detail) !=
        shown.counterexamples.end();
    if (!is_detail) claim["reasons"].push_back(reason);
  }
  claim["counterexamples"] = Json::array();
  for (const auto& [text, detail, type] : shown.counterexamples) {
    claim["counterexamples"].push_back({{"text", text.empty() ? "# the empty metadata\n" : text},
                                        {"detail", detail},
                                        {"type", NameOf(type)}});
  }
  return claim;
}

// `one` as audit.json has it.
Json EvidenceView(const StoredEvidence& stored, Json one) {
  constexpr std::size_t kManyCounts = 40;
  const Evidence& evidence = stored.evidence;
  one["stale"] = !stored.is_fresh;
  one["unfinished"] = one["ended"] != "finished";
  one["many"] = evidence.counts.size() > kManyCounts;
  one["how_many"] = evidence.counts.size();
  one["seed"] = evidence.seed ? Json(std::to_string(*evidence.seed)) : Json(nullptr);
  for (const char* const map : {"counts", "classes", "versions"}) one[map] = Pairs(one[map]);
  return one;
}

// A sign for a verdict next to its word, so that colour is not the only one: a check mark, one in
// parentheses, a cross, a question mark.
std::string SignOf(const std::string& tone) {
  if (tone == "holds") return "&#10003; ";
  if (tone == "conditional") return "(&#10003;) ";
  if (tone == "refuted") return "&#10007; ";
  return tone == "unknown" ? "? " : "";
}

Json NodeView(const GsnNode& node) {
  Json view = {{"kind", NameOf(node.kind)},
               {"name", node.name},
               {"text", node.text},
               {"status", node.status},
               {"sign", SignOf(node.tone)},
               {"tone", node.tone},
               {"link", node.link},
               {"away", node.away},
               {"undeveloped", node.undeveloped},
               {"mark", node.kind == ArgumentKind::kAssumption      ? "A"
                        : node.kind == ArgumentKind::kJustification ? "J"
                                                                    : ""},
               {"goals", Json::array()},
               {"solutions", Json::array()},
               {"in_context_of", Json::array()}};
  for (const GsnNode& below : node.supported_by) {
    const bool is_solution = below.kind == ArgumentKind::kSolution;
    view[is_solution ? "solutions" : "goals"].push_back(NodeView(below));
  }
  for (const GsnNode& one : node.in_context_of) view["in_context_of"].push_back(NodeView(one));
  return view;
}

Json CellView(const ReportCell& cell) {
  return {{"text", cell.text},
          {"tone", NameOf(cell.tone)},
          {"varying", cell.varying},
          {"link", cell.link}};
}

Json TableView(const ReportTable& table) {
  constexpr std::size_t kManyColumns = 8;  // more are printed in landscape
  Json rows = Json::array();
  for (const ReportRow& row : table.rows) {
    rows.push_back({{"head", CellView(row.front())}, {"cells", Json::array()}});
    for (std::size_t i = 1; i < row.size(); ++i) rows.back()["cells"].push_back(CellView(row[i]));
  }
  return {{"caption", table.caption},
          {"many", table.columns.size() > kManyColumns},
          {"columns", table.columns},
          {"rows", rows}};
}

Json SectionsView(const std::vector<ReportSection>& sections) {
  Json list = Json::array();
  for (const ReportSection& section : sections) {
    Json view = {{"id", section.id},
                 {"title", section.title},
                 {"paragraphs", section.paragraphs},
                 {"pictures", Json::array()},
                 {"tables", Json::array()}};
    for (const ReportPicture& picture : section.pictures) {
      view["pictures"].push_back(
          {{"id", picture.id},
           {"svg", picture.svg},
           {"says", picture.says},
           {"varying", picture.varying},
           {"argument", picture.argument ? NodeView(*picture.argument) : Json(nullptr)}});
    }
    for (const ReportTable& table : section.tables) view["tables"].push_back(TableView(table));
    list.push_back(std::move(view));
  }
  return list;
}

template <class Predicate>
Json Filtered(const Json& list, const Predicate& predicate) {
  Json filtered = Json::array();
  std::ranges::copy_if(list, std::back_inserter(filtered), predicate);
  return filtered;
}

std::string JoinedIds(const Json& claims) {
  std::vector<std::string> ids;
  for (const Json& claim : claims) ids.push_back(claim["id"]);
  return fmt::format("{}", fmt::join(ids, ", "));
}

}  // namespace

Json ViewOf(const Report& report) {
  Json view = AuditJson(report);
  for (std::size_t i = 0; i < report.claims.size(); ++i) {
    const ReportClaim& shown = report.claims[i];
    view["claims"][i] =
        ClaimView(report, shown, view["claims"][i], view["reasons"][shown.claim.id]);
  }
  for (std::size_t i = 0; i < report.evidence.size(); ++i) {
    view["evidence"][i] = EvidenceView(report.evidence[i], view["evidence"][i]);
  }
  const Json claims = view["claims"];
  const auto is_true = [](const char* key) {
    return [key](const Json& claim) { return claim[key].get<bool>(); };
  };
  VerdictCounts counts{};
  view["verdicts"] = Json::array();
  for (std::size_t kind = 0; kind < kVerdictKindCount; ++kind) {
    counts[kind] = report.Count(static_cast<VerdictKind>(kind));
    view["verdicts"].push_back({{"count", std::to_string(counts[kind])}});
    SetVerdict(static_cast<VerdictKind>(kind), view["verdicts"].back());
  }
  view["steps"] = Json::array();
  for (const Section& section : report.sections) {
    VerdictCounts in_section{};
    for (const ReportClaim& shown : report.claims) {
      if (shown.claim.section == section.id) {
        ++in_section[static_cast<std::size_t>(shown.verdict.kind())];
      }
    }
    view["steps"].push_back({{"id", section.id},
                             {"title", section.title},
                             {"strategy", section.strategy},
                             {"summary", CountsInWords(in_section)},
                             {"claims", Filtered(claims, [&section](const Json& claim) {
                                return claim["section"] == section.id;
                              })}});
  }
  view["summary"] = CountsInWords(counts);
  view["expected_in_words"] = ExpectedInWords(report);
  view["excuses"] = ExcusesInWords(report);
  view["unexpected"] = Filtered(claims, [](const Json& claim) { return !claim["as_expected"]; });
  view["unknown"] = Filtered(claims, is_true("is_unknown"));
  view["changes"] = Filtered(claims, is_true("is_change"));
  view["unexpected_ids"] = JoinedIds(view["unexpected"]);
  view["excused_ids"] =
      JoinedIds(Filtered(claims, [](const Json& claim) { return !claim["excuse"].is_null(); }));
  view["tests"] = std::to_string(claims.size());
  view["failures"] = std::to_string(view["unexpected"].size());
  view["skipped_count"] = std::to_string(Filtered(claims, is_true("skipped")).size());
  view["versions"].erase("headerproof");
  view["versions"] = Pairs(view["versions"]);
  view["first"] = SectionsView(report.first);
  view["shown"] = SectionsView(report.shown);
  view["json_sha256"] = Sha256(RenderJson(report));
  return view;
}

}  // namespace headerproof
