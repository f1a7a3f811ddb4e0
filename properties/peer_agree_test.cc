// The agreement engine: it compares what it says, and finds faults planted in a peer, small ones
// and ones that depend on the order.
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>

#include "expect.h"
#include "src/engines/agree.h"
#include "src/engines/failure.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

bool KeepGoing(std::uint64_t, std::uint64_t) {
  return true;
}

// A peer that is the model with Go's fold, changed by `change`. One that follows no order takes the
// entries in another order at each call.
PeerConverter ModelPeer(KeyPolicy policy, bool follows_order,
                        const std::function<void(Metadata& metadata)>& change_input = nullptr,
                        const std::function<void(Outcome& outcome)>& change = nullptr) {
  const auto turn = std::make_shared<std::size_t>(0);
  const auto convert = [=](Path path, const Metadata& given, Outcome& outcome) {
    Metadata metadata = given;
    if (!follows_order && !metadata.empty()) {
      std::ranges::rotate(
          metadata, metadata.begin() + static_cast<std::ptrdiff_t>(++*turn % metadata.size()));
    }
    if (change_input) change_input(metadata);
    ModelConvert(path, policy, metadata, outcome, UnicodeFold);
    if (outcome.error) outcome.error->entry = Error::kNoEntry;
    if (change) change(outcome);
  };
  return {.converter = {.name = "peer",
                        .summary = "",
                        .policy = policy,
                        .convert = convert,
                        .way_back = nullptr},
          .follows_order = follows_order,
          .fold = &UnicodeFold};
}

Agreement AgreeOnce(const PeerConverter& peer, std::uint64_t comparisons = 20'000) {
  return Agree({peer}, {.comparisons = comparisons, .threads = 1}, KeepGoing);
}

