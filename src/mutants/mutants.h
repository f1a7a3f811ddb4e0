// Mutants: wrong converters on purpose, each one idea away from the written rules. An engine that
// would not notice one of them proves little when it finds nothing.
#pragma once

#include <span>
#include <string_view>

#include "src/judge/converters.h"
#include "src/mutants/rules.h"

namespace headerproof {

struct Mutant {
  std::string_view name;     // as HEADERPROOF_SUSPECT and reports name it
  std::string_view summary;  // what it does wrong: a clause whose subject is the mutant

  // Why the scopes of enumeration cannot show it; empty if they can.
  std::string_view beyond_scopes;

  void (*change)(Rules& rules);  // makes the written rules wrong
};

// The one list of mutants.
std::span<const Mutant> AllMutants();

// The mutant named `name`, or null.
const Mutant* FindMutant(std::string_view name);

// What the judge judges: `mutant` under the four key policies, and its way back. Made when first
// asked for; lives as long as the process.
Suite MutantSuite(const Mutant& mutant);

// The same of the written rules, unchanged: obeys everything.
Suite UnmutatedSuite();

}  // namespace headerproof
