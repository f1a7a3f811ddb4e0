// SipHash-1-3 (Aumasson and Bernstein) of a name, keyed once for each process from the system's
// randomness: a peer that chooses the names cannot choose which of them share a slot. Nothing that
// a caller sees depends on the hash. In a fuzzing build the key is fixed, so that runs repeat.
#pragma once

#include <cstdint>
#include <string_view>

namespace headerproof {

std::uint64_t HashName(std::string_view name);

// The hash under a given key, for tests of the function itself.
std::uint64_t SipHash13(std::string_view octets, std::uint64_t key0, std::uint64_t key1);

}  // namespace headerproof
