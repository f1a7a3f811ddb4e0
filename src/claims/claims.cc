#include "src/claims/claims.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "src/cases/printable.h"
#include "src/claims/claims_fields.h"
#include "src/claims/claims_text.h"
#include "src/judge/judge.h"

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
  if (claim.needs.empty() != claim.change.has_value()) {
    return "has to have either needs or a derivation";
  }
  if (claim.contradicted_by.empty()) return "names nothing that could refute it";
  return FillStatement(claim, [](const Need&) { return std::string(); })
             ? ""
             : "has a placeholder that names no need of this claim; write "
               "{evidence:ID/KEY} with the id and the key of one of its needs";
}

namespace {

constexpr std::uint64_t kClaimsSchema = 2;

std::vector<std::string> EvidenceOf(const Claim& claim) {
  std::vector<std::string> ids = claim.challenged_by;
  for (const Need& need : claim.needs) ids.push_back(need.id);
  return ids;
}

// "1.67.3" of "grpc-go 1.67.3"; empty if there is no version.
std::string_view VersionIn(std::string_view stack) {
  const std::string_view last = stack.substr(stack.rfind(' ') + 1);
  return !last.empty() && last.front() >= '0' && last.front() <= '9' ? last : std::string_view();
}

// What is wrong with what `claim` rests on, claims and evidence; "" if nothing.
std::string WrongInBases(const Claim& claim, const ClaimList& earlier) {
  const std::string stack = claim.stack.value_or("");
  const std::string_view version = VersionIn(stack);
  bool has_version = false;
  for (const std::string& id : EvidenceOf(claim)) {
    const EvidenceSource* const source = earlier.FindEvidence(id);
    if (source == nullptr) return "names the evidence " + id + ", which is not listed";
    has_version |= source->subject.find(version) != std::string::npos;
    const bool is_of_stack = !version.empty() && ShownByKind(source->kind) == ShownBy::kObserved;
    if (is_of_stack && (source->subject.empty() || source->subject.ends_with('*'))) {
      return "is about one version, but its evidence " + id + " may be of any";
    }
  }
  if (!claim.change) return has_version ? "" : "is about another version than its evidence";
  for (const std::string& id : claim.change->Bases()) {
    if (earlier.Find(id) == nullptr) return "rests on " + id + ", which is not listed before it";
  }
  return "";
}

// What every engine over the judge counts (RelationKey() in src/engines), needed or not.
bool IsOfTheJudge(EvidenceKind kind, std::string_view key) {
  const ShownBy shown_by = ShownByKind(kind);
  const bool is_over_the_judge =
      kind != EvidenceKind::kMutants &&
      (shown_by == ShownBy::kEnumerated || shown_by == ShownBy::kSampled);
  const std::string_view relation = key.substr(0, key.find('/'));
  if (kind == EvidenceKind::kFuzz && (key == "runs" || key == "checks")) return true;
  return is_over_the_judge && (relation == "transparent-http2" ||
                               std::ranges::any_of(kRelations, [relation](Relation one) {
                                 return RelationName(one) == relation;
                               }));
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

ShownBy ShownByKind(EvidenceKind kind) {
  switch (kind) {
    case EvidenceKind::kEnumeration:
    case EvidenceKind::kMutants:
      return ShownBy::kEnumerated;
    case EvidenceKind::kProperty:
    case EvidenceKind::kCorpus:
    case EvidenceKind::kFuzz:
      return ShownBy::kSampled;
    case EvidenceKind::kWire:
    case EvidenceKind::kGolden:
    case EvidenceKind::kPeer:
    case EvidenceKind::kCoverage:
    case EvidenceKind::kBenchmark:
      return ShownBy::kObserved;
  }
  return ShownBy::kArgued;
}

bool Claim::Names(std::string_view evidence_id) const {
  return std::ranges::find(needs, evidence_id, &Need::id) != needs.end() ||
         std::ranges::find(challenged_by, evidence_id) != challenged_by.end();
}

const Claim* ClaimList::Find(std::string_view id) const {
  const auto found = std::ranges::find(claims, id, &Claim::id);
  return found == claims.end() ? nullptr : &*found;
}

const EvidenceSource* ClaimList::FindEvidence(std::string_view id) const {
  const auto found = std::ranges::find(evidence, id, &EvidenceSource::id);
  return found == evidence.end() ? nullptr : &*found;
}

ShownBy HowShown(const ClaimList& claims, const Claim& claim) {
  if (claim.change) return ShownBy::kArgued;
  ShownBy weakest = ShownBy::kProved;
  for (const Need& need : claim.needs) {
    weakest = std::max(weakest, ShownByKind(claims.FindEvidence(need.id)->kind));
  }
  return weakest;
}

std::string WrongForClaims(const ClaimList& claims, const Evidence& evidence) {
  const EvidenceSource* const source = claims.FindEvidence(evidence.id);
  if (source == nullptr) return "no claim is about evidence of this id";
  if (source->kind != evidence.kind) {
    return fmt::format("its kind is {}; claims know it as {}", NameOf(evidence.kind),
                       NameOf(source->kind));
  }
  if (source->depends_on != evidence.depends_on) {
    return fmt::format("it depends on {}; claims know it as dependent on {}",
                       evidence.depends_on.empty() ? "all of the tree" : evidence.depends_on,
                       source->depends_on.empty() ? "all of it" : source->depends_on);
  }
  std::set<std::string> needed;
  std::vector<std::string> heard;
  for (const Claim& claim : claims.claims) {
    if (!claim.Names(evidence.id)) continue;
    for (const Need& need : claim.needs) {
      if (need.id == evidence.id) needed.insert(need.key);
    }
    heard.insert(heard.end(), claim.contradicted_by.begin(), claim.contradicted_by.end());
    heard.insert(heard.end(), claim.doubted_by.begin(), claim.doubted_by.end());
  }
  for (const auto& [key, count] : evidence.counts) {
    if (needed.contains(key) || IsAnyNamed(source->also_counts, key)) continue;
    if (IsOfTheJudge(evidence.kind, key)) continue;
    return fmt::format("it counts {}, which nothing reads", Printable(key, 80));
  }
  for (const Contradiction& one : evidence.contradictions) {
    if (IsAnyNamed(heard, one.key)) continue;
    return fmt::format("it contradicts {}, which no claim reads: {}", Printable(one.key, 80),
                       Printable(one.detail, 200));
  }
  return "";
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