TEST(Agree, FindsNothingInAPeerThatIsTheModel) {
  for (const KeyPolicy policy : kKeyPolicies) {
    for (const bool follows_order : {true, false}) {
      const Agreement agreement = AgreeOnce(ModelPeer(policy, follows_order), 5'000);
      EXPECT_EQ(agreement.violations, 0U) << KeyPolicyName(policy) << ' ' << follows_order;
      EXPECT_GE(agreement.CountComparisons(follows_order), 5'000U);
      EXPECT_GT(agreement.rows[0].with_shared, 1'000U);
      EXPECT_LT(agreement.rows[0].with_shared, agreement.rows[0].comparisons());
    }
  }
}

TEST(Agree, FindsAChangedValueAndMakesItSmall) {
  const auto change = [](Outcome& outcome) {
    for (HeaderPair& header : outcome.headers) {
      if (header.name == "content-type") header.value += "!";
    }
  };
  const Agreement agreement = AgreeOnce(ModelPeer(KeyPolicy::kCanonicalizing, true, {}, change));
  ASSERT_EQ(agreement.disagreements.size(), 1U);  // only a response has such a header
  const Disagreement& finding = agreement.disagreements[0];
  EXPECT_EQ(finding.violation.path, Path::kResponse);
  EXPECT_EQ(PrintCase(finding.counterexample), "content-type: x\n");
  EXPECT_NE(DescribeFailure(finding.counterexample, {finding.violation}).find("content-type: x"),
            std::string::npos);
}

TEST(Agree, FindsAPeerThatTakesEntriesInTheWrongOrder) {
  const auto reverse = [](Metadata& metadata) { std::ranges::reverse(metadata); };
  const Agreement agreement = AgreeOnce(ModelPeer(KeyPolicy::kCanonicalizing, true, reverse));
  ASSERT_FALSE(agreement.disagreements.empty());
  for (const Disagreement& finding : agreement.disagreements)
    EXPECT_EQ(finding.counterexample.size(), 2U);
  // Without a promised order, the same peer is within its rights.
  EXPECT_EQ(AgreeOnce(ModelPeer(KeyPolicy::kCanonicalizing, false, reverse)).violations, 0U);
}

TEST(Agree, FindsAnOutcomeThatNoOrderGives) {
  const auto drop_original = [](Outcome& outcome) {
    if (outcome.original_headers.size() > 1) outcome.original_headers.pop_back();
  };
  const Agreement agreement = AgreeOnce(ModelPeer(KeyPolicy::kDirect, false, {}, drop_original));
  ASSERT_FALSE(agreement.disagreements.empty());
  for (const Disagreement& finding : agreement.disagreements)
    EXPECT_EQ(finding.counterexample.size(), 2U);
}

TEST(Agree, FindsAWayBackThatKeepsWhatItShouldRefuse) {
  PeerConverter peer = ModelPeer(KeyPolicy::kDirect, true);
  // The model says which header its error is for, a peer does not.
  const auto forget_entry = [](const Outcome& request, Metadata& metadata) {
    std::optional<Error> error = ModelToMetadata(request, metadata);
    if (error) error->entry = Error::kNoEntry;
    return error;
  };
  peer.converter.way_back = std::make_shared<const WayBack>(forget_entry);
  EXPECT_EQ(AgreeOnce(peer).violations, 0U);
  const auto keep_all = [](const Outcome& request, Metadata& metadata) {
    const std::optional<Error> error = ModelToMetadata(request, metadata);
    for (const HeaderPair& header : request.headers) {
      if (error) metadata.push_back({header.name, {header.value}});
    }
    return std::optional<Error>();
  };
  peer.converter.way_back = std::make_shared<const WayBack>(keep_all);
  const Agreement agreement = AgreeOnce(peer);
  ASSERT_EQ(agreement.disagreements.size(), 1U);
  EXPECT_EQ(agreement.disagreements[0].violation.relation, Relation::kRoundTrip);
  EXPECT_EQ(agreement.disagreements[0].counterexample.size(), 1U);
}

TEST(Agree, FindsAPeerThatFoldsAsciiWhereItSaysUnicode) {
  PeerConverter peer = ModelPeer(KeyPolicy::kCanonicalizing, true);
  peer.converter.convert = [](Path path, const Metadata& metadata, Outcome& outcome) {
    ModelConvert(path, KeyPolicy::kCanonicalizing, metadata, outcome);
  };
  EXPECT_FALSE(AgreeOnce(peer).disagreements.empty());
}

TEST(Agree, StopsWhenItIsTold) {
  const Agreement agreement = Agree({ModelPeer(KeyPolicy::kDirect, true)}, {.threads = 1},
                                    [](std::uint64_t, std::uint64_t) { return false; });
  EXPECT_FALSE(agreement.complete);
  EXPECT_LT(agreement.CountComparisons(true), 1'000U);
}

TEST(Agree, PassesOnWhatAPeerThrows) {
  PeerConverter peer = ModelPeer(KeyPolicy::kDirect, true);
  peer.converter.convert = [](Path, const Metadata&, Outcome&) {
    throw PeerError(PeerFault::kEnded, "it ended");
  };
  EXPECT_THROW(AgreeOnce(peer), PeerError);
}

TEST(PeerMetadata, HasDisguisedSpecialNamesAndOctetsThatAreNoUtf8) {
  SeededChoices choices(1);
  std::set<std::string> names;
  int disguised = 0;
  int replaced = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Metadata metadata = GeneratePeerMetadata(choices);
    names.clear();
    for (const Entry& entry : metadata) {
      EXPECT_TRUE(names.insert(entry.name).second) << "two entries have one name";
      const std::string folded = UnicodeFold(entry.name);
      if (folded != ModelLowercase(entry.name) && ModelIsField(folded)) ++disguised;
      if (folded.find("\xef\xbf\xbd") != std::string::npos) ++replaced;
    }
  }
  EXPECT_GT(disguised, 100);
  EXPECT_GT(replaced, 1'000);
}

}  // namespace
}  // namespace headerproof
