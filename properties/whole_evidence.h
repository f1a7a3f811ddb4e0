// Evidence on which every claim of this build holds.
#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "properties/audit_synthetic.h"
#include "src/claims/claims.h"
#include "src/evidence/build_info.h"

namespace headerproof {

// One file for each source, with just what the claims need of it, and of this build.
inline std::map<std::string, StoredEvidence> WholeEvidenceById() {
  std::map<std::string, StoredEvidence> by_id;
  for (const EvidenceSource& source : BuiltInClaims().evidence) {
    StoredEvidence stored = SyntheticEvidence(source.id);
    stored.evidence.kind = source.kind;
    stored.evidence.depends_on = source.depends_on;
    stored.evidence.digest = PartDigest(source.depends_on);
    if (!source.subject.empty()) stored.evidence.subject = source.subject;
    stored.evidence.counts.clear();
    stored.evidence.classes.clear();
    by_id.emplace(source.id, stored);
  }
  for (const Claim& claim : BuiltInClaims().claims) {
    for (const Need& need : claim.needs) {
      Evidence& evidence = by_id.at(need.id).evidence;
      std::uint64_t& count = evidence.counts[need.key];
      count = std::max(count, need.least);
      for (const auto& [name, floor] : need.classes) {
        evidence.classes[name] = std::max(evidence.classes[name], floor);
      }
      for (const auto* const counted : {&evidence.counts, &evidence.classes}) {
        for (const auto& [key, one] : *counted) evidence.count = std::max(evidence.count, one);
      }
    }
  }
  return by_id;
}

inline std::vector<StoredEvidence> WholeEvidence() {
  std::vector<StoredEvidence> all;
  for (auto& [id, stored] : WholeEvidenceById()) all.push_back(stored);
  return all;
}

}  // namespace headerproof
