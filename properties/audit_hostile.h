// A report in which every field that comes from outside tries to be something else: a script, an
// attribute, an escape sequence, a link, a table's cell, text that runs the other way. The fields
// are those that json_fields.h knows, so that a new one is among them.
#pragma once

#include <string>

#include "properties/audit_synthetic.h"
#include "src/claims/claims_fields.h"
#include "src/evidence/evidence_fields.h"
#include "src/report/comparison.h"
#include "src/report/report.h"

namespace headerproof {

inline std::string HostileText() {
  return "<script>alert(1)</script>\" onload='x' &amp; \x1b[31m\r\n\b\x9b \x7f \xe2\x80\xae]]> | "
         "`x` {{id}} --> [a](javascript:b) ![c][d] \\[e](f) {0} @someone https://evil.example/ "
         "www.evil.example GH-1 #1 $g$ ~~h~~ \xe2\x80\xa8";
}

// `hostile` in every text of `value`: one item in each list and map, each optional set. Every
// number is 1.
template <class T>
void FillWith(const std::string& hostile, T& value) {
  if constexpr (std::same_as<T, std::string>) {
    value = hostile;
  } else if constexpr (std::same_as<T, std::uint64_t> || std::same_as<T, double>) {
    value = 1;
  } else if constexpr (requires { value.capacity(); }) {
    value.clear();
    FillWith(hostile, value.emplace_back());
  } else if constexpr (requires { typename T::mapped_type; }) {
    value.clear();
    FillWith(hostile, value[hostile]);
  } else if constexpr (requires { value.has_value(); }) {
    FillWith(hostile, value.emplace());
  } else if constexpr (requires { JsonFields(&value); }) {
    std::apply([&](const auto&... field) { (FillWith(hostile, value.*field.member), ...); },
               JsonFields(&value));
  }
}

// Of this build, refuting the claim "hostile": what is neither is not shown.
inline StoredEvidence HostileEvidence(const std::string& id, const std::string& hostile) {
  StoredEvidence stored = SyntheticEvidence(id);
  Evidence& evidence = stored.evidence;
  FillWith(hostile, evidence);
  evidence.id = id;
  evidence.digest = kThisDigest;
  evidence.counts["key"] = 100;
  evidence.classes["long"] = 100;
  evidence.contradictions[0].key = "against-hostile";
  evidence.contradictions.push_back({"against-hostile", hostile, "authorization: hunter2\n"});
  evidence.conditions[0].key = "key";
  stored.file = hostile;
  return stored;
}

inline Claim HostileClaim(const std::string& id, const std::string& hostile) {
  Claim claim;
  FillWith(hostile, claim);
  const Claim plain = SyntheticClaim(id, "refuting");
  claim.id = plain.id;
  claim.section = plain.section;
  claim.path = plain.path;
  claim.needs = plain.needs;
  claim.contradicted_by = plain.contradicted_by;
  claim.expected = plain.expected;
  claim.change.reset();
  claim.challenged_by.clear();
  return claim;
}

// `hostile` in every text of a report. The first claim is refuted.
inline Report HostileReport(const std::string& hostile) {
  const StoredEvidence stored = HostileEvidence("refuting", hostile);
  const Claim claim = HostileClaim("hostile", hostile);
  Claim excused = SyntheticClaim("excused", "none");
  Claim held = SyntheticClaim("held", "refuting");
  held.contradicted_by.clear();
  StoredEvidence foreign = stored;
  foreign.is_fresh = false;
  foreign.evidence.digest = hostile;
  foreign.evidence.id = "foreign";
  StoredEvidence mutants = stored;
  mutants.evidence.id = "mutants";
  mutants.evidence.kind = EvidenceKind::kMutants;
  mutants.evidence.counts = {{"cases/" + hostile + "/x", 1}, {"escaped/x/" + hostile, 1}};
  mutants.evidence.contradictions.clear();
  ClaimList claims = SyntheticClaims({claim, held, excused});
  claims.limits = {hostile};
  claims.citations = {{hostile, hostile, hostile}};
  claims.evidence.back().advisory = hostile;
  claims.argument[0].text = hostile;
  for (const ArgumentKind kind :
       {ArgumentKind::kContext, ArgumentKind::kAssumption, ArgumentKind::kJustification}) {
    ArgumentNode node;
    node.id = hostile + std::string(NameOf(kind));
    node.kind = kind;
    node.text = hostile;
    claims.argument[0].in_context_of.push_back(node.id);
    claims.argument.push_back(node);
  }
  Report report =
      MakeReport(claims, {stored, foreign, mutants}, hostile, kThisCommit, kThisDigest, {});
  OldReport before{hostile, hostile, {}};
  before.claims[hostile] = {VerdictKind::kHolds, {}, {hostile}};
  before.claims["hostile"] = {VerdictKind::kHolds, {}, {}};
  AddComparison(before, report);
  return report;
}

}  // namespace headerproof
