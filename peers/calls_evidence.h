// What real calls delivered, as evidence for the audit.
#pragma once

#include <string>

#include "src/evidence/evidence.h"

namespace headerproof {

// The evidence `id` from the output of grpc-go-calls or yarpc-go-calls (peers/grpc-go/main.go), of
// which each call that sent a name with an uppercase letter counts once:
//
//   enforced/PLACE                 nothing of that name was delivered over the wire, as it was
//   spelled
//                                  or lowercased. PLACE: request-metadata, response-headers,
//                                  trailers, trailers-only
//   lowercases/request-metadata    put past the wire, it was delivered lowercased
//
// A call that shows the opposite contradicts the same key with "/" and the stack's name behind it.
// One whose kind was sent in lowercase too, as KIND-lowercase, and did not arrive even so, shows
// nothing and counts nowhere. "control/" and a place as the output names it counts that plain
// lowercase names arrived. `command`, `commit` and `seconds` are left to the caller. Throws what
// nlohmann::json throws if `file` is not such output.
Evidence CallsEvidence(const std::string& id, const std::string& file);

}  // namespace headerproof
