// From the wire to the outcome: what a stack delivered is judged under all four key policies. Where
// canonicalizing and direct differ, everything from the octets on the wire to the consequences is
// kept.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/judge/difference.h"
#include "src/sweep/sweep.h"

namespace headerproof {

// One delivery that makes a difference.
struct EndToEnd {
  Place place = Place::kRequestMetadata;
  std::string form;                       // on the wire
  std::string wire;                       // the field's octets there, in hex
  Metadata delivered;                     // to the application
  std::vector<Difference> differences;    // canonicalizing to direct
  std::vector<std::string> consequences;  // one sentence for each difference
};

// A relation of the judge that does not hold of what was delivered.
struct DeliveredViolation {
  std::string detail;
  std::string counterexample;  // case text
};

struct EndToEndResult {
  std::string stack;
  std::size_t converted = 0;                   // deliveries that went through the policies
  std::size_t differing = 0;                   // of them
  std::array<std::size_t, 4> by_place{};       // differing, by place
  std::vector<DeliveredViolation> violations;  // none is expected
  // For each place and each set of differences, the first delivery that has it, shortest name
  // first.
  std::vector<EndToEnd> examples;
};

EndToEndResult ConvertDelivered(const SweepResult& result);

// The octets of the probe case's fields in a header block, in hex, in this form.
std::string WireHex(const ProbeCase& probe_case, const WireForm& form);

}  // namespace headerproof
