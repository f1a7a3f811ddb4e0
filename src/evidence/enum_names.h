// The names of an enum's values, as they are in files: an enum lists them in JsonNames(E), in their
// order.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>

namespace headerproof {

template <class E>
constexpr std::string_view NameOf(E value) {
  return JsonNames(value)[static_cast<std::size_t>(value)];
}

template <class E>
std::optional<E> FindByName(std::string_view name) {
  const auto& names = JsonNames(E{});
  const auto found = std::ranges::find(names, name);
  if (found == names.end()) return std::nullopt;
  return static_cast<E>(found - names.begin());
}

}  // namespace headerproof
