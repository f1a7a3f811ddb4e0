// Memory: how often a conversion allocates does not depend on how many entries there are, and
// headers that are replaced many times over do not grow.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>
#include <string>

#include "src/converter/convert.h"

namespace {

std::size_t allocations = 0;
std::size_t in_use = 0;  // octets
std::size_t most_in_use = 0;

}  // namespace

// All that the converter uses; AddressSanitizer has its own of each that is not replaced.
void* operator new(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  ++allocations;
  in_use += malloc_usable_size(memory);
  most_in_use = std::max(most_in_use, in_use);
  return memory;
}
void* operator new[](std::size_t size) {
  return operator new(size);
}
void operator delete(void* memory) noexcept {
  in_use -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  operator delete(memory);
}
void operator delete[](void* memory) noexcept {
  operator delete(memory);
}
void operator delete[](void* memory, std::size_t) noexcept {
  operator delete(memory);
}

namespace headerproof {
namespace {

Metadata Named(std::size_t count, const std::string& prefix) {
  Metadata metadata;
  for (std::size_t i = 0; i < count; ++i) {
    metadata.push_back({prefix + std::to_string(1000 + i), {"value"}});
  }
  return metadata;
}

template <KeyPolicy policy, class Text>
std::size_t AllocationsOf(const Metadata& metadata) {
  const std::size_t before = allocations;
  const auto result = Convert<Path::kRequest, policy, Text>(metadata);
  EXPECT_EQ(result.headers.size(), metadata.size());
  return allocations - before;
}

TEST(Allocations, AreThoseThatAFewLowercaseEntriesNeed) {
  using enum KeyPolicy;
  // Rows beyond the first few; and an owning result's octets, in one block.
  EXPECT_EQ((AllocationsOf<kDirect, std::string_view>(Named(8, "x-"))), 0U);
  EXPECT_EQ((AllocationsOf<kDirect, std::string>(Named(8, "x-"))), 1U);
  for (const std::size_t count : {9U, 50U, 1000U}) {
    const Metadata metadata = Named(count, "x-");
    EXPECT_EQ((AllocationsOf<kDirect, std::string_view>(metadata)), 1U) << count;
    EXPECT_EQ((AllocationsOf<kGuarded, std::string_view>(metadata)), 1U) << count;
    EXPECT_EQ((AllocationsOf<kDirect, std::string>(metadata)), 2U) << count;
    EXPECT_EQ((AllocationsOf<kGuarded, std::string>(metadata)), 2U) << count;
    EXPECT_EQ((AllocationsOf<kCanonicalizing, std::string>(metadata)), 2U) << count;
  }
}

TEST(Allocations, AreNotMoreForMoreEntriesInUppercase) {
  const auto check = []<KeyPolicy policy, class Text>() {
    const std::size_t of_fewest = AllocationsOf<policy, Text>(Named(100, "X-"));
    EXPECT_LE(of_fewest, 10U);
    for (const std::size_t count : {200U, 1000U, 5000U}) {
      EXPECT_EQ((AllocationsOf<policy, Text>(Named(count, "X-"))), of_fewest) << count;
    }
  };
  check.operator()<KeyPolicy::kCanonicalizing, std::string>();
  check.operator()<KeyPolicy::kCanonicalizing, std::string_view>();
  check.operator()<KeyPolicy::kDirect, std::string>();
  check.operator()<KeyPolicy::kDirect, std::string_view>();
  check.operator()<KeyPolicy::kGuarded, std::string>();
  check.operator()<KeyPolicy::kGuarded, std::string_view>();
}

// Replaced, and removed and stored anew, many times over.
TEST(Allocations, AreOfNoMoreMemoryThanAFewTimesWhatIsStored) {
  const std::string value(100, 'v');
  Headers headers;
  headers.With("Kept", value);
  const std::size_t before = most_in_use = in_use;
  for (int i = 0; i < 100000; ++i) {
    headers.With("Replaced", value);
    headers.With("removed", value);
    headers.Del("removed");
  }
  EXPECT_LT(most_in_use - before, 10000U);
  EXPECT_EQ(headers.Get("kept"), value);
  EXPECT_EQ(headers.Get("replaced"), value);
  EXPECT_EQ(headers.size(), 2U);
}

}  // namespace
}  // namespace headerproof
