// The store that an application sees, checked against two plain maps: a case is read as operations
// on it.
//
// In rounds: round r visits the entries in their order; an entry that has a value number r stores
// it under its name, or deletes its name if the value is "-"; an entry with no values deletes its
// name in the first round. After each operation the name is looked up as it is spelled, in capitals
// and in lowercase; after all of them both lists are compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "src/converter/metadata.h"
#include "src/fuzzing/counts.h"

namespace headerproof {

// Where the owning or the borrowing store differs from the maps, for the operations of `metadata`:
// printable ASCII; empty if nowhere. Cost is entries and values times the
// logarithm of their count.
std::string HeadersFault(const Metadata& metadata);

// A description of such a fault: the case, best minimized first, what differed, a line that replays
// it, a draft of a test.
std::string DescribeHeadersFault(const Metadata& metadata);

// The smallest case that shows a fault as `metadata` does.
Metadata MinimizeHeadersFault(const Metadata& metadata);

// Checks one input of the target. Does not return if there is a fault: prints the smallest case
// that shows one and aborts.
void FuzzHeaders(FuzzRecorder& recorder, const std::uint8_t* data, std::size_t size);

}  // namespace headerproof
