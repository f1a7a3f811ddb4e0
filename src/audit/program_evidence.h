// Evidence of what other programs measured: fuzz targets, and whatever writes a draft. It carries
// the digest of the build that was measured, and not of this one. All throw UserError.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/evidence/evidence.h"

namespace headerproof {

// One run of a fuzz target.
struct FuzzRun {
  std::string target;
  std::vector<std::string> counts;  // files that its processes left (src/fuzzing/counts.h)
  int status = 0;                   // its exit status; 128+N or -N for the signal N
  double seconds = 0;
  std::optional<std::string> finding;  // the file of an input that it ended on
};

// The evidence fuzz-TARGET of a run: its counts, all of one target and build, added up. A run that
// was stopped (by INT, TERM or KILL) shows nothing. One that died otherwise, or found something, is
// a contradiction, whose counterexample is the finding, or how it ended.
Evidence FuzzEvidence(const FuzzRun& run);

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
