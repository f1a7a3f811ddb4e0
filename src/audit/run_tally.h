// Evidence from the tally that another process left: a fuzz target, or the RapidCheck properties
// (src/fuzzing/counts.h).
#pragma once

#include <string>

#include "src/evidence/evidence.h"

namespace headerproof {

// Reads the tally in `file` as evidence, stamped with this build's commit: whoever hands it over
// vouches that the process that left it was built from the same sources, as ci/audit.sh does. The
// evidence of target some_name is fuzz-some-name; that of the properties, whose tally is of
// "rapidcheck", is property-rapidcheck. Throws UserError.
Evidence EvidenceOfTally(const std::string& file);

}  // namespace headerproof
