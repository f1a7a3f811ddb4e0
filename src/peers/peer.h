// Peers: systems in other languages as converters. A peer is asked by the octets of
// peers/PROTOCOL.md, whichever way they get there: to a process (process_peer.h), or into code that
// is linked in (yarpc_go.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "src/judge/converters.h"
#include "src/judge/model.h"
#include "src/peers/flat.h"

namespace headerproof {

// Why a peer gave no outcome.
enum class PeerFault : std::uint8_t {
  kNotStarted,  // the system could not start it
  kEnded,       // it ended, or closed its output
  kLate,        // it did not answer in time
  kTooMuch,     // its answer is larger than allowed
  kUnasked,     // it wrote when nothing was asked
  kGarbage,     // what it wrote does not follow the protocol
};

// "not-started", "ended", "late", "too-much", "unasked", "garbage".
std::string_view PeerFaultName(PeerFault fault);

// Thrown where a peer is asked, since a conversion has no other way to say that there is none. The
// text is printable ASCII and holds nothing that the peer wrote.
class PeerError : public std::runtime_error {
 public:
  PeerError(PeerFault fault, const std::string& detail);
  PeerFault fault() const { return fault_; }

 private:
  PeerFault fault_;
};

// A connection to a peer that has greeted. May be used by several threads at once.
class Peer {
 public:
  virtual ~Peer() = default;

  virtual const Greeting& greeting() const = 0;

  // Puts the body of a request and writes the body of its answer to `answer`, whose room may be
  // reused. Throws PeerError; once it has, every further call does so too.
  virtual void Ask(std::string_view request, std::string& answer) = 0;
};

// A converter behind a peer. Converting throws PeerError.
struct PeerConverter {
  Converter converter;
  bool follows_order = false;        // if not, any order's outcome may be returned
  ModelFold fold = &ModelLowercase;  // how it lowercases
};

// All that `peer` offers; each keeps the peer alive.
std::vector<PeerConverter> PeerConverters(const std::shared_ptr<Peer>& peer);

}  // namespace headerproof
