// How many cases an engine needs until the judge notices something wrong with a suite: the check of
// the checks. Each tries its cases in a fixed order and ends at the first that violates a relation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "src/judge/converters.h"

namespace headerproof {

// The number of cases tried, the last of which showed it; nothing if none did.
using CasesToCatch = std::optional<std::uint64_t>;

// A part of the enumerated scopes: names of one octet, lanes of up to nine octets, and the pairs of
// special names that begin with every seventh entry, so that all names and shapes have their turn.
CasesToCatch CatchByEnumeration(const Suite& suite);

// At most `most_cases` of the generator's, from `seed`.
CasesToCatch CatchBySample(const Suite& suite, std::uint64_t seed, std::uint64_t most_cases);

// The cases below `folder`. Files that are no cases are passed over: it is not for this engine to
// complain about them.
CasesToCatch CatchByCorpus(const Suite& suite, const std::string& folder);

}  // namespace headerproof
