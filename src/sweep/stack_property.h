// What a sweep says of a stack: for each property and place, how many answers bear on it and which
// contradict it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"
#include "src/sweep/sweep.h"

namespace headerproof {

// An answer that the property excludes.
struct PropertyContradiction {
  std::string detail;       // one line, printable ASCII
  Metadata counterexample;  // what the application was shown, or what was sent if that is nothing
};

// One property at one place.
struct StackProperty {
  std::string key;                // PROPERTY/PLACE: "delivers-only-lowercase/request-metadata"
  std::size_t count = 0;          // answers that bear on it
  std::size_t contradicting = 0;  // of them
  // One for each probe case, the shortest names first, at most kMostContradictions.
  std::vector<PropertyContradiction> contradictions{};
};
inline constexpr std::size_t kMostContradictions = 32;

// For each place that was swept, the properties
//   delivers-only-lowercase   no name with an octet 41-5a is shown to the application, whatever
//                             becomes of the call; all answers bear on it
//   refuses-uppercase         a name with an octet 41-5a ends its stream or its connection (RFC
//                             9113 8.2.1 and 8.1.1); probe cases with such a name
//   refuses-malformed         so does any other name that is outside the domain http2; probe cases
//                             with such a name
//   lowercases                where a probe case with an octet 41-5a is delivered, no such octet is
//                             shown; those that were delivered
//   answers                   every probe case was answered in time; all probe cases
// A form in which even a plain name is refused says nothing about names, and is left out.
std::vector<StackProperty> PropertiesOf(const SweepResult& result);

}  // namespace headerproof
