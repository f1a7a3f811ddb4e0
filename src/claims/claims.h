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

// Evidence that a claim cannot do without.
struct Need {
  EvidenceKind kind = EvidenceKind::kEnumeration;
  std::string id;           // of the evidence; with '*' at its end, of all that begin so, summed
  std::string key;          // of Evidence::counts
  std::uint64_t least = 1;  // what is counted there is at least this, never 0
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
  std::string statement;                     // with placeholders, see FillStatement()
  std::string path;                          // "request", "response" or "both"
  std::optional<std::string> stack;          // what it is about, if not the shared implementation
  std::vector<Need> needs;                   // empty only if derived
  std::vector<std::string> contradicted_by;  // keys of contradictions that refute it
  std::vector<std::string> doubted_by;       // keys of those that leave it unknown
  std::optional<std::string> condition;      // under which alone it can hold
  VerdictKind expected = VerdictKind::kUnknown;
  // What gives its evidence: a program, such as "go", or a library that this build may lack. Where
  // it is missing, and the evidence with it, `unknown` is expected too.
  std::optional<std::string> excuse;
  // What showing it takes besides programs, such as "a quiet machine": nobody can expect that of
  // every machine, so `unknown` is expected too as long as nothing speaks against the claim.
  std::optional<std::string> advisory;  // then there is no excuse
  std::optional<Derivation> change;
  std::optional<std::string> instead;  // what to do if it is refuted
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

struct ClaimList {
  std::vector<Section> sections;
  std::vector<Claim> claims;
  std::vector<std::string> limits;  // sentences: what is not shown
  Argument argument;                // how the claims answer the question together

  const Claim* Find(std::string_view id) const;  // null if there is none
};

// Reads claims, strictly. A claim that would hold with no evidence, one derived from claims that do
// not precede it, a citation used as a premise, and an argument that WrongInArgument() finds
// wrong are errors. `file` is named in them. Throws UserError.
ClaimList ParseClaims(std::string_view text, const std::string& file);

// The claims of this build.
const ClaimList& BuiltInClaims();

}  // namespace headerproof
