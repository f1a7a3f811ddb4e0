// A peer that is a process: started by a shell, asked over its standard input and output
// (peers/PROTOCOL.md). Whatever it does, the caller waits no longer than a time limit, and holds no
// more octets than a size limit.
#pragma once

#include <atomic>
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
  std::size_t most_octets = 64U << 20;         // of an answer; a greeting has 64 KiB at most
  const std::atomic<bool>* stop = nullptr;     // once it is true no call waits any longer
};

// Starts /bin/sh -c `command` in a process group of its own, its standard error to /dev/null, and
// waits for its greeting. Throws PeerError, with the exit status or signal of a peer that has
// ended. When the last user is gone the peer's input ends. What is left of its group after
// limits.end, or after any fault, is killed.
std::shared_ptr<Peer> StartProcessPeer(const std::string& command, const PeerLimits& limits = {});

// Kills the process group of every peer that runs: for a process that ends without unwinding. A
// signal handler may call it.
void KillPeers();

// What `error` says, and `command`, which started the peer: printable ASCII, a long command cut.
std::string DescribePeerError(const PeerError& error, std::string_view command);

}  // namespace headerproof
