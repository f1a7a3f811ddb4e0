// Edges: where the two versions begin to differ, octet by octet.
//
// Each of the 256 octets is put in each place of names of every length up to kMostEdgeOctets and of
// special names, alone, with values of every shape, and next to the name that lowercasing makes of
// it, and canonicalizing is compared with direct. What
// is found for an octet in a place on a path is sharp (a difference, with the smallest case that
// shows it) or sealed (none in any case that was tried). An octet that lowercasing leaves alone
// can only be sealed: the names in `lowercase` are the same to both versions, which is relation 1.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/converter/convert.h"
#include "src/converter/metadata.h"
#include "src/engines/tally.h"
#include "src/judge/converters.h"
#include "src/judge/difference.h"

namespace headerproof {

// Of the names that are no special ones: more than two words of the word-wise code.
inline constexpr std::size_t kMostEdgeOctets = 20;

// Of an octet in a name.
enum class OctetPlace : std::uint8_t { kOnly, kFirst, kInner, kLast };
inline constexpr std::size_t kOctetPlaceCount = 4;
inline constexpr std::array<OctetPlace, kOctetPlaceCount> kOctetPlaces = {
    OctetPlace::kOnly, OctetPlace::kFirst, OctetPlace::kInner, OctetPlace::kLast};

std::string_view OctetPlaceName(OctetPlace place);  // "only", "first", "inner", "last"

// What was found for one octet in one place, on one path.
struct OctetEdge {
  std::uint64_t cases = 0;  // tried
  DifferenceSet kinds;      // that any of them showed
  Metadata smallest;        // of those that differed, if any did

  bool sharp() const { return !kinds.empty(); }
};

// Of the names with one uppercase letter, in whatever place, but for those that no response has
// (they are reserved under both versions): how many showed a difference, and the first that did
// not.
struct SharpNames {
  std::uint64_t count = 0;
  std::uint64_t without = 0;
  Metadata first_without;
};

struct Edges {
  using OfPath = std::array<std::array<OctetEdge, 256>, kOctetPlaceCount>;  // by place, by octet
  std::array<OfPath, 2> paths;
  std::array<SharpNames, 2> names;  // by path
  Tally tally;                      // of all relations on the same cases

  const OctetEdge& At(Path path, OctetPlace place, unsigned char octet) const {
    return paths[static_cast<std::size_t>(path)][static_cast<std::size_t>(place)][octet];
  }
};

// Tries every octet in every place, for `converter_set`. The cases are the same in every run.
Edges FindEdges(const ConverterSet& converter_set);

}  // namespace headerproof
