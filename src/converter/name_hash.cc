#include "src/converter/name_hash.h"

#include <bit>
#include <cstring>
#include <random>

namespace headerproof {
namespace {

struct Key {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

Key MakeProcessKey() {
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
  return {};
#else
  std::random_device device;
  const auto draw = [&device] { return (std::uint64_t{device()} << 32) | device(); };
  return {draw(), draw()};
#endif
}

}  // namespace

std::uint64_t SipHash13(std::string_view octets, std::uint64_t key0, std::uint64_t key1) {
  std::uint64_t v0 = key0 ^ 0x736f6d6570736575;
  std::uint64_t v1 = key1 ^ 0x646f72616e646f6d;
  std::uint64_t v2 = key0 ^ 0x6c7967656e657261;
  std::uint64_t v3 = key1 ^ 0x7465646279746573;
  const auto round = [&] {
    v0 += v1;
    v2 += v3;
    v1 = std::rotl(v1, 13) ^ v0;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 = std::rotl(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = std::rotl(v1, 17) ^ v2;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 = std::rotl(v2, 32);
  };
  const auto absorb = [&](std::uint64_t word) {
    v3 ^= word;
    round();
    v0 ^= word;
  };
  const char* at = octets.data();
  std::size_t left = octets.size();
  for (; left >= 8; at += 8, left -= 8) {
    std::uint64_t word;
    std::memcpy(&word, at, 8);
    absorb(word);
  }
  std::uint64_t last = std::uint64_t{octets.size()} << 56;
  for (std::size_t i = 0; i < left; ++i) {
    last |= std::uint64_t{static_cast<unsigned char>(at[i])} << (8 * i);
  }
  absorb(last);
  v2 ^= 0xff;
  round();
  round();
  round();
  return v0 ^ v1 ^ v2 ^ v3;
}

std::uint64_t HashName(std::string_view name) {
  static const Key key = MakeProcessKey();
  return SipHash13(name, key.first, key.second);
}

}  // namespace headerproof
