// A user's own converter, in another process (peers/PROTOCOL.md), as one that the audit tests: it
// is compared with the model order by order, and, if it has a version that lowercases and one that
// does not, by the change's own claim: that both return the same for lowercase names.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "src/audit/run.h"
#include "src/claims/claims.h"
#include "src/peers/peer.h"

namespace headerproof {

// The id of the evidence of a converter that was given by a command.
inline constexpr std::string_view kPeerEvidence = "peer-command";

struct Agreement;

// Counts in `evidence` what agreed, under the keys that `key` gives for a converter and a path or
// "way-back", with `any_order` behind them for an outcome of a converter that follows no order; and
// adds what did not as contradictions.
void AddAgreement(
    const Agreement& agreement,
    const std::function<std::string(std::string_view converter, std::string_view what)>& key,
    std::string_view any_order, Evidence& evidence);

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
