// Agreement of peers with the model, and through it with the shared implementation: the real
// system does what the written rules say.
//
//   order by order  a converter that takes entries in the order given: its outcome equals the
//                   model's, for each case in each order
//   membership      any other: each of its outcomes is the model's for some order. The entries are
//                   given in many orders. Of more entries than can be tried in all orders, a case
//                   is compared where no order decides: then there is one outcome
//
// The way back, of a peer that has one, is compared on the request that the model makes of each
// case: the same metadata, or an error that the model gives for some order of the headers.
//
// The model lowercases as the peer says that it does, so names with octets above 7f are compared
// too. Where that fold and ASCII's agree on all names of a case, the shared implementation must
// return the same outcome.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/cases/choices.h"
#include "src/converter/metadata.h"
#include "src/engines/progress.h"
#include "src/judge/judge.h"
#include "src/peers/peer.h"

namespace headerproof {

// What was compared.
struct ComparisonCounts {
  std::array<std::uint64_t, 2> outcomes{};  // by path: outcomes of the peer
  std::uint64_t with_shared = 0;            // of those, with the shared implementation too
  std::uint64_t ways_back = 0;

  std::uint64_t comparisons() const { return outcomes[0] + outcomes[1] + ways_back; }
  void Add(const ComparisonCounts& other);
};

// The comparison of one case.
struct Comparison : ComparisonCounts {
  std::vector<Violation> violations;  // as-predicted, at most one for each path; round-trip
  std::array<bool, 2> passed_over{};  // by path: whether its outcome was not compared
};

// Compares on both paths, in at most `most_orders` orders. The outcome of a converter that follows
// no order is passed over if a case of more than kMostEntriesInAnyOrder entries has more than one,
// or may have, for a lowercasing other than ASCII's.
inline constexpr std::size_t kMostEntriesInAnyOrder = 5;
Comparison Compare(const PeerConverter& peer, const Metadata& metadata,
                   std::size_t most_orders = 24);

// A metadata as GenerateMetadata makes it, of up to four entries; in half of them, what Go's
// lowercasing by code point is sensitive to: letters of other alphabets, U+0130 and U+212A (which
// lowercase to ASCII) in place of i and k, octets that are not UTF-8.
Metadata GeneratePeerMetadata(Choices& choices);

struct AgreementOptions {
  std::uint64_t comparisons = 100'000;  // at least so many, in all
  double any_order_share = 0.2;         // the part of them with converters that follow no order
  std::uint64_t seed = 1;               // the same seed and threads, the same cases
  std::size_t threads = 2;
};

// A violation, its converter, and the smallest case that was found to show it.
struct Disagreement {
  std::string converter;
  Violation violation;
  Metadata counterexample;
};

struct Agreement {
  struct Row : ComparisonCounts {
    std::string converter;
    KeyPolicy policy = KeyPolicy::kCanonicalizing;
    bool follows_order = false;
    std::uint64_t cases = 0;
  };
  std::vector<Row> rows;  // one for each converter
  std::uint64_t violations = 0;
  std::vector<Disagreement> disagreements;  // one for each converter, relation and path; minimized
  bool complete = false;                    // false if `progress` ended it

  std::uint64_t CountComparisons(bool follows_order) const;
};

// Compares random cases until there are enough, each with all `peers` of its kind. Throws
// PeerError.
Agreement Agree(const std::vector<PeerConverter>& peers, const AgreementOptions& options,
                const Progress& progress);

}  // namespace headerproof
