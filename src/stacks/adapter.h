// From gRPC C++'s metadata to ours, as an application would: gRPC hands over a multimap from name
// to value, names in octet order, the values of one name in the order in which they arrived. Knows
// the shape of that multimap and nothing of gRPC, so that no header of gRPC is needed here.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/converter/metadata.h"

namespace headerproof {

// Views of a multimap's entries, for a conversion without copies. Borrows names and values from the
// multimap, which must outlive it unchanged (gRPC's dies with its context).
class MetadataView {
 public:
  // `Multimap` is a range of pairs, equal names adjacent; names and values have data() and size().
  template <class Multimap>
  explicit MetadataView(const Multimap& multimap) {
    values_.reserve(multimap.size());
    for (const auto& [name, value] : multimap) {
      const std::string_view name_view(name.data(), name.size());
      // All values are in one vector that never grows beyond what was reserved.
      values_.emplace_back(value.data(), value.size());
      if (entries_.empty() || entries_.back().name != name_view) {
        entries_.push_back({.name = name_view, .values = {&values_.back(), 1}});
      } else {
        EntryView& entry = entries_.back();
        entry.values = {entry.values.data(), entry.values.size() + 1};
      }
    }
  }
  MetadataView(MetadataView&&) = default;
  MetadataView& operator=(MetadataView&&) = default;

  const std::vector<EntryView>& entries() const { return entries_; }

  // The same, owning its octets.
  Metadata Copy() const {
    Metadata metadata;
    metadata.reserve(entries_.size());
    for (const EntryView& entry : entries_) {
      metadata.push_back({std::string(entry.name), {entry.values.begin(), entry.values.end()}});
    }
    return metadata;
  }

 private:
  std::vector<std::string_view> values_;
  std::vector<EntryView> entries_;
};

}  // namespace headerproof
