// Mutation for fuzzing that works on cases: an input is read as a case, changed where conversions
// are sensitive, by the generator, and printed again. Octet mutation breaks names; this one makes
// special names meet.
//
// Most mutations are short, some hundred octets, whatever the bound: what an input costs grows with
// its length, and the faults that it can show hardly do.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "src/cases/choices.h"

namespace headerproof {

// The text of a case like that of `input`, with one to four changes: an entry or a value added,
// dropped, moved or replaced, a name respelled, a rival beside it. Now and then the text is spelled
// loosely (comments, blank lines, needless escapes), which lenient reading takes as well, or the
// case is a new one. At most `most_octets` octets: entries that do not fit are left out.
std::string MutateCase(std::string_view input, Choices& choices, std::size_t most_octets);

// Lines of `b` set between two lines of `a`: the entries of both, and where they share a name, one
// entry with the values of both. Neither is read, so this costs a copy. At most `most_octets`
// octets.
std::string CrossCases(std::string_view a, std::string_view b, Choices& choices,
                       std::size_t most_octets);

}  // namespace headerproof
