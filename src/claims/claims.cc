#include "src/claims/claims.h"

#include <algorithm>

#include "src/claims/claims_fields.h"
#include "src/claims/claims_text.h"

namespace headerproof {

static std::string WrongWith(const Need& need) {
  return need.least == 0 ? "needs a `least` of at least 1: no checks are no evidence" : "";
}

static std::string WrongWith(const Derivation& derivation) {
  if (derivation.equivalence.empty()) return "does not name the equivalence";
  const bool has_empty = std::ranges::any_of(derivation.premises, &std::vector<std::string>::empty);
  return derivation.premises.empty() || has_empty ? "does not name its premises" : "";
}

static std::string WrongWith(const Claim& claim) {
  if (claim.path != "request" && claim.path != "response" && claim.path != "both") {
    return "has a path that is not request, response or both";
  }
  if (claim.excuse && claim.advisory) return "has an excuse and an advisory; keep one";
  if (claim.needs.empty() != claim.change.has_value()) {
    return "has to have either needs or a derivation";
  }
  return FillStatement(claim, [](const Need&) { return std::string(); })
             ? ""
             : "has a placeholder that names no need of this claim; write "
               "{evidence:ID/KEY} with the id and the key of one of its needs";
}

namespace {

constexpr std::uint64_t kClaimsSchema = 1;

bool RestsOnCitation(const Claim& claim) {
  return std::ranges::any_of(claim.needs,
                             [](const Need& need) { return need.kind == EvidenceKind::kCitation; });
}

// What is wrong with the claims that `claim` is derived from; "" if nothing.
std::string WrongInBases(const Claim& claim, const ClaimList& earlier) {
  if (!claim.change) return "";
  for (const std::string& id : claim.change->Bases()) {
    const Claim* found = earlier.Find(id);
    if (found == nullptr) return "rests on " + id + ", which is not listed before it";
    if (RestsOnCitation(*found)) return "rests on " + id + ", which shows only what a text says";
  }
  return "";
}

}  // namespace

std::vector<std::string> Derivation::Bases() const {
  std::vector<std::string> bases = equivalence;
  bases.insert(bases.end(), relies_on.begin(), relies_on.end());
  for (const auto& all_of : premises) bases.insert(bases.end(), all_of.begin(), all_of.end());
  return bases;
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
  const JsonDocument document(text, file);
  JsonPlace root = document.root();
  const JsonPlace schema = root.Field("schema");
  if (schema.Count() != kClaimsSchema) schema.Fail("is unknown");
  ClaimList read;
  ReadJson(root, read);
  ClaimList list = read;
  list.claims.clear();
  for (const JsonPlace& place : root.Field("claims").Items()) {
    const Claim& claim = read.claims[list.claims.size()];
    if (list.Find(claim.id) != nullptr) place.Fail("has the id of another, " + claim.id);
    if (std::ranges::find(list.sections, claim.section, &Section::id) == list.sections.end()) {
      place.Fail("is in an unknown section, " + claim.section);
    }
    if (std::string wrong = WrongInBases(claim, list); !wrong.empty()) place.Fail(wrong);
    list.claims.push_back(claim);
  }
  if (list.claims.empty()) root.Fail("has no claims");
  if (const std::string wrong = WrongInArgument(list); !wrong.empty()) {
    root.Field("argument").Fail("is wrong: " + wrong);
  }
  return list;
}

const ClaimList& BuiltInClaims() {
  static const ClaimList kClaims = ParseClaims(ClaimsText(), "src/claims/claims.json");
  return kClaims;
}

}  // namespace headerproof
