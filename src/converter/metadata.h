// Metadata: what gRPC hands to an application. An ordered list of entries; an entry is a name and
// zero or more values. Names are distinct octet strings; names that differ in case only are
// different names.
#pragma once

#include <concepts>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace headerproof {

// An entry that owns its octets.
struct Entry {
  std::string name;
  std::vector<std::string> values;

  friend bool operator==(const Entry&, const Entry&) = default;
};

// Precondition wherever it is taken: no two entries have the same name.
using Metadata = std::vector<Entry>;

// An entry that borrows its octets, for callers whose metadata lives elsewhere (a gRPC call).
struct EntryView {
  std::string_view name;
  std::span<const std::string_view> values;
};

// What a conversion reads: a sequence of entries in the order that conversion is to follow.
// Metadata and std::vector<EntryView> are two.
template <class T>
concept MetadataRange = std::ranges::sized_range<const T> && requires(const T& metadata) {
  { std::ranges::begin(metadata)->name } -> std::convertible_to<std::string_view>;
  { std::ranges::begin(metadata)->values.size() } -> std::convertible_to<std::size_t>;
  { std::ranges::begin(metadata)->values[0] } -> std::convertible_to<std::string_view>;
};

}  // namespace headerproof
