// The code is canonical: codes of one length are consecutive numbers in the order of their octets,
// and each length continues from the one before. So the lengths say everything.
#include "src/http2/huffman.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace headerproof {
namespace {

constexpr std::size_t kLongest = 30;

// The length in bits of each octet's code.
constexpr std::array<std::uint8_t, 256> kLengths = {
    13, 23, 28, 28, 28, 28, 28, 28, 28, 24, 30, 28, 28, 30, 28, 28,  // 00
    28, 28, 28, 28, 28, 28, 30, 28, 28, 28, 28, 28, 28, 28, 28, 28,  // 10
    6,  10, 10, 12, 13, 6,  8,  11, 10, 10, 8,  11, 8,  6,  6,  6,   // 20
    5,  5,  5,  6,  6,  6,  6,  6,  6,  6,  7,  8,  15, 6,  12, 10,  // 30
    13, 6,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,  7,   // 40
    7,  7,  7,  7,  7,  7,  7,  7,  8,  7,  8,  13, 19, 13, 14, 6,   // 50
    15, 5,  6,  5,  6,  5,  6,  6,  6,  5,  7,  7,  6,  6,  6,  5,   // 60
    6,  7,  6,  5,  5,  6,  7,  7,  7,  7,  7,  15, 11, 14, 13, 28,  // 70
    20, 22, 20, 20, 22, 22, 22, 23, 22, 23, 23, 23, 23, 23, 24, 23,  // 80
    24, 24, 22, 23, 24, 23, 23, 23, 23, 21, 22, 23, 22, 23, 23, 24,  // 90
    22, 21, 20, 22, 22, 23, 23, 21, 23, 22, 22, 24, 21, 22, 23, 23,  // a0
    21, 21, 22, 21, 23, 22, 23, 23, 20, 22, 22, 22, 23, 22, 22, 23,  // b0
    26, 26, 20, 19, 22, 23, 22, 25, 26, 26, 26, 27, 27, 26, 24, 25,  // c0
    19, 21, 26, 27, 27, 26, 27, 24, 21, 21, 26, 26, 28, 27, 27, 27,  // d0
    20, 24, 20, 21, 22, 21, 21, 23, 22, 22, 25, 25, 24, 24, 26, 23,  // e0
    26, 27, 26, 26, 27, 27, 27, 27, 27, 28, 27, 27, 27, 27, 27, 26,  // f0
};

// The end-of-string symbol has the last code of the longest length, so the rest leaves one free.
constexpr bool LengthsFillTheCode() {
  std::uint64_t used = 1;
  for (const std::uint8_t length : kLengths) used += std::uint64_t{1} << (kLongest - length);
  return used == std::uint64_t{1} << kLongest;
}
static_assert(LengthsFillTheCode());

constexpr std::array<std::uint32_t, 256> kCodes = [] {
  std::array<std::uint32_t, 256> codes{};
  std::uint32_t next = 0;
  for (std::size_t length = 1; length <= kLongest; ++length) {
    next <<= 1;
    for (std::size_t octet = 0; octet < kLengths.size(); ++octet) {
      if (kLengths[octet] == length) codes[octet] = next++;
    }
  }
  return codes;
}();

}  // namespace

void AppendHuffman(std::string_view octets, std::string& out) {
  std::uint64_t bits = 0;
  unsigned held = 0;
  for (const char c : octets) {
    const auto octet = static_cast<unsigned char>(c);
    bits = bits << kLengths[octet] | kCodes[octet];
    held += kLengths[octet];
    for (; held >= 8; held -= 8) out.push_back(static_cast<char>(bits >> (held - 8) & 0xff));
  }
  if (held == 0) return;
  out.push_back(static_cast<char>((bits << (8 - held) | (0xffU >> held)) & 0xff));
}

}  // namespace headerproof
