// What bench/yarpc_go.sh measured, as evidence for the audit.
#pragma once

#include <string>

#include "src/evidence/evidence.h"

namespace headerproof {

// The evidence "benchmark-yarpc-go" from yarpc_go_bench.json. For each path and count of entries it
// counts 1 of "saves/PATH/ENTRIES" if yarpc-go takes less processor time after the change than
// before it, and 1 of "costs/PATH/ENTRIES" if it takes more, with p below 0.05; more contradicts
// that it saves, and the case of `cases` (a folder) that has so many entries is the counterexample.
// Throws UserError.
Evidence BenchmarkEvidence(const std::string& file, const std::string& cases);

}  // namespace headerproof
