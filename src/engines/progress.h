// How a long run says how far it is, and is told to stop.
#pragma once

#include <cstdint>
#include <functional>

namespace headerproof {

// Called now and then, by any thread of the run but by one at a time; `done` of `total` cases.
// Returns false to end the run early: what it has counted so far stays true, but its scope is not
// complete.
using Progress = std::function<bool(std::uint64_t done, std::uint64_t total)>;

}  // namespace headerproof
