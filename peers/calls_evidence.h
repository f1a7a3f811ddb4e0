// What real calls delivered, as evidence for the audit.
#pragma once

#include <string>

#include "src/evidence/evidence.h"

namespace headerproof {

// The evidence `id` from the output of grpc-go-calls or yarpc-go-calls (peers/grpc-go/main.go).
// Each call between two good controls on its connection that sent a name with an uppercase letter
// counts once:
//
//   enforced/PLACE     nothing of that name was delivered over the wire, as it was spelled or
//                      lowercased, and the same name in lowercase was. PLACE: request-metadata,
//                      response-headers, trailers, trailers-only
//   lowercases/PLACE   it was delivered, and lowercased: put into a context past the wire
//                      (request-metadata), or over a framer that lets uppercase through
//   keeps/request-metadata   put into a context past the wire, it was delivered as it was spelled
//
// "enforced" is not asked over a lenient framer. "keeps" is asked only of wire-grpc-go-1.38.1,
// which came before grpc-go lowercased; all others are asked whether they lowercase.
// wire-grpc-go-1.39.0 and that one are asked nothing else. A call that shows the opposite
// contradicts the same key with "/" and the stack's name behind it, and what the id has more
// ("lowercases/trailers/grpc-go-lenient"), whatever became of the controls; the first of them are
// kept.
//
// Where a control did not arrive, whole and on its connection, the calls between the two show
// nothing: they count nowhere, and the evidence is of a run that stopped. "control/" and a place as
// the output names it counts the connections whose controls arrived. `command`, `commit` and
// `seconds` are left to the caller. Throws what nlohmann::json throws if `file` is not such output.
Evidence CallsEvidence(const std::string& id, const std::string& file);

}  // namespace headerproof
