// Enumeration: every metadata of a stated small scope, nothing sampled.
//
//   names    every name of up to three octets, with one value
//   lanes    names that are 'a' but for one place, which takes each of the 256 octets: every lane
//            of the word-wise code, at every length
//   special  every ordered pair and triple of special names, their misspellings and an
//            application's name, with every shape of values; and, for every unordered one,
//            relation 5 on all its orders
//
// How far a scope reaches is its extent: the basic one is done in seconds, the wide one holds it
// and takes more of them.
//
// Each scope is a list that can be entered anywhere by an index: that is how it is divided among
// threads, and how a test shows it complete (in order, without repeats, of the right length).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"
#include "src/engines/divide.h"
#include "src/judge/converters.h"

namespace headerproof {

enum class Extent : std::uint8_t { kBasic, kWide };
inline constexpr std::size_t kExtentCount = 2;

// Every octet, in order.
std::string AllOctets();

// The shapes of an entry's values: none, an empty one, one, and two. The one is a subtype where the
// name, however spelled, is content-type.
std::vector<std::vector<std::string>> ValueShapes(std::string_view name);

// The names over `alphabet` of up to `most_octets` octets, the shortest first, those of one length
// in the alphabet's order.
class NameScope {
 public:
  // `alphabet` is not empty and has no repeats; there are fewer than 2^64 names.
  NameScope(std::string alphabet, std::size_t most_octets);

  std::uint64_t size() const { return size_; }
  std::string At(std::uint64_t index) const;

  // Makes `name`, the one at some index, the one after it.
  void Advance(std::string& name) const;

 private:
  std::string alphabet_;
  std::array<std::size_t, 256> place_{};  // of an octet in the alphabet
  std::uint64_t size_ = 0;
};

// The names of 1 to `most_octets` octets that are 'a' but for at most one place.
class LaneScope {
 public:
  explicit LaneScope(std::size_t most_octets) : most_octets_(most_octets) {}

  // One name of each length is 'a' throughout; each place takes 255 other octets.
  std::uint64_t size() const;
  std::string At(std::uint64_t index) const;

 private:
  std::size_t most_octets_;
};

// Ordered pairs and triples of entries with distinct names: the same in every extent.
class SpecialScope {
 public:
  SpecialScope();

  // The entries that are combined: each name with each shape of values.
  const std::vector<Entry>& entries() const { return entries_; }

  std::uint64_t CountPairs() const;
  std::uint64_t CountTriples() const;

  // Called with each metadata; `in_order`, if its entries are in the order of entries(), as one
  // order of each unordered pair and triple is.
  using Visit = std::function<void(const Metadata& metadata, bool in_order)>;

  // Calls visit for every pair and triple (with `most_entries` 2, every pair) that begins with
  // entry `first`, in order.
  void VisitBeginningWith(std::size_t first, const Visit& visit,
                          std::size_t most_entries = 3) const;

 private:
  std::vector<Entry> entries_;
};

enum class Scope : std::uint8_t { kNames, kLanes, kSpecial };
inline constexpr std::array<Scope, 3> kScopes = {Scope::kNames, Scope::kLanes, Scope::kSpecial};

std::string_view ScopeName(Scope scope);  // "names", "lanes", "special"

// What it is complete for: a sentence.
std::string_view ScopeSentence(Scope scope, Extent extent);

// How many metadata it has.
std::uint64_t ScopeSize(Scope scope, Extent extent);

// Examines all of `scope` for `converter_sets`, on `threads` threads. The tally does not depend on
// how many.
DividedResult Enumerate(Scope scope, Extent extent, const std::vector<ConverterSet>& converter_sets,
                        std::size_t threads, const Progress& progress);

}  // namespace headerproof
