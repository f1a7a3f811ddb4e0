// Our answers to a client: header blocks as a gRPC server would send them, with a probe case's
// fields at the end of the block that the place names.
#pragma once

#include <cstddef>
#include <cstdint>

#include "src/http2/raw_connection.h"
#include "src/sweep/asking.h"

namespace headerproof {

// The status that a plain answer carries at a place: OK, but for an answer of trailers only, which
// has no message and so is FAILED_PRECONDITION.
constexpr int PlainStatus(Place place) {
  return place == Place::kTrailersOnly ? 9 : 0;
}

// True if the event is a request's header block.
bool IsRequest(const Event& event);

// The number at the end of the request's path ("/hp/NUMBER"); 0 if there is none.
std::size_t CallNumber(const Event& event);

// Queues a whole answer on `stream` that asks `item` at `place`; the empty message where the place
// allows one.
void QueueAnswer(Place place, std::uint32_t stream, const Item& item, RawConnection& connection);

// QueueAnswer in two steps, for a client that is to be heard in between: an answer up to the
// probe case's block, and, for the place response-headers, what follows it.
void QueueBeginning(Place place, std::uint32_t stream, const Item& item, RawConnection& connection);
void QueueEnd(std::uint32_t stream, RawConnection& connection);

}  // namespace headerproof
