// Claims: sentences that evidence may show, and what it takes. claims.json holds them all; a new
// engine adds its needs there and no code here.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/claims/argument.h"
#include "src/evidence/evidence.h"

namespace headerproof {

enum class VerdictKind : std::uint8_t { kHolds, kHoldsConditionally, kRefuted, kUnknown };
inline constexpr std::size_t kVerdictKindCount = 4;

constexpr std::array<std::string_view, kVerdictKindCount> JsonNames(VerdictKind /*kind*/) {
  return {"holds", "holds conditionally", "refuted", "unknown"};
}

// How a claim was shown, the strongest first. A claim says no more than this.
enum class ShownBy : std::uint8_t {
  kProved,      // for all octets, of stated shapes
  kEnumerated,  // each member of a stated finite scope
  kSampled,     // members of a larger scope
  kObserved,    // of named versions
  kArgued,      // from other claims
};

constexpr std::array<std::string_view, 5> JsonNames(ShownBy /*shown_by*/) {
  return {"proved", "enumerated", "sampled", "observed", "argued"};
}

// What evidence of a kind shows at most.
ShownBy ShownByKind(EvidenceKind kind);

// An engine's evidence, as claims may rest on it. Evidence of no such id is no evidence.
struct EvidenceSource {
  std::string id;
  EvidenceKind kind = EvidenceKind::kEnumeration;
  // What it has to be about, with its version; '*' at its end stands for any version. Empty: the
  // shared implementation.
  std::string subject;
  std::vector<std::string> also_counts;  // keys that no claim needs, with '*' at their ends
  std::string depends_on;                // Evidence::depends_on
  // What makes it: a program, such as "go", or a library that this build may lack. Where it is
  // missing, and the evidence with it, `unknown` is expected too.
  std::optional<std::string> tool;
  // What it takes besides programs, such as "hours": too much for an ordinary run. Where it is not
  // there, `unknown` is expected too.
  std::optional<std::string> advisory;
};

// Evidence that a claim cannot do without.
struct Need {
  std::string id;                                // of the evidence
  std::string key;                               // of Evidence::counts
  std::uint64_t least = 1;                       // what is counted there is at least this, never 0
  std::map<std::string, std::uint64_t> classes;  // floors for Evidence::classes
};

// How the verdict on the change follows from other claims. All are named by id and listed earlier.
struct Derivation {
  std::vector<std::string> equivalence;            // E: all of them
  std::vector<std::string> relies_on;              // without any of these, E is unknown
  std::vector<std::vector<std::string>> premises;  // P: all of one of these lists

  std::vector<std::string> Bases() const;  // all of these claims
};

struct Claim {
  std::string id;
  std::string section;
  std::string statement;             // with placeholders, see FillStatement()
  std::string path;                  // "request", "response" or "both"
  std::optional<std::string> stack;  // what it is about, if not the shared implementation
  std::vector<Need> needs;           // empty only if derived
  // Ids of further evidence that could refute it, and has to be there although it does not show it.
  std::vector<std::string> challenged_by;
  // Keys of contradictions, in the evidence that it names, that refute it; "*": all of them.
  std::vector<std::string> contradicted_by;
  std::vector<std::string> doubted_by;   // keys of those that leave it unknown
  std::optional<std::string> condition;  // under which alone it can hold
  VerdictKind expected = VerdictKind::kUnknown;
  std::optional<Derivation> change;
  std::optional<std::string> instead;  // what to do if it is refuted

  bool Names(
      std::string_view evidence_id) const;  // whether it needs that evidence or is challenged by it
};

// The claim's sentence with what `fill` gives for each placeholder. A placeholder is
// `{evidence:ID/KEY}` and names one of the claim's needs by the id of its evidence and its key, so
// that no sentence has a count that is written by hand. Nothing if a placeholder names no need.
std::optional<std::string> FillStatement(const Claim& claim,
                                         const std::function<std::string(const Need&)>& fill);

// A step of the argument: what its claims show together.
struct Section {
  std::string id;
  std::string title;
  std::string strategy;  // a sentence or two
};

// What a document says. Nothing is run for it, and no claim rests on it.
struct Citation {
  std::string document;
  std::string clause;
  std::string says;  // a sentence
};

struct ClaimList {
  std::vector<Section> sections;
  std::vector<EvidenceSource> evidence;
  std::vector<Claim> claims;
  std::vector<std::string> limits;  // sentences: what is not shown
  std::vector<Citation> citations;
  Argument argument;  // how the claims answer the question together

  const Claim* Find(std::string_view id) const;                   // null if there is none
  const EvidenceSource* FindEvidence(std::string_view id) const;  // null if there is none
};

// The weakest of what its needs show; `argued` if it is derived.
ShownBy HowShown(const ClaimList& claims, const Claim& claim);

// What makes `evidence` no evidence for these claims, a clause: an id or a kind that they do not
// know, a count or a contradiction that nothing reads. "" if nothing.
std::string WrongForClaims(const ClaimList& claims, const Evidence& evidence);

// Reads claims, strictly. A claim that would hold with no evidence, one that names evidence that is
// not listed or nothing that could refute it, one derived from claims that do not precede it, one
// about a version that its evidence need not have, and an argument that WrongInArgument() finds
// wrong are errors. `file` is named in them. Throws UserError.
ClaimList ParseClaims(std::string_view text, const std::string& file);

// The claims of this build.
const ClaimList& BuiltInClaims();

}  // namespace headerproof
