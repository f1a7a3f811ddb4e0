// Mutants: wrong converters on purpose, each one idea away from the written rules. An engine that
// does not notice one of them proves little when it finds nothing.
//
// They are in tables, one file for each part of the rules: which octets are lowercased (octets.cc),
// which names are special (names.cc), values (values.cc), the encoding (encoding.cc), headers and
// the way back (headers.cc), and what guarded and rejecting look at (guarded.cc). A mutant is one
// entry of one table: nothing else has to be changed to add one.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/judge/converters.h"
#include "src/mutants/rules.h"

namespace headerproof {

// What a case needs to show a mutant, where not every engine has it (express.h).
enum Takes : std::uint32_t {
  kTakesPolicy = 1U << 0,        // guarded or rejecting: before and after the change are both right
  kTakesWayBack = 1U << 1,       // turning a request into metadata
  kTakesOrder = 1U << 2,         // knowing in which order entries were taken
  kTakesErrorEntry = 1U << 3,    // knowing for which entry an error is
  kTakesNoValues = 1U << 4,      // an entry without values
  kTakesEmptyValue = 1U << 5,    // an empty value
  kTakesCapitalValue = 1U << 6,  // a value with a capital
  kTakesRichValues = 1U << 7,    // values of other shapes, content-types among them
  kTakesHighOctets = 1U << 8,    // a name with octets above 7f
  kTakesLetters = 1U << 9,       // a name with letters of other alphabets, in UTF-8
  kTakesControls = 1U << 10,     // a name with control octets
  kTakesNamesOver32 = 1U << 11,  // a name of more than 32 octets
  kTakesNamesOver64 = 1U << 12,  // a name of more than 64 octets
  kTakesBarePrefix = 1U << 13,   // the name "rpc" or "rpc-"
  kTakesNameOfFour = 1U << 14,   // a name of four octets that is not a misspelled special one
  kTakesSeveralMisspelled = 1U << 15,       // several values under a name with a capital
  kTakesContentTypeAndEncoding = 1U << 16,  // both in one metadata
  kTakesFourEntries = 1U << 17,             // or more, of chosen names
  kTakesManyEntries = 1U << 18,             // more than sixteen
};

struct Mutant {
  std::string_view name;     // for HEADERPROOF_PLANTED_MUTANT and reports: a-z, 0-9 and '-'
  std::string_view summary;  // what it does wrong: a clause whose subject is the mutant

  std::function<void(Rules& rules)> change;  // makes the written rules wrong

  std::uint32_t takes = 0;  // Takes, together

  // If it is equivalent, that is, if no case tells it from the written rules: why. A few are, to
  // show that engines do not kill what is not wrong.
  std::string_view equivalent_because = {};
};

// A change that replaces one part of the rules.
template <class Part, class Wrong>
std::function<void(Rules& rules)> Replace(Part Rules::* part, Wrong wrong) {
  return [part, wrong](Rules& rules) { rules.*part = wrong; };
}

// The tables.
std::vector<Mutant> OctetMutants();
std::vector<Mutant> NameMutants();
std::vector<Mutant> ValueMutants();
std::vector<Mutant> EncodingMutants();
std::vector<Mutant> HeaderMutants();
std::vector<Mutant> GuardedMutants();

// All of them, in this order.
std::span<const Mutant> AllMutants();

// The mutant named `name`, or null.
const Mutant* FindMutant(std::string_view name);

// `mutant` under the four key policies, with its way back, for the judge. Made on the first call;
// lives as long as the process.
ConverterSet MutantConverters(const Mutant& mutant);

// The same of the written rules, unchanged: they obey every relation.
ConverterSet UnmutatedConverters();

}  // namespace headerproof
