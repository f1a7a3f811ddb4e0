// What a conversion does with a name before it looks at it: the one thing that change 2443 changes.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "src/converter/fold.h"
#include "src/grammar/special_name.h"

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

// A name as a conversion takes it.
struct Look {
  std::string_view lowercase;  // lowercased: the name itself, or in the headers' room
  std::string_view spelled;    // the original spelling: `lowercase`, or the name itself
  SpecialName special;         // what `spelled` means
  bool has_uppercase = false;  // the name has an octet 41-5a
};

// `name` under `policy`: the one place where the policies differ. Inline always: a look that is
// handed back in memory costs more than looking.
template <KeyPolicy policy, class Headers>
[[gnu::always_inline]] inline Look LookAt(std::string_view name, Headers& headers) {
  if constexpr (policy != KeyPolicy::kCanonicalizing) {
    // A name that is special as a whole is lowercase.
    const SpecialName special = ClassifyName(name);
    if (IsWhole(special) || !HasUppercase(name)) [[likely]] {
      return {name, name, special};
    }
    if constexpr (policy != KeyPolicy::kGuarded) {
      return {headers.FoldInRoom(name), name, special, true};
    }
  }
  const std::string_view lowercase = headers.FoldInRoom(name);
  return {lowercase, lowercase, ClassifyName(lowercase), lowercase.data() != name.data()};
}

}  // namespace headerproof
