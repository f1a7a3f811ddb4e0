// Copying a few octets: nothing but the octets is read or written.
#include "src/converter/octets.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace headerproof {
namespace {

constexpr std::size_t kMostOctets = 40;  // well past what a string keeps within itself

// So many octets, none like its neighbours, in a heap block of exactly their size, so that the
// address sanitizer sees what is read beyond them.
struct Block {
  explicit Block(std::size_t most) : octets(std::make_unique<char[]>(most)), size(most) {
    for (std::size_t i = 0; i < size; ++i) octets[i] = static_cast<char>('0' + i);
  }
  std::string_view view() const { return {octets.get(), size}; }

  std::unique_ptr<char[]> octets;
  std::size_t size;
};

TEST(Octets, BecomeATextOfTheirOwn) {
  for (std::size_t size = 0; size <= kMostOctets; ++size) {
    const Block block(size);
    const auto made = MakeText<std::string>(block.view());
    EXPECT_EQ(made, block.view());
    EXPECT_EQ(made.c_str()[size], '\0') << size;
    const auto view = MakeText<std::string_view>(block.view());
    EXPECT_EQ(view.data(), block.view().data());
    EXPECT_EQ(view.size(), size);
  }
}

TEST(Octets, TakeThePlaceOfAnyText) {
  for (std::size_t before = 0; before <= kMostOctets; ++before) {
    for (std::size_t size = 0; size <= kMostOctets; ++size) {
      const Block block(size);
      std::string set(before, 'x');
      SetText(block.view(), set);
      EXPECT_EQ(set, block.view());
      std::string assigned(before, 'x');
      AssignOctets(block.view(), assigned);
      EXPECT_EQ(assigned, block.view());
    }
  }
}

}  // namespace
}  // namespace headerproof
