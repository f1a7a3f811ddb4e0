// What an engine counted, as evidence.
#pragma once

#include <string>

#include "src/converter/convert.h"
#include "src/engines/tally.h"
#include "src/evidence/evidence.h"
#include "src/judge/judge.h"

namespace headerproof {

// The key under which what was checked of `relation` is counted and contradicted: the relation's
// name, and for all but paths-agree and round-trip the path after a slash.
std::string RelationKey(Relation relation, Path path);

// The same for the part of `transparent` whose names are all in the domain http2.
std::string TransparentHttp2Key(Path path);

// Fills count, counts, classes, differences and contradictions of `evidence` from `tally`, whose
// cases were checked on both paths. A violation of `transparent` whose counterexample is in the
// domain http2 contradicts that part as well.
void AddTally(const Tally& tally, Evidence& evidence);

}  // namespace headerproof
