// What every engine does with a case: judges it, for one converter set or several, and counts.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "src/converter/metadata.h"
#include "src/engines/tally.h"
#include "src/judge/judge.h"
#include "src/judge/order.h"

namespace headerproof {

class Examiner {
 public:
  explicit Examiner(const std::vector<ConverterSet>& converter_sets,
                    const CheckOptions& options = {});

  // Judges one case; true if every relation was obeyed. With `most_orders`, relation 5 too, on so
  // many orders of its entries.
  bool Examine(const Metadata& metadata, std::size_t most_orders = 0);

  // The violations of `metadata`, over all converter sets and relations; counts nothing.
  std::vector<Violation> Violations(const Metadata& metadata) const;

  const Tally& tally() const { return tally_; }

  // Of the case that was examined last, from canonicalizing to direct.
  DifferenceSet differences(Path path) const {
    return differences_[static_cast<std::size_t>(path)];
  }

 private:
  void Count(const Metadata& metadata, const Judgement& judgement);
  void Record(const Metadata& metadata, const std::vector<Violation>& violations);

  std::vector<ConverterSet> converter_sets_;
  CheckOptions options_;
  Tally tally_;
  std::array<DifferenceSet, 2> differences_;  // by path
};

// Reduces the counterexamples of `tally`, which was made with `converter_sets`, to smallest ones.
// For the end of a run: on the sum of its parts, so that the result does not depend on the parts.
void MinimizeCounterexamples(const std::vector<ConverterSet>& converter_sets, Tally& tally);

// The two forms of the shared implementation: what is examined unless something else is asked for.
std::vector<ConverterSet> OwnConverterSets();

}  // namespace headerproof
