// The matrix of engines and mutants as evidence. Of an engine E and a mutant M:
//
//   counts     cases/E/M     E killed M, at that case
//              survived/E/M   E did not, in so many, though it can express M
//              beyond/E/M    1: E cannot express M, or nobody can tell M apart; a note says why
//              killed/E, beyond/E   how many mutants that is true of
//   durations  E/M           seconds of processor time: they vary from run to run
//
// A mutant that survived contradicts "survived/E".
#pragma once

#include <string>
#include <vector>

#include "src/audit/run.h"
#include "src/engines/matrix.h"
#include "src/evidence/evidence.h"

namespace headerproof {

// The engines that take no other program: enumeration, sampling, the corpus, the outcomes recorded
// from yarpc-go, and what gRPC C++ delivers, if it is linked in.
EngineRun MutantsRun(const QuickOptions& options);

// Fills count, counts, durations, contradictions and notes of `evidence` from `results`.
void AddMutationResults(const std::vector<MutationResult>& results, Evidence& evidence);

// The evidence of what other programs left in `file` as text (engines/matrix.h), stamped with this
// build's commit as a tally is. Of one engine E it is mutants-E. Of fuzz targets, "fuzz-TARGET"
// and from the seeds "fuzz-TARGET-seeded", it is mutants-fuzz: a mutant that no seed shows to a
// target is beyond it, and the engine "fuzz" is the target that killed a mutant first, without
// seeds: only what survives them all is a contradiction. Throws UserError.
Evidence EvidenceOfMatrix(const std::string& file);

}  // namespace headerproof
