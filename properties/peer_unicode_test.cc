// Go's lowercasing: the same mapping as Go's unicode.ToLower for every code point, and Go's way
// with octets that are no UTF-8.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "src/converter/fold.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

// Recorded from Go 1.26.8 (Unicode 15.0.0): for each code point that unicode.ToLower changes, in
// order, the line "%x %x\n" of it and its lowercase; how many lines, and FNV-1a of the text. Of the
// 1,112,064 code points utf8proc 2.8.0 disagrees on none.
constexpr std::size_t kGoMappings = 1433;
constexpr std::uint64_t kGoDigest = 0x55f70eb90801cdfc;

TEST(UnicodeFold, MapsEveryCodePointAsGoDoes) {
  std::size_t mappings = 0;
  std::uint64_t digest = 0xcbf29ce484222325;
  const auto absorb = [&digest](char32_t number, char end) {
    char text[16];
    const int size = std::snprintf(text, sizeof text, "%x%c", static_cast<unsigned>(number), end);
    for (int i = 0; i < size; ++i) {
      digest = (digest ^ static_cast<unsigned char>(text[i])) * 0x100000001b3;
    }
  };
  for (char32_t point = 0; point <= 0x10ffff; ++point) {
    if (point >= 0xd800 && point < 0xe000) continue;
    const char32_t lowercase = SimpleLowercase(point);
    if (lowercase == point) continue;
    ++mappings;
    absorb(point, ' ');
    absorb(lowercase, '\n');
  }
  EXPECT_EQ(mappings, kGoMappings) << "Unicode " << UnicodeVersion();
  EXPECT_EQ(digest, kGoDigest) << "Unicode " << UnicodeVersion();
}

TEST(UnicodeFold, IsTheAsciiFoldOnAsciiNames) {
  for (int octet = 0; octet < 0x80; ++octet) {
    const std::string name = {'R', static_cast<char>(octet), 'z'};
    EXPECT_EQ(UnicodeFold(name), Fold(name)) << octet;
  }
  EXPECT_EQ(UnicodeFold(""), "");
}

TEST(UnicodeFold, TurnsTheKelvinSignAndTheDottedIIntoAsciiLetters) {
  EXPECT_EQ(UnicodeFold("rpc-shard-\xe2\x84\xaa"
                        "ey"),
            "rpc-shard-key");
  EXPECT_EQ(UnicodeFold("rpc-serv\xc4\xb0"
                        "ce"),
            "rpc-service");
}

TEST(UnicodeFold, ChangesTheLengthOfSomeNames) {
  EXPECT_EQ(UnicodeFold("\xc8\xba"), "\xe2\xb1\xa5");
  EXPECT_EQ(UnicodeFold("\xe1\xba\x9e"), "\xc3\x9f");
}

TEST(UnicodeFold, ReplacesEachOctetThatIsNoUtf8) {
  const std::string replaced = "\xef\xbf\xbd";
  EXPECT_EQ(UnicodeFold("A\x80Z"), "a" + replaced + "z");
  EXPECT_EQ(UnicodeFold("\xc3"), replaced);
  EXPECT_EQ(UnicodeFold("\xe2\x84"), replaced + replaced);
  EXPECT_EQ(UnicodeFold("\xed\xa0\x80"), replaced + replaced + replaced);
  EXPECT_EQ(UnicodeFold("\xc0\x80"), replaced + replaced);
  EXPECT_EQ(UnicodeFold("\xf4\x90\x80\x80"), replaced + replaced + replaced + replaced);
  EXPECT_EQ(UnicodeFold(replaced), replaced);
}

}  // namespace
}  // namespace headerproof
