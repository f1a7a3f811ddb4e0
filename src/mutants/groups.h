// The tables that mutants.cc makes one list of.
#pragma once

#include <span>

#include "src/mutants/mutants.h"

namespace headerproof {

std::span<const Mutant> OctetMutants();
std::span<const Mutant> NameMutants();
std::span<const Mutant> ValueMutants();
std::span<const Mutant> EncodingMutants();
std::span<const Mutant> HeaderMutants();
std::span<const Mutant> GuardedMutants();

}  // namespace headerproof
