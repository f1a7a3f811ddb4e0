// Which evidence an audit judges by, where there is more than one file of an id.
#pragma once

#include <vector>

#include "src/evidence/evidence.h"

namespace headerproof {

// What an audit reads, each file once.
struct EvidenceFiles {
  std::vector<StoredEvidence> own;      // of the report's folder, by the audit's own engines
  std::vector<StoredEvidence> copied;   // of the report's folder, as an earlier audit copied it
  std::vector<StoredEvidence> further;  // of further folders, in their order
  std::vector<StoredEvidence> recorded;
};

// The evidence to judge by, in the order of ids:
//
// - Two files of one id and digest show the same, times aside, or UserError names both.
// - A copy gives way to what a further folder has, unless it is of this build and contradicts
//   something that the other does not: then UserError names both.
// - Evidence of this build replaces older evidence, and what a run made replaces what is recorded.
// But
//   a contradiction stays until a finished run of the same engine for this build replaces it.
// - Recorded evidence of this build and what a run showed are the same, or UserError names both.
// What
//   ran for a time may count more or less.
std::vector<StoredEvidence> ChooseEvidence(const EvidenceFiles& files);

}  // namespace headerproof
