#include "src/triage/triage.h"

#include <optional>
#include <utility>

#include "src/cases/text.h"
#include "src/engines/tally.h"

namespace headerproof {

bool Triage::Take(const std::string& file, const std::string& octets) {
  ++inputs_;
  if (auto fault = FaultFinder::FindInText(octets)) {
    Add(std::move(*fault), file);
    return true;
  }
  const Metadata metadata = ParseCaseLeniently(octets);
  std::string text = PrintCase(metadata);
  if (const auto seen = fault_of_.find(text); seen != fault_of_.end()) {
    ++faults_.at(seen->second).inputs;
    return true;
  }
  if (!cases_.contains(text)) {
    if (auto fault = finder_.Find(metadata)) {
      fault_of_.emplace(std::move(text), fault->name);
      Add(std::move(*fault), file);
      return true;
    }
    cases_.emplace(std::move(text), file);
  }
  ++obeying_;
  return false;
}

void Triage::Add(Fault fault, const std::string& file) {
  TriagedFault& known = faults_[fault.name];
  ++known.inputs;
  if (fault.smallest) known.forms.insert(PrintCase(*fault.smallest));
  const bool is_smaller =
      fault.smallest && known.fault.smallest && IsSmaller(*fault.smallest, *known.fault.smallest);
  if (known.inputs > 1 && !is_smaller) return;
  known.fault = std::move(fault);
  known.file = file;
}

}  // namespace headerproof
