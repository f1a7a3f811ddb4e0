// A peer that is a process: started by a shell, asked over its standard input and output
// (peers/PROTOCOL.md). Nothing that it does or leaves undone keeps the caller waiting for longer
// than a limit, or makes it hold more octets than another.
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "src/peers/peer.h"

namespace headerproof {

struct PeerLimits {
  std::chrono::milliseconds greeting{10'000};  // from its start to its greeting
  std::chrono::milliseconds answer{5'000};     // from a request to its answer
  std::chrono::milliseconds end{1'000};        // from the end of its input to its own end
  std::size_t most_octets = 64U << 20;         // of a greeting or an answer
};

// Starts /bin/sh -c `command` in a process group of its own, its standard error to /dev/null, and
// waits for its greeting. Throws PeerError. When the last user is gone the peer's input ends; what
// of its group is still there after limits.end, or after any fault, is killed. A peer that has
// ended is an error with its exit status or signal.
std::shared_ptr<Peer> StartProcessPeer(const std::string& command, const PeerLimits& limits = {});

// A sentence for a person: what `error` says, how the process ended if it did so by itself, and
// `command`, which started it; printable ASCII, a long command cut.
std::string DescribePeerError(const PeerError& error, std::string_view command);

}  // namespace headerproof
