// Which engine killed which mutant, as evidence. Of an engine E and a mutant M:
//
//   counts     cases/E/M      E killed M, at that case
//              survived/E/M   E did not, in so many, though it can express M
//              beyond/E/M     1: E cannot express M, or M is equivalent; a note says why
//              killed/E, beyond/E   how many mutants that is true of
//   durations  E/M            seconds of processor time: they vary from run to run
//
// A mutant that survived contradicts "survived/E", with a case that shows the mutant and that E did
// not try or notice; without one, if none is known or E tried nothing.
#pragma once

#include <string>
#include <vector>

#include "src/engines/matrix.h"
#include "src/evidence/evidence.h"

namespace headerproof {

// Fills count, counts, durations, contradictions and notes of `evidence` from `results`.
void AddMutationResults(const std::vector<MutationResult>& results, Evidence& evidence);

// The evidence mutants-ENGINE of one engine that is a program of its own, for StampEvidence(). A
// mutant without a result survived in no cases.
Evidence MutationEvidence(const std::string& engine, std::vector<MutationResult> results);

// The evidence mutants-fuzz, of the engines "fuzz-TARGET" and, from the seeds,
// "fuzz-TARGET-seeded". A target checks one or two relations: a mutant that neither a search nor a
// seed shows to it is beyond it. The engine "fuzz" is the target that killed a mutant first,
// without seeds: only what survives them all is a contradiction.
Evidence FuzzMutationEvidence(std::vector<MutationResult> results);

}  // namespace headerproof
