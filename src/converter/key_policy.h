// What a conversion does with a name before it looks at it: the one thing that change 2443 changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/converter/fold.h"
#include "src/converter/octet_arena.h"

namespace headerproof {

enum class KeyPolicy : std::uint8_t {
  kCanonicalizing,  // lowercase it: before the change
  kDirect,          // trust it: after the change
  kGuarded,         // lowercase it if it has an uppercase letter
  kRejecting,       // an uppercase letter is an error, as HTTP/2 says (RFC 9113 8.2.1)
};
inline constexpr std::size_t kKeyPolicyCount = 4;
inline constexpr std::array<KeyPolicy, kKeyPolicyCount> kKeyPolicies = {
    KeyPolicy::kCanonicalizing, KeyPolicy::kDirect, KeyPolicy::kGuarded, KeyPolicy::kRejecting};

constexpr std::string_view KeyPolicyName(KeyPolicy policy) {
  constexpr std::array<std::string_view, kKeyPolicyCount> kNames = {"canonicalizing", "direct",
                                                                    "guarded", "rejecting"};
  return kNames[static_cast<std::size_t>(policy)];
}

// A name as a conversion looks at it.
struct Key {
  std::string_view name;  // borrowed from the metadata, or from the arena if it changed
  bool changed = false;   // the metadata spells it otherwise
  bool rejected = false;  // the policy refuses it
};

// True if a policy's keys never have an uppercase letter, so that they need not be checked again.
constexpr bool YieldsLowercase(KeyPolicy policy) {
  return policy != KeyPolicy::kDirect;
}

// `name` lowercased into `arena`; itself, if that changes nothing.
inline Key FoldedKey(std::string_view name, OctetArena& arena) {
  char* const room = arena.Allocate(name.size());
  if (!FoldInto(name, room)) return {name};
  return {.name = {room, name.size()}, .changed = true};
}

// `name`, which has an uppercase letter, lowercased into `arena`; out of line, for a loop that
// rarely needs it.
[[gnu::noinline]] inline std::string_view SeldomFolded(std::string_view name, OctetArena& arena) {
  return FoldedKey(name, arena).name;
}

// `name` under `policy`. A changed name is written to `arena`. Inline always: a key that is handed
// back in memory costs more than looking at the name.
template <KeyPolicy policy>
[[gnu::always_inline]] inline Key MakeKey(std::string_view name, OctetArena& arena) {
  if constexpr (policy == KeyPolicy::kDirect) {
    return {name};
  } else if constexpr (policy == KeyPolicy::kRejecting) {
    return {.name = name, .rejected = HasUppercase(name)};
  } else if constexpr (policy == KeyPolicy::kGuarded) {
    if (!HasUppercase(name)) [[likely]] {
      return {name};
    }
    return {.name = SeldomFolded(name, arena), .changed = true};
  } else {
    return FoldedKey(name, arena);
  }
}

}  // namespace headerproof
