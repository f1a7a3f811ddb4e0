// Evidence of what other programs measured: fuzz targets, and whatever writes a draft. It carries
// the digest of the build that was measured, and not of this one. All throw UserError.
#pragma once

#include <string>
#include <vector>

#include "src/evidence/evidence.h"

namespace headerproof {

// The evidence fuzz-TARGET of one run of a fuzz target: the counts (src/fuzzing/counts.h) that its
// processes left in `files`, all of one target and build, added up. `status` is the exit status, or
// 128+N or -N for the signal N: only a run that ended with 0 and found nothing is finished.
Evidence FuzzEvidence(const std::vector<std::string>& files, int status, double seconds);

// The evidence mutants-fuzz from the results of fuzz targets against mutants:
//
//   {"digest": "5f3c...", "results": [{"engine": "fuzz-order-seeded", "mutant": "fold-bracket",
//                                      "killed": true, "cases": 61, "seconds": 0.094}]}
//
// An engine is "fuzz-TARGET" or, from the seeds, "fuzz-TARGET-seeded". No result may be there
// twice.
Evidence FuzzMutantsEvidence(const std::string& file);

// The evidence of a draft (evidence.h).
Evidence DraftEvidence(const std::string& file);

}  // namespace headerproof
