// Looks up one property of a swept stack.
#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

#include "src/sweep/stack_property.h"

namespace headerproof {

// The property under `key`, or null.
inline const StackProperty* FindProperty(const std::vector<StackProperty>& properties,
                                         std::string_view key) {
  const auto found = std::ranges::find(properties, key, &StackProperty::key);
  return found == properties.end() ? nullptr : &*found;
}

}  // namespace headerproof
