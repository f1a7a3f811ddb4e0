// Lowercasing: by octet, ASCII alone, at every length and in every lane, within the name.
#include "src/converter/fold.h"

#include <gtest/gtest.h>

#include <cstring>
#include <memory>
#include <string>

namespace headerproof {
namespace {

// The rule, octet by octet.
char Lowered(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Among '@', next to the uppercase letters, and among 'a', of which HasUppercase sees at once that
// it is none.
TEST(Fold, ChangesExactlyTheUppercaseLettersAtEveryPlaceOfEveryLength) {
  for (const char filler : {'@', 'a'}) {
    for (std::size_t length = 1; length <= 130; ++length) {
      for (std::size_t place = 0; place < length; ++place) {
        for (int octet = 0; octet < 256; ++octet) {
          std::string name(length, filler);
          name[place] = static_cast<char>(octet);
          std::string expected = name;
          expected[place] = Lowered(name[place]);
          ASSERT_EQ(Fold(name), expected) << length << ' ' << place << ' ' << octet;
          ASSERT_EQ(HasUppercase(name), name != expected) << length << ' ' << place << ' ' << octet;
        }
      }
    }
  }
}

TEST(Fold, SuspectsEachLaneThatMayBeUppercaseAndNoOther) {
  for (unsigned octet = 0; octet < 256; ++octet) {
    const bool is_suspect = (octet & 0x60U) == 0x40;
    for (unsigned lane = 0; lane < 8; ++lane) {
      const std::uint64_t word = std::uint64_t{octet} << 8 * lane;
      EXPECT_EQ(SuspectLanes(word), std::uint64_t{is_suspect} << (8 * lane + 6)) << octet;
    }
  }
}

TEST(Fold, ChangesEveryLaneAtOnce) {
  for (std::size_t length = 0; length <= 130; ++length) {
    EXPECT_EQ(Fold(std::string(length, 'Z')), std::string(length, 'z'));
    EXPECT_EQ(Fold(std::string(length, 'A')), std::string(length, 'a'));
  }
}

// A heap block of exactly the name's size: AddressSanitizer sees any octet read or written outside.
TEST(Fold, TouchesNothingOutsideTheName) {
  for (std::size_t length = 0; length <= 130; ++length) {
    const auto name = std::make_unique<char[]>(length);
    const auto folded = std::make_unique<char[]>(length);
    std::memset(name.get(), 'Q', length);
    EXPECT_EQ(HasUppercase({name.get(), length}), length > 0);
    EXPECT_EQ(FoldInto({name.get(), length}, folded.get()), length > 0);
    EXPECT_EQ(std::string(folded.get(), length), std::string(length, 'q'));
  }
}

}  // namespace
}  // namespace headerproof
