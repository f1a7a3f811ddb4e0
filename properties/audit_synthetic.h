// Evidence and claims made up for the audit's tests.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "src/claims/claims.h"
#include "src/evidence/evidence.h"
#include "src/evidence/user_error.h"
#include "src/report/report.h"

namespace headerproof {

inline const std::string kThisCommit = "0123456789abcdef0123456789abcdef01234567";

inline const std::string kThisDigest(64, 'd');

// Evidence of this build, finished, that counts 100 of "key" and 100 inputs of the class "long".
inline StoredEvidence SyntheticEvidence(const std::string& id = "engine") {
  Evidence evidence;
  evidence.id = id;
  evidence.subject = "a subject";
  evidence.scope = "a scope";
  evidence.ended = Ended::kFinished;
  evidence.count = 100;
  evidence.counts = {{"key", 100}};
  evidence.classes = {{"long", 100}};
  evidence.command = "repeat --it";
  evidence.versions = {{"tested", "1.2.3"}};
  evidence.commit = kThisCommit;
  evidence.digest = kThisDigest;
  evidence.started = "2026-11-30T12:00:00Z";
  evidence.seconds = 1.5;
  return {evidence, id + ".json", std::string(64, 'a')};
}

// A claim that SyntheticEvidence(id) shows.
inline Claim SyntheticClaim(const std::string& id = "claim", const std::string& evidence = "engine",
                            VerdictKind expected = VerdictKind::kHolds) {
  Claim claim;
  claim.id = id;
  claim.section = "section";
  claim.statement = "A statement.";
  claim.path = "both";
  claim.needs = {{evidence, "key", 100, {{"long", 100}}}};
  claim.contradicted_by = {"against-" + id};
  claim.expected = expected;
  return claim;
}

// Lists the evidence that the claims name and that is not listed yet, as of `kind`.
inline void ListEvidence(ClaimList& claims, EvidenceKind kind = EvidenceKind::kEnumeration) {
  const auto list = [&](const std::string& id) {
    if (claims.FindEvidence(id) != nullptr) return;
    EvidenceSource source;
    source.id = id;
    source.kind = kind;
    source.also_counts = {"*"};
    claims.evidence.push_back(source);
  };
  for (const Claim& claim : claims.claims) {
    for (const Need& need : claim.needs) list(need.id);
    for (const std::string& id : claim.challenged_by) list(id);
  }
}

inline ClaimList SyntheticClaims(std::vector<Claim> claims) {
  ArgumentNode root;
  root.id = "root";
  root.text = "All of it.";
  for (const Claim& claim : claims) root.supported_by.push_back(claim.id);
  ClaimList list;
  list.sections = {{"section", "A section", "A strategy."}};
  list.claims = std::move(claims);
  list.limits = {"A limit."};
  list.argument = {root};
  ListEvidence(list);
  return list;
}

inline StoredEvidence Stale(StoredEvidence stored) {
  stored.evidence.digest = std::string(64, 'e');
  stored.is_fresh = false;
  return stored;
}

// What `read` says against what it reads; empty if nothing.
inline std::string ErrorOf(const std::function<void()>& read) {
  try {
    read();
  } catch (const UserError& error) {
    return error.what();
  }
  return "";
}

// `text` with the first `from`, which has to be there, as `to`.
inline std::string Replaced(std::string text, const std::string& from, const std::string& to) {
  const std::size_t place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return place == std::string::npos ? text : text.replace(place, from.size(), to);
}

}  // namespace headerproof
