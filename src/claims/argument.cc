#include "src/claims/argument.h"

#include <algorithm>
#include <map>
#include <set>

#include "src/claims/claims.h"

namespace headerproof {
namespace {

bool IsContextual(ArgumentKind kind) {
  return kind == ArgumentKind::kContext || kind == ArgumentKind::kAssumption ||
         kind == ArgumentKind::kJustification;
}

// Walks the links and remembers what it saw.
class Walk {
 public:
  explicit Walk(const ClaimList& claims) : claims_(claims) {}

  // Everything from `id` on; the first thing that is wrong, or nothing.
  std::string Visit(const std::string& id) {
    if (open_.contains(id)) return id + " supports itself";
    if (seen_.contains(id)) return {};
    const ArgumentNode* node = FindNode(claims_.argument, id);
    const bool is_claim = claims_.Find(id) != nullptr;
    if (node == nullptr && !is_claim) return id + " is neither a node nor a claim";
    seen_.insert(id);
    if (node == nullptr) return {};
    if (std::string wrong = WrongInNode(*node, is_claim); !wrong.empty()) return wrong;
    open_.insert(id);
    for (const std::string& below : node->supported_by) {
      if (std::string wrong = WrongInSupport(*node, below); !wrong.empty()) return wrong;
      if (std::string wrong = Visit(below); !wrong.empty()) return wrong;
    }
    open_.erase(id);
    for (const std::string& context_id : node->in_context_of) {
      const ArgumentNode* context = FindNode(claims_.argument, context_id);
      if (context == nullptr || !IsContextual(context->kind)) {
        return id + " is in the context of " + context_id + ", which is not a context";
      }
      if (std::string wrong = Visit(context_id); !wrong.empty()) return wrong;
    }
    for (const std::string& cited : node->cites) {
      if (std::ranges::find(claims_.citations, cited, &Citation::document) ==
          claims_.citations.end()) {
        return id + " cites " + cited + ", which is not listed";
      }
    }
    return {};
  }

  const std::set<std::string>& seen() const { return seen_; }

 private:
  static std::string WrongInNode(const ArgumentNode& node, bool is_claim) {
    if (is_claim && node.kind != ArgumentKind::kGoal) return node.id + " is a claim, so a goal";
    if (is_claim != node.text.empty()) {
      return node.id + (is_claim ? " has the claim's sentence and no other" : " has no sentence");
    }
    if ((node.kind == ArgumentKind::kSolution) == node.evidence.empty()) {
      return node.id + ": a solution names evidence, and nothing else does";
    }
    if (!node.cites.empty() && node.kind != ArgumentKind::kContext) {
      return node.id + ": only a context cites";
    }
    const bool may_have_support =
        node.kind == ArgumentKind::kGoal || node.kind == ArgumentKind::kStrategy;
    if (!may_have_support && !(node.supported_by.empty() && node.in_context_of.empty())) {
      return node.id + " can have neither support nor context";
    }
    const bool needs_support = may_have_support && !is_claim;
    if (needs_support && node.supported_by.empty() != node.undeveloped) {
      return node.id + " has to have either support or the mark undeveloped";
    }
    return {};
  }

  // The notation: a goal is supported by goals, strategies and solutions; a strategy by goals.
  std::string WrongInSupport(const ArgumentNode& node, const std::string& below) const {
    const ArgumentNode* found = FindNode(claims_.argument, below);
    const ArgumentKind kind = found == nullptr ? ArgumentKind::kGoal : found->kind;
    if (IsContextual(kind)) return below + " is context, and supports nothing";
    if (node.kind == ArgumentKind::kStrategy && kind != ArgumentKind::kGoal) {
      return node.id + " is a strategy, which only goals support";
    }
    return {};
  }

  const ClaimList& claims_;
  std::set<std::string> seen_;
  std::set<std::string> open_;  // from the root to where the walk is
};

// All that supports `id`, at whatever depth.
void CollectBelow(const Argument& argument, const std::string& id, std::set<std::string>& below) {
  const ArgumentNode* node = FindNode(argument, id);
  if (node == nullptr) return;
  for (const std::string& one : node->supported_by) {
    if (below.insert(one).second) CollectBelow(argument, one, below);
  }
}

std::string WrongInDerivation(const ClaimList& claims, const Claim& claim) {
  std::set<std::string> below;
  CollectBelow(claims.argument, claim.id, below);
  for (const std::string& basis : claim.change->Bases()) {
    if (!below.contains(basis)) {
      return claim.id + " is derived from " + basis + ", which is not below it";
    }
  }
  return {};
}

}  // namespace

const ArgumentNode* FindNode(const Argument& argument, std::string_view id) {
  const auto found = std::ranges::find(argument, id, &ArgumentNode::id);
  return found == argument.end() ? nullptr : &*found;
}

std::string WrongInArgument(const ClaimList& claims) {
  if (claims.argument.empty()) return "it has no root";
  std::set<std::string> ids;
  for (const ArgumentNode& node : claims.argument) {
    if (!ids.insert(node.id).second) return node.id + " is there twice";
  }
  const ArgumentNode& root = claims.argument.front();
  if (root.kind != ArgumentKind::kGoal) return root.id + " is the root but not a goal";
  Walk walk(claims);
  if (std::string wrong = walk.Visit(root.id); !wrong.empty()) return wrong;
  for (const ArgumentNode& node : claims.argument) {
    if (!walk.seen().contains(node.id)) return node.id + " is a second root";
  }
  for (const Claim& claim : claims.claims) {
    if (!walk.seen().contains(claim.id)) return "the claim " + claim.id + " is not in it";
    if (!claim.change) continue;
    if (std::string wrong = WrongInDerivation(claims, claim); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace headerproof
