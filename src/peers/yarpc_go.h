// The yarpc-go peer linked into this program (peers/yarpc-go/capi): yarpc-go as released and its
// variants, without another process. Present in builds that found a Go toolchain.
#pragma once

#include <memory>

#include "src/peers/peer.h"

namespace headerproof {

// Never null. Several threads may ask it at once. A panic in Go ends the process.
std::shared_ptr<Peer> LinkedYarpcGo();

}  // namespace headerproof
