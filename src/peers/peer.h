// Peers: converters in another process or language. A peer is asked in the flat form of
// peers/PROTOCOL.md, whether it is a process (process_peer.h) or code that is linked in
// (yarpc_go.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/judge/converters.h"
#include "src/judge/model.h"
#include "src/peers/flat.h"
#include "src/peers/peer_error.h"

namespace headerproof {

// A connection to a peer that has greeted. May be used by several threads at once.
class Peer {
 public:
  virtual ~Peer() = default;

  virtual const Greeting& greeting() const = 0;

  // Sends the body of a request and writes the body of its answer to `answer`, whose memory may be
  // reused. Throws PeerError; once it has, every further call does so too.
  virtual void Ask(std::string_view request, std::string& answer) = 0;
};

// A converter behind a peer. Converting throws PeerError.
struct PeerConverter {
  Converter converter;
  bool follows_order = false;        // false: it may return the outcome of any order
  ModelFold fold = &ModelLowercase;  // how it lowercases
};

// The converters that `peer` offers; each keeps the peer alive.
std::vector<PeerConverter> PeerConverters(const std::shared_ptr<Peer>& peer);

}  // namespace headerproof
