// Relation 5. yarpc-go iterates a map, so what it may return for a metadata is a set: the outcomes
// over all orders of the entries. There is more than one only for three reasons, which are
// findings.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "src/converter/convert.h"
#include "src/converter/metadata.h"
#include "src/converter/outcome.h"
#include "src/judge/converters.h"
#include "src/judge/judge.h"

namespace headerproof {

// All orders of up to four entries.
inline constexpr std::size_t kMostOrders = 24;

// How many orders a case of so many entries is judged in, at most. In each order every converter
// takes every entry: where there are many, few orders cost as much as all of a small case.
constexpr std::size_t OrdersToTry(std::size_t entries) {
  constexpr std::size_t kManyEntries = 100;
  return entries <= kManyEntries ? kMostOrders : kMostOrders / 6;
}

// Calls visit(permuted) with orders of `metadata`, the one given first: all, in lexicographic order
// of positions, if there are at most `most`; otherwise `most` of them, fixed for a size: rotations,
// rotations of the reverse, and shuffles from a fixed seed, about a third each.
void VisitOrders(const Metadata& metadata, std::size_t most,
                 const std::function<void(const Metadata& permuted)>& visit);

// Why the outcome of a conversion may depend on the order of the entries.
struct OrderReasons {
  bool collision = false;         // names are one once lowercased: the last write wins
  bool competing_errors = false;  // two entries are errors: the first ends the conversion
  bool encoding = false;          // an empty rpc-encoding and a content-type that has a subtype

  bool any() const { return collision || competing_errors || encoding; }
};
OrderReasons FindOrderReasons(Path path, KeyPolicy policy, const Metadata& metadata);

// The distinct outcomes of a conversion whose order is not known, first seen first. Errors are for
// no entry (Error::kNoEntry): which it is depends on the order.
using OutcomeSet = std::vector<Outcome>;

// Adds `outcome`, unless it is there.
void AddOutcome(const Outcome& outcome, OutcomeSet& outcomes);

// Whether `outcome` is one of `outcomes`, for whatever entry its error is.
bool IsAmong(const OutcomeSet& outcomes, const Outcome& outcome);

// The outcomes over at most `most` orders.
OutcomeSet OutcomesOverOrders(const Converter& converter, Path path, const Metadata& metadata,
                              std::size_t most);

// Checks relation 5 on both paths: in each order each policy gives what the model gives, and where
// there is more than one outcome, a reason holds.
std::vector<Violation> CheckOrder(const ConverterSet& converter_set, const Metadata& metadata,
                                  std::size_t most);

}  // namespace headerproof
