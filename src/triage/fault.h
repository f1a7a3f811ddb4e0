// Triage: what is wrong with an input that a fuzzer or a service kept, told apart by what differs
// and not by where a program stopped, so that a fault that is found a thousand times is one fault.
//
// An input is put to every question of every target: the text form; the relations, on both paths
// and in every order; the store of headers. What it breaks of these first is its fault; of several
// relations, the most telling (as-predicted before all). The input is minimized as long as it
// breaks that relation on that path, and the fault is named by what the smallest case shows:
//
//   as-predicted-request-field-changed   the relation, the path, and, as far as there are any, the
//                                        named differences between what the written rules give and
//                                        what was given, over all policies
//   headers-store, text-form             the two questions that are not the judge's
//
// Two inputs show the same fault if the names are equal. Two causes may share a name; then the
// second one is met when the first is mended. An input with two faults shows the first alone.
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

  // The smallest case that shows it; nothing for text-form, which octets show that are no case.
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

  // What was given otherwise than the written rules give it, over all converter sets and policies.
  DifferenceSet WrongDifferences(Path path, const Metadata& metadata) const;

  const Mutant* planted_;
  std::vector<ConverterSet> converter_sets_;
};

}  // namespace headerproof
