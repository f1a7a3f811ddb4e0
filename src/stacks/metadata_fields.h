// Metadata made from fields, and fields looked up in metadata, as applications do both.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "src/converter/metadata.h"

namespace headerproof {

// Adds one field to `metadata`; values of one name keep their order.
inline void AppendValue(std::string_view name, std::string_view value, Metadata& metadata) {
  const auto found = std::ranges::find(metadata, name, &Entry::name);
  if (found != metadata.end()) {
    found->values.emplace_back(value);
  } else {
    metadata.push_back({std::string(name), {std::string(value)}});
  }
}

// The first value under `name`, or nothing.
inline std::optional<std::string_view> FindValue(const Metadata& metadata, std::string_view name) {
  const auto found = std::ranges::find(metadata, name, &Entry::name);
  if (found == metadata.end() || found->values.empty()) return std::nullopt;
  return found->values.front();
}

}  // namespace headerproof
