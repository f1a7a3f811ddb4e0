// How many cases an engine needs until the judge notices that a converter set is wrong: the check
// of the checks. Each tries its cases in a fixed order and ends at the first that violates a
// relation.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/engines/golden.h"
#include "src/judge/converters.h"
#include "src/judge/judge.h"

namespace headerproof {

struct KillResult {
  bool killed = false;
  std::uint64_t cases = 0;  // tried; if it was killed, the last of them showed it
  Metadata shown_by{};      // that one, of the engines that ask the relations
};

// Each engine checks the relations of `options` alone; the corpus and enumerated pairs relation 5
// too, if it is among them. Tests leave one out to see what it is needed for.

// A part of the enumerated scopes (enumerate.h), what is likeliest to show something first: names
// of one octet; every pair of special names, those that begin with every seventh entry first; one
// capital in every place of names of up to 130 octets; names of up to three of the octets at which
// lowercasing turns.
KillResult KillByEnumeration(const ConverterSet& converter_set, const CheckOptions& options = {});

// At most `most_cases` of the generator's, from `seed`.
KillResult KillBySample(const ConverterSet& converter_set, std::uint64_t seed,
                        std::uint64_t most_cases, const CheckOptions& options = {});

// A small case in which `converter_set` violates a relation, if enumeration or a long sample shows
// one: what an engine that did not kill it has passed over.
std::optional<Metadata> CaseThatKills(const ConverterSet& converter_set);

// `cases` in their order, in all orders of the entries of each: a corpus, or what a transport
// delivered.
KillResult KillByCases(const ConverterSet& converter_set, std::span<const Metadata> cases,
                       const CheckOptions& options = {});

// Outcomes recorded from the real yarpc-go, before the change and after it, as golden.h compares
// them. The relations are not asked.
KillResult KillByGolden(const ConverterSet& converter_set, std::span<const GoldenRecord> records);

// The cases below `folder`, for KillByCases. Files that are not cases are skipped: other
// engines report them.
std::vector<Metadata> CasesBelow(const std::string& folder);

}  // namespace headerproof
