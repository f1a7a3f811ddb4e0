// Classes of inputs: what an engine counts to show that it tried what its claim is about.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/converter/metadata.h"
#include "src/grammar/name.h"

namespace headerproof {

enum class InputClass : std::uint8_t {
  kGrpc,  // the narrowest domain: one of the first five
  kToken,
  kHttp2,
  kLowercase,
  kNone,
  kCollision,      // two names are one once lowercased
  kBinary,         // a name that ends in "-bin", in any case
  kSeveralValues,  // an entry with two or more values
  kNoValue,        // an entry with no values
  kEmptyValue,     // an entry whose one value is empty
  kSpecial,        // a special name, exactly
  kMisspelled,     // a special name in another case
  kLong,           // a name of 64 octets or more
};
inline constexpr std::size_t kInputClassCount = 13;

std::string_view InputClassName(InputClass input_class);

// A set of classes.
class InputClassSet {
 public:
  constexpr void Add(InputClass c) { bits_ |= 1U << static_cast<unsigned>(c); }
  constexpr bool Has(InputClass c) const { return (bits_ >> static_cast<unsigned>(c) & 1U) != 0; }
  constexpr std::uint32_t bits() const { return bits_; }

  friend constexpr bool operator==(InputClassSet, InputClassSet) = default;

 private:
  std::uint32_t bits_ = 0;
};

// How many inputs were of each class.
using InputClassCounts = std::array<std::uint64_t, kInputClassCount>;

// Counts one input of `classes`.
void CountInput(InputClassSet classes, InputClassCounts& counts);

// The narrowest domain that holds all names of `metadata`; grpc if it has none.
Domain MetadataDomain(const Metadata& metadata);

// All classes of `metadata`.
InputClassSet ClassifyInput(const Metadata& metadata);

}  // namespace headerproof
