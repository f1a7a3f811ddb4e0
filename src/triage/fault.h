// What is wrong with an input that a fuzzer or a service kept. Faults are distinguished by what
// differs and not by where a program stopped, so that a fault that is found a thousand times is one
// fault.
//
// An input is checked as every fuzz target checks it: the text form; the relations, on both paths
// and in every order; the store of headers. The first of these that it breaks is its fault; of
// several relations, the one that says most (as-predicted first). The input is minimized while it
// breaks that relation on that path, and the fault is named by what the smallest case shows:
//
//   as-predicted-request-field-changed   the relation, the path, and the named differences, if any,
//                                        between what the written rules give and what was given,
//                                        over all policies
//   headers-store, text-form             the two that are not relations
//
// Two inputs show the same fault if the names are equal. Two causes may share a name; then the
// second is found when the first is fixed. An input with two faults shows only the first.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"
#include "src/judge/judge.h"
#include "src/mutants/mutants.h"

namespace headerproof {

struct Fault {
  std::string name;         // octets a-z and '-' alone
  std::string summary;      // what does not hold, in words: printable ASCII, no line's end
  std::string description;  // the case, what differed, how to replay it, a draft of a test

  // The smallest case that shows it; nothing for text-form, which is shown by octets, not by a
  // case.
  std::optional<Metadata> smallest;
};

class FaultFinder {
 public:
  // Finds the faults of the shared implementation, or of `planted` in its place.
  explicit FaultFinder(const Mutant* planted);

  // The fault of a text as such: of how it is read and printed.
  static std::optional<Fault> FindInText(std::string_view octets);

  // The fault of a case. The result depends on nothing but the case.
  std::optional<Fault> Find(const Metadata& metadata);

 private:
  // The violations of `relations` (as in CheckOptions), relation 5 too, by any of the converter
  // sets.
  std::vector<Violation> Violations(const Metadata& metadata, std::uint8_t relations) const;

  // The differences from what the written rules give, over all converter sets and policies.
  DifferenceSet WrongDifferences(Path path, const Metadata& metadata) const;

  const Mutant* planted_;
  std::vector<ConverterSet> converter_sets_;
};

}  // namespace headerproof
