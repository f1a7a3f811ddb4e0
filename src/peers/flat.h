// The flat form of metadata, outcomes and greetings: what a peer is asked and answers, octet for
// octet as peers/PROTOCOL.md has it.
#pragma once

#include <optional>
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
  bool has_way_back = false;   // also turns a request into metadata
};

struct Greeting {
  std::string system;  // printable ASCII
  std::vector<PeerOffer> offers;
};

// Appends the body of a request: convert `metadata` on `path` with the peer's converter `number`.
void AppendPeerRequest(std::size_t number, Path path, const Metadata& metadata, std::string& body);

// Appends the body of a request for the way back: `request` is an outcome that is no error.
void AppendWayBackRequest(std::size_t number, const Outcome& request, std::string& body);

// Reads the body of an answer on `path`. False if it is no outcome: `outcome` is then unspecified.
// An error's entry is Error::kNoEntry: a peer does not say it.
bool ParsePeerAnswer(Path path, std::string_view body, Outcome& outcome);

// Reads the body of the way back's answer: metadata, sorted by name, or an error, which leaves it
// empty. False if it is neither.
bool ParseWayBackAnswer(std::string_view body, Metadata& metadata, std::optional<Error>& error);

// Reads the body of a greeting; false if it is none.
bool ParseGreeting(std::string_view body, Greeting& greeting);

}  // namespace headerproof
