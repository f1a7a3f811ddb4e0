#include "src/claims/claims.h"

#include <algorithm>
#include <array>
#include <set>

#include "src/claims/claims_text.h"
#include "src/evidence/strict_json.h"

namespace headerproof {
namespace {

constexpr std::uint64_t kClaimsSchema = 1;
constexpr std::array<std::string_view, kVerdictKindCount> kVerdictNames = {
    "holds", "holds conditionally", "refuted", "unknown"};

std::optional<std::string> OptionalString(const JsonPlace& place) {
  if (place.IsNull()) return std::nullopt;
  return place.String();
}

std::vector<std::string> OptionalStrings(const JsonPlace& place) {
  if (place.IsNull()) return {};
  return place.Strings();
}

Need ParseNeed(JsonPlace place) {
  Need need;
  const JsonPlace kind = place.Field("kind");
  const auto known_kind = FindEvidenceKind(kind.String());
  if (!known_kind) kind.Fail("is none of the kinds of evidence");
  need.kind = *known_kind;
  need.id = place.Field("id").String();
  need.key = place.Field("key").String();
  const JsonPlace least = place.Field("least");
  need.least = least.Count();
  if (need.least == 0) least.Fail("has to be at least 1: nothing is no evidence");
  if (place.Has("classes")) {
    for (const auto& [name, floor] : place.Optional("classes").Fields()) {
      need.classes.emplace(name, floor.Count());
    }
  }
  place.NoMoreFields();
  return need;
}

Derivation ParseDerivation(JsonPlace place) {
  Derivation derivation;
  derivation.equivalence = place.Field("equivalence").Strings();
  derivation.relies_on = place.Field("relies_on").Strings();
  for (const JsonPlace& all_of : place.Field("premises").Items()) {
    derivation.premises.push_back(all_of.Strings());
    if (derivation.premises.back().empty()) all_of.Fail("has to name a claim");
  }
  if (derivation.equivalence.empty()) place.Fail("has to name the equivalence");
  if (derivation.premises.empty()) place.Fail("has to name premises");
  place.NoMoreFields();
  return derivation;
}

Claim ParseClaim(JsonPlace place) {
  Claim claim;
  claim.id = place.Field("id").String();
  claim.section = place.Field("section").String();
  claim.statement = place.Field("statement").String();
  const JsonPlace path = place.Field("path");
  claim.path = path.String();
  if (claim.path != "request" && claim.path != "response" && claim.path != "both") {
    path.Fail("has to be request, response or both");
  }
  claim.stack = OptionalString(place.Field("stack"));
  if (place.Has("needs")) {
    for (const JsonPlace& need : place.Optional("needs").Items()) {
      claim.needs.push_back(ParseNeed(need));
    }
  }
  claim.contradicted_by = OptionalStrings(place.Optional("contradicted_by"));
  claim.doubted_by = OptionalStrings(place.Optional("doubted_by"));
  claim.condition = OptionalString(place.Optional("condition"));
  const JsonPlace expected = place.Field("expected");
  const auto verdict = FindVerdict(expected.String());
  if (!verdict) expected.Fail("is none of the verdicts");
  claim.expected = *verdict;
  claim.excuse = OptionalString(place.Optional("excuse"));
  claim.advisory = OptionalString(place.Optional("advisory"));
  if (claim.excuse && claim.advisory) place.Fail("has an excuse and an advisory; keep one");
  if (place.Has("change")) claim.change = ParseDerivation(place.Optional("change"));
  claim.instead = OptionalString(place.Optional("instead"));
  if (claim.needs.empty() != claim.change.has_value()) {
    place.Fail("has to have either needs or a derivation");
  }
  if (!FillStatement(claim, [](const Need&) { return std::string(); })) {
    place.Field("statement")
        .Fail(
            "has a placeholder that names no need of this claim; write {evidence:ID/KEY} with the "
            "id "
            "and the key of one of its needs");
  }
  place.NoMoreFields();
  return claim;
}

ArgumentNode ParseNode(JsonPlace place) {
  ArgumentNode node;
  node.id = place.Field("id").String();
  const JsonPlace kind = place.Field("kind");
  const auto known_kind = FindArgumentKind(kind.String());
  if (!known_kind) kind.Fail("is none of the kinds of a node");
  node.kind = *known_kind;
  node.text = OptionalString(place.Optional("text")).value_or("");
  node.supported_by = OptionalStrings(place.Optional("supported_by"));
  node.in_context_of = OptionalStrings(place.Optional("in_context_of"));
  node.claims = OptionalStrings(place.Optional("claims"));
  node.evidence = OptionalString(place.Optional("evidence")).value_or("");
  node.undeveloped = place.Has("undeveloped") && place.Optional("undeveloped").Bool();
  node.apart = place.Has("apart") && place.Optional("apart").Bool();
  place.NoMoreFields();
  return node;
}

bool RestsOnCitation(const Claim& claim) {
  return std::ranges::any_of(claim.needs,
                             [](const Need& need) { return need.kind == EvidenceKind::kCitation; });
}

// That `claim`, derived, rests on claims that stand before it and may bear it.
void CheckDerivation(const Claim& claim, const ClaimList& earlier, const JsonPlace& place) {
  const auto check = [&](const std::vector<std::string>& ids) {
    for (const std::string& id : ids) {
      const Claim* found = earlier.Find(id);
      if (found == nullptr) place.Fail("rests on " + id + ", which does not stand before it");
      if (RestsOnCitation(*found)) {
        place.Fail("rests on " + id + ", which shows only what a text says");
      }
    }
  };
  check(claim.change->equivalence);
  check(claim.change->relies_on);
  std::ranges::for_each(claim.change->premises, check);
}

}  // namespace

std::string_view VerdictName(VerdictKind kind) {
  return kVerdictNames[static_cast<std::size_t>(kind)];
}

std::optional<VerdictKind> FindVerdict(std::string_view name) {
  const auto found = std::ranges::find(kVerdictNames, name);
  if (found == kVerdictNames.end()) return std::nullopt;
  return static_cast<VerdictKind>(found - kVerdictNames.begin());
}

std::optional<std::string> FillStatement(const Claim& claim,
                                         const std::function<std::string(const Need&)>& fill) {
  constexpr std::string_view kBegin = "{evidence:";
  std::string text = claim.statement;
  for (std::size_t at = text.find(kBegin); at != std::string::npos; at = text.find(kBegin, at)) {
    const std::size_t end = text.find('}', at);
    if (end == std::string::npos) return std::nullopt;
    const std::string name = text.substr(at + kBegin.size(), end - at - kBegin.size());
    const auto need = std::ranges::find_if(
        claim.needs, [&name](const Need& one) { return one.id + "/" + one.key == name; });
    if (need == claim.needs.end()) return std::nullopt;
    const std::string filled = fill(*need);
    text.replace(at, end + 1 - at, filled);
    at += filled.size();
  }
  return text;
}

const Claim* ClaimList::Find(std::string_view id) const {
  const auto found = std::ranges::find(claims, id, &Claim::id);
  return found == claims.end() ? nullptr : &*found;
}

ClaimList ParseClaims(std::string_view text, const std::string& file) {
  const nlohmann::json json = ParseStrictJson(text, file);
  JsonPlace root(json, file);
  const JsonPlace schema = root.Field("schema");
  if (schema.Count() != kClaimsSchema) schema.Fail("is unknown");
  ClaimList list;
  for (JsonPlace& place : root.Field("sections").Items()) {
    list.sections.push_back({place.Field("id").String(), place.Field("title").String(),
                             place.Field("strategy").String()});
    place.NoMoreFields();
  }
  for (const JsonPlace& place : root.Field("claims").Items()) {
    Claim claim = ParseClaim(place);
    if (list.Find(claim.id) != nullptr) place.Fail("has the id of another, " + claim.id);
    if (std::ranges::find(list.sections, claim.section, &Section::id) == list.sections.end()) {
      place.Fail("is in no section, " + claim.section);
    }
    if (claim.change) CheckDerivation(claim, list, place);
    list.claims.push_back(std::move(claim));
  }
  if (list.claims.empty()) root.Fail("holds no claim");
  list.limits = root.Field("limits").Strings();
  const JsonPlace argument = root.Field("argument");
  for (const JsonPlace& place : argument.Items()) list.argument.push_back(ParseNode(place));
  root.NoMoreFields();
  if (const std::string wrong = WrongInArgument(list); !wrong.empty()) argument.Fail(wrong);
  return list;
}

const ClaimList& BuiltInClaims() {
  static const ClaimList kClaims = ParseClaims(ClaimsText(), "src/claims/claims.json");
  return kClaims;
}

}  // namespace headerproof
