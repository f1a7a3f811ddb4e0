// Mutants: wrong converters on purpose, each one idea away from the written rules. An engine that
// would not notice one of them proves little when it finds nothing.
//
// They stand in tables, one for each part of the rules: which octets are lowercased (octets.cc),
// which names are special (names.cc), values (values.cc), the encoding (encoding.cc), headers and
// the way back (headers.cc), and what guarded and rejecting look at (guarded.cc).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "src/judge/converters.h"
#include "src/mutants/rules.h"

namespace headerproof {

// What it takes to show a mutant, where not every engine has it.
enum Takes : std::uint32_t {
  kTakesPolicy = 1U << 0,        // guarded or rejecting: before and after the change are both right
  kTakesWayBack = 1U << 1,       // turning a request into metadata
  kTakesOrder = 1U << 2,         // knowing in which order entries were taken
  kTakesErrorEntry = 1U << 3,    // knowing for which entry an error is
  kTakesNoValues = 1U << 4,      // an entry without values
  kTakesEmptyValue = 1U << 5,    // an empty value
  kTakesCapitalValue = 1U << 6,  // a value with a capital
  kTakesRichValues = 1U << 7,    // values of other shapes still, content-types among them
  kTakesHighOctets = 1U << 8,    // a name with octets above 7f
  kTakesLetters = 1U << 9,       // a name with letters of other alphabets, in UTF-8
  kTakesControls = 1U << 10,     // a name with control octets
  kTakesNamesOver32 = 1U << 11,  // a name of more than 32 octets
  kTakesNamesOver64 = 1U << 12,  // a name of more than 64 octets
  kTakesBarePrefix = 1U << 13,   // the name "rpc" or "rpc-"
  kTakesNameOfFour = 1U << 14,   // a name of four octets that is no special one misspelled
  kTakesSeveralMisspelled = 1U << 15,          // several values under a name with a capital
  kTakesContentTypeBesideEncoding = 1U << 16,  // both in one metadata
  kTakesFourEntries = 1U << 17,                // or more, of chosen names
  kTakesManyEntries = 1U << 18,                // more than sixteen
};

struct Mutant {
  std::string_view name;     // as HEADERPROOF_PLANTED_MUTANT and reports name it: a-z, 0-9 and '-'
  std::string_view summary;  // what it does wrong: a clause whose subject is the mutant

  void (*change)(Rules& rules);  // makes the written rules wrong

  std::uint32_t takes = 0;  // Takes, together

  // Why no case can tell it from the written rules; empty for all but a few, which show what a
  // silent engine looks like.
  std::string_view same_because = {};
};

// The one list of mutants, by their groups.
std::span<const Mutant> AllMutants();

struct MutantGroup {
  std::string_view name;  // "octets", "names", ...
  std::span<const Mutant> mutants;
};
const std::vector<MutantGroup>& MutantGroups();

// The mutant named `name`, or null.
const Mutant* FindMutant(std::string_view name);

// What the judge judges: `mutant` under the four key policies, and its way back. Made when first
// asked for; lives as long as the process.
ConverterSet MutantConverters(const Mutant& mutant);

// The same of the written rules, unchanged: obeys everything.
ConverterSet UnmutatedConverters();

}  // namespace headerproof
