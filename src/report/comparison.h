// What changed between an older report and this one, claim by claim.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/claims/claims.h"

namespace headerproof {

struct Report;

// What is compared of an older audit.json.
struct OldReport {
  struct OldClaim {
    VerdictKind verdict = VerdictKind::kUnknown;
    std::map<EvidenceKind, std::uint64_t> counts;  // summed over the claim's evidence of a kind
    std::vector<std::string> counterexamples;
  };
  std::string version;
  std::string commit;
  std::map<std::string, OldClaim> claims;  // by id
};

// Reads an audit.json of this schema; fields that are not compared may be anything. Throws
// UserError, naming `file`, if it is not an audit.json or of another schema.
OldReport ParseOldReport(std::string_view text, const std::string& file);

enum class ChangeKind : std::uint8_t {
  kVerdict,
  kEvidence,
  kCounterexample,
  kClaimAdded,
  kClaimRemoved
};

constexpr std::array<std::string_view, 5> JsonNames(ChangeKind /*kind*/) {
  return {"verdict", "evidence", "counterexample", "claim-added", "claim-removed"};
}

struct ReportChange {
  ChangeKind kind = ChangeKind::kVerdict;
  std::string claim;  // its id
  bool is_worse = false;
  std::string says;                                // a sentence
  std::optional<std::string> counterexample = {};  // case text, masked and cut
};

struct ReportComparison {
  std::string version;  // of the older report
  std::string commit;
  std::vector<ReportChange> changes;

  bool is_worse() const;  // any change is
};

// These changes are worse: a verdict that became unknown or refuted, or conditional where it held;
// less of a kind of evidence (if it runs for a fixed time: none where there was some); a claim that
// is gone; a counterexample that the older report does not have, unless it may have been cut there.
ReportComparison Compare(const OldReport& before, const Report& now);

// Compares, and adds the changes to the report, for programs and for people.
void AddComparison(const OldReport& before, Report& now);

}  // namespace headerproof
