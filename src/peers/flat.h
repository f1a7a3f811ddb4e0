// The flat form of metadata, outcomes and greetings: what a peer is asked and answers, octet for
// octet as peers/PROTOCOL.md defines it. A body that does not follow the protocol is a PeerError
// (garbage) that says how.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/key_policy.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"

namespace headerproof {

// What a greeting's body begins with, before the version and the end of the line.
inline constexpr std::string_view kProtocolName = "headerproof-peer ";
inline constexpr std::string_view kProtocolVersion = "1";

// A number: four octets, the least significant first.
inline constexpr std::size_t kNumberSize = 4;
void AppendNumber(std::size_t number, std::string& body);
std::uint32_t ReadNumber(std::string_view octets);

// A converter that a peer's greeting offers.
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

// Appends the body of a request: convert `metadata` on `path` by the peer's converter `number`.
void AppendPeerRequest(std::size_t number, Path path, const Metadata& metadata, std::string& body);

// Appends the body of a request for the way back of `request`, an outcome that is not an error.
void AppendWayBackRequest(std::size_t number, const Outcome& request, std::string& body);

// Reads the body of an answer on `path`. An error's entry is Error::kNoEntry: a peer does not say
// it.
void ParsePeerAnswer(Path path, std::string_view body, Outcome& outcome);

// Reads the body of the way back's answer: metadata, sorted by name, or the error that it returns,
// which leaves `metadata` empty.
std::optional<Error> ParseWayBackAnswer(std::string_view body, Metadata& metadata);

Greeting ParseGreeting(std::string_view body);

}  // namespace headerproof
