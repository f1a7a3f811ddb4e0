// A user's own converter, in another process (peers/PROTOCOL.md), as one that the audit tests: it
// is compared with the model order by order, and, if it has a version that lowercases and one that
// does not, by the change's own claim: that both return the same for lowercase names.
#pragma once

#include <memory>

#include "src/audit/run.h"
#include "src/claims/claims.h"
#include "src/peers/peer.h"

namespace headerproof {

// The engine "peer-command". `command` is what started the peer. Random cases from `seed`; for each
// converter of the peer about 4,000 outcomes. Counts by NAME/request, NAME/response and
// NAME/way-back what agreed, and by transparent/request and transparent/response the lowercase
// cases for which both versions returned the same. Throws UserError if the peer fails.
EngineRun PeerRun(const std::shared_ptr<Peer>& peer, const std::string& command,
                  std::uint64_t seed);

// `claims`, followed by the claims on a peer with this greeting, in a section of their own and with
// a goal in the argument.
ClaimList WithPeerClaims(ClaimList claims, const Greeting& greeting);

}  // namespace headerproof
