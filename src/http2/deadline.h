// Every wait on the wire ends by a deadline: a peer may be silent, slow or gone, or may send
// without end. Some waits also end when somebody asks for it, such as a signal handler.
#pragma once

#include <poll.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <span>

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

// When a wait ends.
struct Until {
  Until(Deadline when, const std::atomic<bool>* flag = nullptr) : deadline(when), stop(flag) {}

  bool IsOver() const { return IsStopped() || Clock::now() >= deadline; }
  bool IsStopped() const { return stop != nullptr && *stop; }

  // The same, but not later than in `time`.
  Until Within(std::chrono::milliseconds time) const {
    return {std::min(deadline, In(time)), stop};
  }

  Deadline deadline;
  const std::atomic<bool>* stop;  // set: over at once; may be null
};

// Polls until one of `fds` is ready (true) or the wait is over.
inline bool PollUntil(std::span<pollfd> fds, Until until) {
  constexpr int kSlice = 100;  // a flag may be set just before poll()
  for (;;) {
    const int left = MillisecondsUntil(until.deadline);
    const int ready =
        poll(fds.data(), fds.size(), until.stop == nullptr ? left : std::min(left, kSlice));
    if (ready > 0) return true;
    if (until.IsOver()) return false;
  }
}

}  // namespace headerproof
