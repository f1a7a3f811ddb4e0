// Verdicts, computed from evidence alone.
//
//   all evidence there, all needs met, nothing       holds (conditionally, if a condition is named)
//   against it
//   a contradiction with a counterexample            refuted
//   anything missing, stale, unfinished, too thin,   unknown, with the reasons
//   of another subject, or contradicted without a
//   counterexample
//
// Only the evidence that a claim names can be for or against it. So evidence that is taken away
// makes no claim hold: each claim that it could refute is unknown without it. A contradiction in
// evidence of another build refutes nothing, but the claim is unknown then.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/claims/claims.h"
#include "src/evidence/evidence.h"

namespace headerproof {

// Why a verdict is `unknown`, from what a missing tool explains to what nothing does.
enum class Gap : std::uint8_t {
  kNone,       // it is not
  kAbsent,     // evidence is not there, or only recorded for other sources
  kTooLittle,  // it is there, but stale, unfinished, about something else, or counts too little
  kAgainst,    // some is against it or casts doubt on it
};

// What shows a claim false.
struct Counterexample {
  std::string text;    // of a case, unless `type` says otherwise
  std::string detail;  // what it shows, a sentence
  CounterexampleType type = CounterexampleType::kCase;
};

// It can only be made from evidence, or from others by the rules below: `holds` cannot be written
// down without what it rests on.
class Verdict {
 public:
  // The verdict on a claim of `claims` that is not derived.
  static Verdict FromEvidence(const ClaimList& claims, const Claim& claim,
                              const std::vector<StoredEvidence>& evidence);

  // All of them: refuted if any is; else unknown if any is, or there is none; else conditional if
  // any is; else holds.
  static Verdict All(const std::vector<Verdict>& verdicts);

  // Any of them: holds if any does; else conditional if any is; else unknown if any is, or there
  // is none; else refuted.
  static Verdict Any(const std::vector<Verdict>& verdicts);

  // E, if everything that it relies on holds (or E is refuted); otherwise unknown.
  static Verdict RelyingOn(const Verdict& equivalence, const std::vector<Verdict>& relied_on);

  // The change, from the equivalence E and the premise P:
  //
  //                P holds   P conditionally   P refuted   P unknown
  //   E holds      holds     conditionally     refuted     unknown
  //   E refuted    refuted   refuted           refuted     refuted
  //   E unknown    unknown   unknown           unknown     unknown
  //
  // Conditions of E are conditions of the change. `end_to_end` is what evidence says of the claim
  // itself: if a difference was shown on the stack, the change is refuted whatever the table says;
  // if that evidence leaves it unknown, the change does not hold; if the premise refutes it and no
  // difference was shown, the reasons say so.
  static Verdict Change(const Verdict& equivalence, const Verdict& premise,
                        const Verdict& end_to_end);

  VerdictKind kind() const { return kind_; }
  Gap gap() const { return gap_; }  // the worst of all that keeps it unknown

  // With the gap kAbsent: the ids of the evidence that is not there, each with a sentence if it was
  // recorded, but for other sources.
  const std::map<std::string, std::string>& absent() const { return absent_; }

  // Sentences: why it is unknown, or what refutes it; for the others, what was counted.
  const std::vector<std::string>& reasons() const { return reasons_; }
  const std::vector<std::string>& conditions() const { return conditions_; }
  const std::vector<Counterexample>& counterexamples() const {
    return counterexamples_;
  }  // empty unless refuted

  // What it rests on: indices of `evidence`, ascending, and the key that was counted in each.
  struct Use {
    std::size_t evidence;
    std::string key;

    friend auto operator<=>(const Use&, const Use&) = default;
  };
  const std::set<Use>& uses() const { return uses_; }

 private:
  Verdict() = default;
  void AddFrom(const Verdict& other);

  VerdictKind kind_ = VerdictKind::kUnknown;
  Gap gap_ = Gap::kNone;
  std::map<std::string, std::string> absent_;
  std::vector<std::string> reasons_;
  std::vector<std::string> conditions_;
  std::vector<Counterexample> counterexamples_;
  std::set<Use> uses_;
};

// The verdicts on all claims, in their order.
std::vector<Verdict> JudgeClaims(const ClaimList& claims,
                                 const std::vector<StoredEvidence>& evidence);

// A sentence if `verdict` is not the expected one but `unknown`, and that is excused: evidence is
// absent, nothing else is wrong, and each piece that is absent is excused by a tool that makes it
// and is one of `absent_tools`, by its advisory, or because it was recorded for other sources.
// Nothing otherwise.
std::optional<std::string> ExcuseFor(const ClaimList& claims, const Claim& claim,
                                     const Verdict& verdict,
                                     const std::set<std::string>& absent_tools);

}  // namespace headerproof
