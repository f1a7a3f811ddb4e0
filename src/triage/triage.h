// Sorts inputs that fuzzers kept: the faults that they show, each once, and the cases without a
// fault, each once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "src/mutants/mutants.h"
#include "src/triage/fault.h"

namespace headerproof {

// A fault, by the smallest case that any input was reduced to.
struct TriagedFault {
  Fault fault;
  std::string file;             // the input that was reduced to it; of several, the first
  std::uint64_t inputs = 0;     // how many showed it
  std::set<std::string> forms;  // the distinct cases that they were reduced to, as text
};

class Triage {
 public:
  // Of the shared implementation, or of `planted` in its place.
  explicit Triage(const Mutant* planted) : finder_(planted) {}

  // Takes one input, any octets, named `file`. True if it shows a fault. Except for the files'
  // names, what is found does not depend on the order of the inputs.
  bool Take(const std::string& file, const std::string& octets);

  // By the names of the faults.
  const std::map<std::string, TriagedFault>& faults() const { return faults_; }

  // The text of each case without a fault, and the first file that had it.
  const std::map<std::string, std::string>& cases() const { return cases_; }

  std::uint64_t inputs() const { return inputs_; }
  std::uint64_t obeying() const { return obeying_; }  // inputs without a fault

 private:
  void Add(Fault fault, const std::string& file);

  FaultFinder finder_;
  std::map<std::string, TriagedFault> faults_;
  std::map<std::string, std::string> cases_;
  std::unordered_map<std::string, std::string> fault_of_;  // by the text of a case that shows one
  std::uint64_t inputs_ = 0;
  std::uint64_t obeying_ = 0;
};

}  // namespace headerproof
