#include "src/claims/argument.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "src/claims/claims.h"

namespace headerproof {
namespace {

constexpr std::array<std::string_view, 6> kKindNames = {"goal",    "strategy",   "solution",
                                                        "context", "assumption", "justification"};

bool IsContextual(ArgumentKind kind) {
  return kind == ArgumentKind::kContext || kind == ArgumentKind::kAssumption ||
         kind == ArgumentKind::kJustification;
}

// Walks the links and remembers what it met.
class Walk {
 public:
  explicit Walk(const ClaimList& claims) : claims_(claims) {}

  // Everything from `id` on; the first thing that is wrong, or nothing.
  std::string Visit(const std::string& id) {
    if (open_.contains(id)) return id + " supports itself";
    if (met_.contains(id)) return {};
    const ArgumentNode* node = FindNode(claims_.argument, id);
    const bool is_claim = claims_.Find(id) != nullptr;
    if (node == nullptr && !is_claim) return id + " is neither a node nor a claim";
    met_.insert(id);
    if (node == nullptr) return {};
    if (std::string wrong = WrongInNode(*node, is_claim); !wrong.empty()) return wrong;
    open_.insert(id);
    for (const std::string& below : node->supported_by) {
      if (std::string wrong = WrongInSupport(*node, below); !wrong.empty()) return wrong;
      if (std::string wrong = Visit(below); !wrong.empty()) return wrong;
    }
    open_.erase(id);
    for (const std::string& beside : node->in_context_of) {
      const ArgumentNode* context = FindNode(claims_.argument, beside);
      if (context == nullptr || !IsContextual(context->kind)) {
        return id + " is in the context of " + beside + ", which is none";
      }
      if (std::string wrong = Visit(beside); !wrong.empty()) return wrong;
    }
    for (const std::string& cited : node->claims) {
      if (claims_.Find(cited) == nullptr) return id + " cites " + cited + ", which is no claim";
      met_.insert(cited);
    }
    return {};
  }

  const std::set<std::string>& met() const { return met_; }

 private:
  static std::string WrongInNode(const ArgumentNode& node, bool is_claim) {
    if (is_claim && node.kind != ArgumentKind::kGoal) return node.id + " is a claim, so a goal";
    if (is_claim != node.text.empty()) {
      return node.id + (is_claim ? " has the claim's sentence and no other" : " has no sentence");
    }
    if ((node.kind == ArgumentKind::kSolution) == node.evidence.empty()) {
      return node.id + ": a solution names evidence, and nothing else does";
    }
    if (!node.claims.empty() && node.kind != ArgumentKind::kContext) {
      return node.id + ": only a context cites claims";
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
  std::set<std::string> met_;
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
  std::vector<std::string> bases = claim.change->equivalence;
  bases.insert(bases.end(), claim.change->relies_on.begin(), claim.change->relies_on.end());
  for (const auto& all_of : claim.change->premises) {
    bases.insert(bases.end(), all_of.begin(), all_of.end());
  }
  for (const std::string& basis : bases) {
    if (!below.contains(basis)) {
      return claim.id + " is derived from " + basis + ", which does not stand below it";
    }
  }
  return {};
}

}  // namespace

std::string_view ArgumentKindName(ArgumentKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

std::optional<ArgumentKind> FindArgumentKind(std::string_view name) {
  const auto found = std::ranges::find(kKindNames, name);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<ArgumentKind>(found - kKindNames.begin());
}

const ArgumentNode* FindNode(const Argument& argument, std::string_view id) {
  const auto found = std::ranges::find(argument, id, &ArgumentNode::id);
  return found == argument.end() ? nullptr : &*found;
}

std::string WrongInArgument(const ClaimList& claims) {
  if (claims.argument.empty()) return "it has no root";
  std::set<std::string> ids;
  for (const ArgumentNode& node : claims.argument) {
    if (!ids.insert(node.id).second) return node.id + " stands there twice";
  }
  const ArgumentNode& root = claims.argument.front();
  if (root.kind != ArgumentKind::kGoal) return root.id + " is the root and no goal";
  Walk walk(claims);
  if (std::string wrong = walk.Visit(root.id); !wrong.empty()) return wrong;
  for (const ArgumentNode& node : claims.argument) {
    if (!walk.met().contains(node.id)) return node.id + " is a second root";
  }
  for (const Claim& claim : claims.claims) {
    if (!walk.met().contains(claim.id)) return "the claim " + claim.id + " is not in it";
    if (!claim.change) continue;
    if (std::string wrong = WrongInDerivation(claims, claim); !wrong.empty()) return wrong;
  }
  return {};
}

}  // namespace headerproof
