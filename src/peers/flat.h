// The flat form of metadata, outcomes and greetings: what a peer is asked and answers, octet for
// octet as peers/PROTOCOL.md has it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"

namespace headerproof {

// A converter as a peer's greeting offers it.
struct PeerOffer {
  std::string name;
  KeyPolicy policy = KeyPolicy::kCanonicalizing;
  bool follows_order = false;  // takes entries in the order given
  bool unicode = false;        // lowercases as Go does (src/unicode/fold.h), not ASCII alone
};

struct Greeting {
  std::string system;  // printable ASCII
  std::vector<PeerOffer> offers;
};

// Appends the body of a request: convert `metadata` on `path` with the peer's converter `number`.
void AppendPeerRequest(std::size_t number, Path path, const Metadata& metadata, std::string& body);

// Reads the body of an answer on `path`. False if it is no outcome: `outcome` is then unspecified.
// An error's entry is Error::kNoEntry: a peer does not say it.
bool ParsePeerAnswer(Path path, std::string_view body, Outcome& outcome);

// Reads the body of a greeting; false if it is none.
bool ParseGreeting(std::string_view body, Greeting& greeting);

}  // namespace headerproof
