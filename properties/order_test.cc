// Orders of entries: all of them are visited, and an outcome depends on them only for a reason.
#include "src/judge/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>

#include "properties/expect.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"

namespace headerproof {
namespace {

Metadata Entries(std::size_t count) {
  Metadata metadata;
  for (std::size_t i = 0; i < count; ++i) metadata.push_back({"n" + std::to_string(i), {"v"}});
  return metadata;
}

// The orders visited, in turn; each is one of `metadata`'s entries.
std::vector<std::string> OrdersOf(const Metadata& metadata, std::size_t most) {
  std::vector<std::string> orders;
  VisitOrders(metadata, most, [&](const Metadata& permuted) {
    EXPECT_TRUE(std::ranges::is_permutation(permuted, metadata));
    orders.push_back(PrintCase(permuted));
  });
  return orders;
}

TEST(Order, VisitsEveryOrderOfUpToFourEntriesOnce) {
  const std::size_t factorials[] = {1, 1, 2, 6, 24};
  for (std::size_t count = 0; count <= 4; ++count) {
    const std::vector<std::string> orders = OrdersOf(Entries(count), kMostOrders);
    EXPECT_EQ(orders.size(), factorials[count]);
    EXPECT_EQ(std::set(orders.begin(), orders.end()).size(), factorials[count]);
    EXPECT_TRUE(std::ranges::is_sorted(orders));
  }
}

// Every order of up to six entries, made by another means, and no others: the outcomes that are
// possible for a converter that follows no order.
TEST(Order, GivesTheOutcomesOfAllOrdersAndNoOthers) {
  constexpr std::size_t kSixFactorial = 720;
  SeededChoices choices(17);
  std::array<int, 7> sizes{};
  for (int i = 0; i < (HEADERPROOF_SANITIZED ? 30 : 300); ++i) {
    Metadata metadata = GenerateMetadata(choices);
    if (metadata.size() > 6) continue;
    ++sizes[metadata.size()];
    for (const Path path : kPaths) {
      for (const Converter* const converter : OwningConverters()) {
        const OutcomeSet possible = OutcomesOverOrders(*converter, path, metadata, kSixFactorial);
        std::set<std::size_t> seen;
        std::ranges::sort(metadata, {}, &Entry::name);
        do {
          Outcome outcome;
          converter->convert(path, metadata, outcome);
          ASSERT_TRUE(IsAmong(possible, outcome)) << PrintCase(metadata);
          if (outcome.error) outcome.error->entry = Error::kNoEntry;
          const auto at = std::ranges::find(possible, outcome);
          seen.insert(static_cast<std::size_t>(at - possible.begin()));
        } while (std::ranges::next_permutation(metadata, {}, &Entry::name).found);
        ASSERT_EQ(seen.size(), possible.size()) << PrintCase(metadata);
        Outcome other = possible.front();
        other.original_headers.push_back({"~", "another outcome"});
        EXPECT_FALSE(IsAmong(possible, other));
      }
    }
  }
  for (std::size_t size = 0; size <= 6; ++size) EXPECT_GT(sizes[size], 0) << size;
}

TEST(Order, VisitsAsManyAsItMayWhereThereAreMore) {
  for (const std::size_t count : {5U, 6U, 13U, 40U, 500U}) {
    const std::vector<std::string> orders = OrdersOf(Entries(count), kMostOrders);
    EXPECT_EQ(orders.size(), kMostOrders);
    EXPECT_EQ(orders.front(), PrintCase(Entries(count)));
    EXPECT_EQ(orders, OrdersOf(Entries(count), kMostOrders));
    EXPECT_GE(std::set(orders.begin(), orders.end()).size(), kMostOrders - 2);
  }
}

TEST(Order, PutsEachOfFewEntriesFirstAndLastWhereNotAllOrdersAreVisited) {
  std::set<std::string> first;
  std::set<std::string> last;
  VisitOrders(Entries(8), kMostOrders, [&](const Metadata& permuted) {
    first.insert(permuted.front().name);
    last.insert(permuted.back().name);
  });
  EXPECT_EQ(first.size(), 8U);
  EXPECT_EQ(last.size(), 8U);
}

// Any two entries, in either order.
TEST(Order, VisitsManyEntriesInTheGivenOrderAndItsReverseFirst) {
  const Metadata given = Entries(101);
  Metadata reversed = given;
  std::ranges::reverse(reversed);
  const std::vector<std::string> orders = OrdersOf(given, OrdersToTry(given.size()));
  ASSERT_EQ(orders.size(), kMostOrders / 6);
  EXPECT_EQ(orders[0], PrintCase(given));
  EXPECT_EQ(orders[1], PrintCase(reversed));
  EXPECT_EQ(OrdersToTry(100), kMostOrders);
}

std::size_t CountOutcomes(const std::string& text, const char* converter, Path path) {
  return OutcomesOverOrders(*FindConverter(converter), path, CaseFrom(text), kMostOrders).size();
}

TEST(Order, DecidesWhereNamesCollide) {
  const std::string text = "foo: 1\nFoo: 2\n";
  EXPECT_TRUE(
      FindOrderReasons(Path::kRequest, KeyPolicy::kCanonicalizing, CaseFrom(text)).collision);
  EXPECT_EQ(CountOutcomes(text, "canonicalizing", Path::kRequest), 2U);
  EXPECT_EQ(CountOutcomes(text, "direct", Path::kRequest), 2U);
  // After the change the colliding name is not a field: one outcome, where there were two.
  const std::string field = "rpc-caller: 1\nRpc-Caller: 2\n";
  EXPECT_EQ(CountOutcomes(field, "canonicalizing", Path::kRequest), 2U);
  EXPECT_EQ(CountOutcomes(field, "direct", Path::kRequest), 1U);
}

TEST(Order, DecidesWhereErrorsCompete) {
  const std::string text = "a: 1\na: 2\nb: 1\nb: 2\n";
  const OrderReasons reasons = FindOrderReasons(Path::kRequest, KeyPolicy::kDirect, CaseFrom(text));
  EXPECT_TRUE(reasons.competing_errors);
  EXPECT_FALSE(reasons.collision || reasons.encoding);
  EXPECT_EQ(CountOutcomes(text, "direct", Path::kRequest), 2U);
  EXPECT_EQ(CountOutcomes("A: 1\nB: 1\n", "rejecting", Path::kResponse), 2U);
  // A reserved name is not an error on the response path.
  EXPECT_FALSE(FindOrderReasons(Path::kResponse, KeyPolicy::kDirect,
                                CaseFrom("rpc-a: 1\nrpc-a: 2\nb: 1\nb: 2\n"))
                   .any());
}

TEST(Order, DecidesWhereAnEmptyEncodingMeetsContentType) {
  const std::string text = "rpc-encoding:\ncontent-type: application/grpc+x\n";
  const OrderReasons reasons = FindOrderReasons(Path::kRequest, KeyPolicy::kDirect, CaseFrom(text));
  EXPECT_TRUE(reasons.encoding);
  EXPECT_FALSE(reasons.collision || reasons.competing_errors);
  EXPECT_EQ(CountOutcomes(text, "direct", Path::kRequest), 2U);
  EXPECT_FALSE(FindOrderReasons(Path::kResponse, KeyPolicy::kDirect, CaseFrom(text)).any());
}

TEST(Order, DoesNotDecideWithoutAReason) {
  for (const char* text :
       {"", "a: 1\n", "a: 1\nb: 2\nrpc-caller: c\ncontent-type: application/grpc+x\n",
        "rpc-encoding: e\ncontent-type: application/grpc+x\n",
        "rpc-encoding:\ncontent-type: application/grpc\n", "a: 1\na: 2\nb: 1\n"}) {
    for (const Path path : kPaths) {
      for (const Converter& converter : AllConverters()) {
        EXPECT_FALSE(FindOrderReasons(path, converter.policy, CaseFrom(text)).any()) << text;
        EXPECT_EQ(CountOutcomes(text, converter.name.c_str(), path), 1U) << text << converter.name;
      }
    }
  }
}

TEST(Order, HasAReasonWhereverItDecides) {
  SeededChoices choices(12);
  int decided = 0;
  for (int i = 0; i < 5000; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    for (const Path path : kPaths) {
      for (const KeyPolicy policy : kKeyPolicies) {
        const Converter& converter = *FindConverter(KeyPolicyName(policy));
        const bool decides = OutcomesOverOrders(converter, path, metadata, kMostOrders).size() > 1;
        decided += decides ? 1 : 0;
        ASSERT_TRUE(!decides || FindOrderReasons(path, policy, metadata).any())
            << PrintCase(metadata);
      }
    }
  }
  EXPECT_GT(decided, 1000);
}

}  // namespace
}  // namespace headerproof
