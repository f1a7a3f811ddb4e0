// Input mutation for fuzzing: an input is read as a case, changed by the generator where
// conversions are sensitive, and printed again. Mutation of octets breaks names; this brings
// special names together in one case.
//
// Most results are short, some hundred octets, whatever the bound: the cost of an input grows with
// its length, and the faults that it can show hardly do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/cases/choices.h"

namespace headerproof {

// The text of a case like that of `input`, with one to four changes: an entry or a value added,
// dropped, moved or replaced, a name respelled, a second spelling of a name added. Sometimes the
// text is spelled loosely (comments, blank lines, needless escapes), which lenient reading accepts,
// or the case is a new one. At most `most_octets` octets: entries that do not fit are left out.
std::string MutateInput(std::string_view input, Choices& choices, std::size_t most_octets);

// Lines of `b` inserted between two lines of `a`: the entries of both, and where they share a name,
// one entry with the values of both. Neither is read, so this costs a copy. At most `most_octets`
// octets.
std::string CrossInputs(std::string_view a, std::string_view b, Choices& choices,
                        std::size_t most_octets);

}  // namespace headerproof
