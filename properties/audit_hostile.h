// A report in which every field that comes from outside tries to be something else: a script, an
// attribute, an escape sequence, text that runs the other way.
#pragma once

#include <string>

#include "properties/audit_synthetic.h"
#include "src/report/comparison.h"
#include "src/report/report.h"

namespace headerproof {

inline std::string HostileText() {
  return "<script>alert(1)</script>\" onload='x' &amp; \x1b[31m\r\n\b\x9b \x7f \xe2\x80\xae]]> | "
         "`x` {{id}}";
}

// `hostile` in every string of a report. The first claim is refuted.
inline Report HostileReport(const std::string& hostile) {
  StoredEvidence stored = SyntheticEvidence("refuting");
  Evidence& evidence = stored.evidence;
  evidence.subject = evidence.scope = evidence.command = hostile;
  evidence.counts[hostile] = evidence.classes[hostile] = 1;
  evidence.durations[hostile] = 1;
  evidence.versions[hostile] = hostile;
  evidence.notes = {hostile};
  evidence.examples[hostile] = hostile;
  evidence.differences[hostile][hostile] = {1, hostile};
  evidence.contradictions = {{"against-hostile", hostile, hostile},
                             {"against-hostile", hostile, "authorization: hunter2\n"}};
  evidence.conditions = {{"key", hostile}};
  stored.file = hostile;
  Claim claim = SyntheticClaim("hostile", "refuting");
  claim.statement = hostile;
  claim.stack = claim.instead = hostile;
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
