// Every wait on the wire ends by a deadline: a peer may be silent, slow or gone.
#pragma once

#include <algorithm>
#include <chrono>

namespace headerproof {

using Clock = std::chrono::steady_clock;
using Deadline = Clock::time_point;

inline Deadline In(std::chrono::milliseconds time) {
  return Clock::now() + time;
}

// What is left until `deadline`, in milliseconds as poll() takes them: rounded up, never negative.
inline int MillisecondsUntil(Deadline deadline) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
  return static_cast<int>(std::clamp<std::chrono::milliseconds::rep>(left.count(), 0, 1'000'000));
}

}  // namespace headerproof
