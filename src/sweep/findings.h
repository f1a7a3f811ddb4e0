// What a sweep says of claims about names: counts, and whatever contradicts them.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"
#include "src/sweep/sweep.h"

namespace headerproof {

// Something that a claim says cannot be.
struct WireContradiction {
  std::string detail;  // one line, printable ASCII
  Metadata
      counterexample;  // what the application was shown; what was asked, if it was shown nothing
};

// One claim at one place.
struct WireFinding {
  std::string key;                // CLAIM/PLACE: "delivers-only-lowercase/request-metadata"
  std::size_t count = 0;          // answers that the claim speaks of
  std::size_t contradicting = 0;  // of them
  std::vector<WireContradiction> contradictions{};  // one for each probe case, the shortest names
                                                    // first, at most kMostContradictions
};
inline constexpr std::size_t kMostContradictions = 32;

// For each place that was asked, the claims
//   delivers-only-lowercase   no name with an octet 41-5a is shown to the application, whatever
//                             becomes of the call; of all answers
//   refuses-uppercase         a name with an octet 41-5a ends its stream or its connection (RFC
//   9113
//                             8.2.1 and 8.1.1); of probe cases with such a name
//   refuses-malformed         so does any other name that is outside the domain http2; of probe
//   cases
//                             with such a name
//   lowercases                where a probe case with an octet 41-5a is delivered, no such octet is
//                             shown; of those that were delivered
//   answers                   every probe case was answered in time; of all probe cases
// A form in which even a plain name is refused says nothing about names, and is left out.
std::vector<WireFinding> FindingsOf(const SweepResult& result);

// The finding under `key`, or null.
const WireFinding* FindFinding(const std::vector<WireFinding>& findings, std::string_view key);

}  // namespace headerproof
