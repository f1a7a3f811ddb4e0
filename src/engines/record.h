// Records golden outcomes (engines/golden.h) from the real yarpc-go, and checks whether a recording
// still holds. With a recording, a machine without Go can check the model against the real system.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/engines/golden.h"
#include "src/peers/peer.h"

namespace headerproof {

// The peers that a recording is of: yarpc-go before and after the change, as it iterates at random,
// and the ordered variants of both. Null where a peer does not offer them.
struct RecordedPeers {
  const PeerConverter* before = nullptr;
  const PeerConverter* after = nullptr;
  const PeerConverter* before_ordered = nullptr;
  const PeerConverter* after_ordered = nullptr;

  bool complete() const { return before && after && before_ordered && after_ordered; }
};
RecordedPeers FindRecordedPeers(const std::vector<PeerConverter>& peers);

// `count` metadata of at most four entries and 240 octets of text, distinct: of the random ones
// from `seed`, those that are first to show a combination of input classes, of differences between
// the versions on either path, and of how many outcomes the orders give; then second ones, and so
// on. With `unicode`, only metadata that lowercasing by code point and by octet change differently;
// without, none of that kind.
std::vector<Metadata> ChooseForRecording(std::size_t count, std::uint64_t seed, bool unicode);

// What yarpc-go returns for `metadata`, which has at most four entries: its entries inserted in
// every order, each converted `runs` times, since Go's small maps rotate rather than permute.
GoldenRecord Record(const RecordedPeers& peers, std::string name, const Metadata& metadata,
                    int runs);

// What of a record no longer holds; empty if all of it does. The outcomes of the ordered variants
// over all orders must be the recorded sets exactly, and those of the others must be in them. A
// record of more than four entries is not checked.
std::vector<GoldenFault> CheckRecord(const RecordedPeers& peers, const GoldenRecord& record);

}  // namespace headerproof
