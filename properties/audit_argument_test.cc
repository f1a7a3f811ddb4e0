// The argument: a claim that is not in it, a cycle, a second root or a link that the notation does
// not know is noticed.
#include <gtest/gtest.h>

#include <algorithm>

#include "properties/audit_synthetic.h"
#include "src/claims/argument.h"
#include "src/claims/claims.h"

namespace headerproof {
namespace {

ArgumentNode Node(ArgumentKind kind, const std::string& id, std::vector<std::string> below = {}) {
  ArgumentNode node;
  node.kind = kind;
  node.id = id;
  node.text = "A sentence.";
  node.supported_by = std::move(below);
  return node;
}

// root, a goal; strategy; the claims a and b.
ClaimList Sound() {
  ClaimList claims = SyntheticClaims({SyntheticClaim("a"), SyntheticClaim("b")});
  claims.argument = {Node(ArgumentKind::kGoal, "root", {"strategy", "b"}),
                     Node(ArgumentKind::kStrategy, "strategy", {"a"})};
  return claims;
}

// What is said of the sound argument once `change` was made to it.
template <class Change>
std::string WrongAfter(Change change) {
  ClaimList claims = Sound();
  change(claims.argument);
  return WrongInArgument(claims);
}

TEST(Argument, ThatIsBuiltInIsSoundAndHasTheChangeUnderItsRoot) {
  EXPECT_EQ(WrongInArgument(BuiltInClaims()), "");
  EXPECT_EQ(BuiltInClaims().argument.front().id, "G-answer");
}

TEST(Argument, IsSoundAsItStands) {
  EXPECT_EQ(WrongInArgument(Sound()), "");
}

TEST(Argument, HasOneRootAndEveryClaim) {
  EXPECT_EQ(WrongAfter([](Argument& argument) { argument.clear(); }), "it has no root");
  EXPECT_EQ(WrongAfter([](Argument& argument) {
              argument.push_back(Node(ArgumentKind::kGoal, "other", {"a"}));
            }),
            "other is a second root");
  EXPECT_EQ(WrongAfter([](Argument& argument) { argument[0].supported_by = {"strategy"}; }),
            "the claim b is not in it");
  EXPECT_EQ(WrongAfter([](Argument& argument) { argument[0].kind = ArgumentKind::kStrategy; }),
            "root is the root but not a goal");
  EXPECT_EQ(WrongAfter([](Argument& argument) { argument.push_back(argument[1]); }),
            "strategy is there twice");
}

TEST(Argument, HasNoCycleAndNoLinkToNothing) {
  EXPECT_EQ(WrongAfter([](Argument& argument) { argument[1].supported_by = {"a", "root"}; }),
            "root supports itself");
  EXPECT_EQ(WrongAfter([](Argument& argument) { argument[1].supported_by = {"nothing"}; }),
            "nothing is neither a node nor a claim");
}

TEST(Argument, LinksOnlyWhatTheNotationLinks) {
  EXPECT_EQ(WrongAfter([](Argument& argument) {
              argument.push_back(Node(ArgumentKind::kContext, "context"));
              argument[0].supported_by.push_back("context");
            }),
            "context is context, and supports nothing");
  EXPECT_EQ(WrongAfter([](Argument& argument) {
              argument.push_back(Node(ArgumentKind::kSolution, "solution"));
              argument.back().evidence = "engine";
              argument[1].supported_by.push_back("solution");
            }),
            "strategy is a strategy, which only goals support");
  EXPECT_EQ(WrongAfter([](Argument& argument) { argument[0].in_context_of = {"strategy"}; }),
            "root is in the context of strategy, which is not a context");
  EXPECT_EQ(WrongAfter([](Argument& argument) {
              argument.push_back(Node(ArgumentKind::kContext, "context", {"a"}));
              argument[0].in_context_of = {"context"};
            }),
            "context can have neither support nor context");
}

TEST(Argument, HasASolutionOnlyWithItsEvidence) {
  EXPECT_EQ(WrongAfter([](Argument& argument) {
              argument.push_back(Node(ArgumentKind::kSolution, "solution"));
              argument[0].supported_by.push_back("solution");
            }),
            "solution: a solution names evidence, and nothing else does");
}

TEST(Argument, SaysWhereItIsNotDeveloped) {
  const auto with_leaf = [](bool undeveloped) {
    return WrongAfter([undeveloped](Argument& argument) {
      argument.push_back(Node(ArgumentKind::kGoal, "leaf"));
      argument.back().undeveloped = undeveloped;
      argument[0].supported_by.push_back("leaf");
    });
  };
  EXPECT_EQ(with_leaf(true), "");
  EXPECT_EQ(with_leaf(false), "leaf has to have either support or the mark undeveloped");
}

TEST(Argument, HasBelowADerivedClaimWhatItIsDerivedFrom) {
  ClaimList claims = BuiltInClaims();
  const auto change =
      std::ranges::find(claims.argument, "change-request-grpc-go", &ArgumentNode::id);
  ASSERT_NE(change, claims.argument.end());
  std::erase(change->supported_by, "G-arrive-grpc-go");
  EXPECT_EQ(WrongInArgument(claims),
            "change-request-grpc-go is derived from enforced-request-metadata-grpc-go, which is "
            "not below it");
}

}  // namespace
}  // namespace headerproof
