// The argument: how claims together answer the question, as a Goal Structuring Notation (community
// standard, version 3) puts it. It is in claims.json, next to the claims.
//
//   goal           a sentence that is to be shown; every claim is one, by its id
//   strategy       how goals show a goal together
//   solution       evidence; for a claim they follow from what it needs
//   context        what a sentence is to be read with
//   assumption     what is taken for granted
//   justification  why a strategy, or a sentence, is the right one
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/evidence/enum_names.h"

namespace headerproof {

enum class ArgumentKind : std::uint8_t {
  kGoal,
  kStrategy,
  kSolution,
  kContext,
  kAssumption,
  kJustification,
};

constexpr std::array<std::string_view, 6> JsonNames(ArgumentKind /*kind*/) {
  return {"goal", "strategy", "solution", "context", "assumption", "justification"};
}

struct ArgumentNode {
  std::string id;  // a claim's id: it is that claim, and `text` is empty
  ArgumentKind kind = ArgumentKind::kGoal;
  std::string text;                        // a sentence
  std::vector<std::string> supported_by;   // ids of nodes and claims
  std::vector<std::string> in_context_of;  // ids of contexts, assumptions, justifications
  std::vector<std::string> cites;          // a context's: documents of ClaimList::citations
  std::string evidence;                    // a solution's: its id, with '*' at its end several
  bool undeveloped = false;                // nothing supports it, and that is known
  bool apart = false;                      // drawn in a picture of its own
};

// The nodes that are written down, the root first. A claim that is not among them is a goal with no
// other support than its evidence.
using Argument = std::vector<ArgumentNode>;

const ArgumentNode* FindNode(const Argument& argument, std::string_view id);  // null: none

struct ClaimList;

// What is wrong with the argument that `claims` holds, a sentence; empty if nothing is: every node
// but the first is reached from the first, without a cycle; every claim is in it; goals, strategies
// and solutions are linked as the notation allows; what has no support is marked undeveloped; what
// a claim is derived from is below it.
std::string WrongInArgument(const ClaimList& claims);

}  // namespace headerproof
