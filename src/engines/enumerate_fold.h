// Enumeration of the lowercasing itself, below every conversion: FoldInto and HasUppercase of
// src/converter/fold.h against the model's lowercasing, which takes one octet at a time.
//
//   lanes   names that are one octet throughout but for one place, which takes each of the 256
//           octets: every place of every length, for every such background
//   pairs   short names in which two places take all 65,536 pairs of octets: within one word, in
//           two, and where words overlap
//
// What is read or written beside the name is a fault as well: there are octets next to it that must
// stay as they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/fold.h"
#include "src/engines/progress.h"

namespace headerproof {

// What is tried. A test puts a wrong one in its place.
struct FoldFunctions {
  bool (*fold_into)(std::string_view name, char* to) = FoldInto;
  bool (*has_uppercase)(std::string_view name) = HasUppercase;
};

// The names of every length up to the one are tried in "lanes", of the lengths from 2 to the other
// in "pairs".
struct FoldScope {
  std::size_t most_octets = 130;
  std::size_t most_octets_of_pairs = 12;
};

// What the octets are that are not varied: lowercase and uppercase letters, what comes before and
// after each, uppercase letters with the high bit, a hyphen, and the ends of each half.
inline constexpr std::string_view kFoldBackgrounds("azAZ@[`{-\x00\x7f\x80\xc1\xda\xff", 15);
inline constexpr std::string_view kFoldBackgroundsOfPairs("aZ\xff", 3);

struct FoldFault {
  std::string name;
  std::string detail;  // a sentence
};

struct FoldResult {
  std::uint64_t lanes = 0;  // names tried
  std::uint64_t pairs = 0;
  std::vector<FoldFault> faults;  // those with the smallest names, the smallest first
  bool complete = false;          // false if `progress` ended it
};

// How many names `scope` has.
std::uint64_t CountLanes(const FoldScope& scope);
std::uint64_t CountPairs(const FoldScope& scope);

// Tries all of `scope` on `threads` threads. The result does not depend on how many.
FoldResult EnumerateFold(const FoldFunctions& functions, const FoldScope& scope,
                         std::size_t threads, const Progress& progress);

}  // namespace headerproof
