// The minimizer: reduces a case to a smallest one that still shows what it showed. All engines
// share it; RapidCheck shrinks by the same reductions.
#pragma once

#include <cstddef>
#include <functional>

#include "src/converter/metadata.h"

namespace headerproof {

// Calls visit(reduced) with metadata that are simpler than `metadata`, boldest first, until it
// returns true; returns whether it did. Reductions, in this order: values replaced by neutral ones
// ("x", "y", ... by place, of all entries, of half of them and so on; subtype-bearing ones by the
// shortest that bears one), entries removed,
// values removed, names cut by halves and less, octets of names replaced by 'a' or 'A'. Every chain
// of reductions ends.
bool VisitReductions(const Metadata& metadata,
                     const std::function<bool(const Metadata& reduced)>& visit);

// The most that Minimize asks of `shows`: so many entries, over all cases that it asks about. An
// entry counts once more for every 32 octets of it. A case of a hundred entries is never near it.
inline constexpr std::size_t kMostEntriesAsked = 300'000;

// The end of a chain of reductions for which `shows` holds, entries that do not matter first: no
// single reduction of it still shows. Or, if kMostEntriesAsked ends the search before, the smallest
// that was found; *is_smallest says which, unless it is null.
// Precondition: shows(metadata). The result depends on nothing but the arguments.
Metadata Minimize(Metadata metadata, const std::function<bool(const Metadata& reduced)>& shows,
                  bool* is_smallest = nullptr);

}  // namespace headerproof
