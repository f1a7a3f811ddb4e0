// The store that an application sees, checked against two plain maps: a case is read as operations
// on it.
//
// In rounds: round r visits the entries in their order; an entry that has a value number r stores
// it under its name, or deletes its name if the value is "-"; an entry with no values deletes its
// name in the first round. After each operation the name is looked up as it is spelled, in capitals
// and in lowercase; after all of them both lists are compared.
#pragma once

#include <cstdint>
#include <string>

#include "src/converter/metadata.h"
#include "src/engines/fuzz_tally.h"

namespace headerproof {

// What the owning or the borrowing store does otherwise than the maps, for the operations that
// `metadata` stands for: printable ASCII; empty if nothing. Cost is entries and values times the
// logarithm of their count.
std::string HeadersFault(const Metadata& metadata);

class FuzzHeaders {
 public:
  explicit FuzzHeaders(std::string target);

  // Does not return if there is a fault: prints the smallest case that shows one and aborts.
  void Run(const std::uint8_t* data, std::size_t size);

 private:
  FuzzRecorder recorder_;
};

}  // namespace headerproof
