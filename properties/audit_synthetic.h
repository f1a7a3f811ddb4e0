// Evidence and claims made up for the audit's tests.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "src/audit/claims.h"
#include "src/audit/evidence.h"
#include "src/audit/report.h"

namespace headerproof {

inline const std::string kThisCommit = "0123456789abcdef0123456789abcdef01234567";

// Evidence of this commit, finished, that counts 100 of "key" and 100 inputs of the class "long".
inline StoredEvidence SyntheticEvidence(const std::string& id = "engine") {
  Evidence evidence;
  evidence.id = id;
  evidence.subject = "a subject";
  evidence.scope = "a scope";
  evidence.complete = true;
  evidence.count = 100;
  evidence.counts = {{"key", 100}};
  evidence.classes = {{"long", 100}};
  evidence.command = "repeat --it";
  evidence.versions = {{"tested", "1.2.3"}};
  evidence.commit = kThisCommit;
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
  claim.needs = {{EvidenceKind::kEnumeration, evidence, "key", 100, {{"long", 100}}}};
  claim.contradicted_by = {"against-" + id};
  claim.expected = expected;
  return claim;
}

inline ClaimList SyntheticClaims(std::vector<Claim> claims) {
  ArgumentNode root;
  root.id = "root";
  root.text = "All of it.";
  for (const Claim& claim : claims) root.supported_by.push_back(claim.id);
  return {{{"section", "A section", "A strategy."}}, std::move(claims), {"A limit."}, {root}};
}

// A folder of its own, removed at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "headerproof-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace headerproof
