#include "src/engines/agree.h"

#include <algorithm>
#include <array>
#include <exception>
#include <mutex>
#include <optional>
#include <string_view>
#include <thread>

#include "src/cases/generator.h"
#include "src/engines/tally.h"
#include "src/judge/describe.h"
#include "src/judge/minimize.h"
#include "src/judge/model.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr std::size_t kOrdersOfMostEntries = 120;
static_assert(kMostEntriesInAnyOrder == 5, "which have so many orders");

// A peer does not say which entry an error is for.
void ForgetEntry(Outcome& outcome) {
  if (outcome.error) outcome.error->entry = Error::kNoEntry;
}

void Convert(const Converter& converter, Path path, const Metadata& metadata, Outcome& outcome) {
  converter.convert(path, metadata, outcome);
  ForgetEntry(outcome);
}

const Converter& SharedConverter(KeyPolicy policy) {
  return *OwningConverters()[static_cast<std::size_t>(policy)];
}

bool FoldsAsAscii(ModelFold fold, const Metadata& metadata) {
  return std::ranges::all_of(metadata, [fold](const Entry& entry) {
    return fold(entry.name) == ModelLowercase(entry.name);
  });
}

// One path of one case: what the peer has to return, from the model and the shared implementation.
class PathComparison {
 public:
  PathComparison(const PeerConverter& peer, Path path, const Metadata& metadata)
      : peer_(peer), path_(path), with_shared_(FoldsAsAscii(peer.fold, metadata)) {}

  void Run(const Metadata& metadata, std::size_t most_orders, Comparison& comparison) {
    if (!peer_.follows_order) {
      VisitOrders(metadata, OrdersThatDecide(metadata),
                  [this](const Metadata& order) { AddPossible(order); });
    }
    VisitOrders(metadata, most_orders, [&](const Metadata& order) {
      if (peer_.follows_order) {
        possible_.clear();
        AddPossible(order);
      }
      Outcome actual;
      Convert(peer_.converter, path_, order, actual);
      ++comparison.outcomes[static_cast<std::size_t>(path_)];
      if (with_shared_) ++comparison.with_shared;
      if (fault_.empty() && std::ranges::find(possible_, actual) == possible_.end()) {
        fault_ = Fault(actual);
      }
    });
    if (!fault_.empty()) {
      comparison.violations.push_back({Relation::kAsPredicted, path_, std::move(fault_)});
    }
  }

  // How many orders have every outcome between them; 0: it is not known.
  std::size_t OrdersThatDecide(const Metadata& metadata) const {
    if (metadata.size() <= kMostEntriesInAnyOrder) return kOrdersOfMostEntries;
    const bool is_one =
        with_shared_ && !FindOrderReasons(path_, peer_.converter.policy, metadata).any();
    return is_one ? 1 : 0;
  }

 private:
  // Adds the outcome of the model in this order; the shared implementation must have the same.
  void AddPossible(const Metadata& order) {
    const KeyPolicy policy = peer_.converter.policy;
    Outcome predicted;
    ModelConvert(path_, policy, order, predicted, peer_.fold);
    ForgetEntry(predicted);
    if (with_shared_) {
      Outcome shared;
      Convert(SharedConverter(policy), path_, order, shared);
      if (fault_.empty() && shared != predicted) {
        fault_ = "the shared implementation is not what the model predicts: " +
                 DescribeContrast(predicted, shared);
      }
    }
    if (std::ranges::find(possible_, predicted) == possible_.end()) {
      possible_.push_back(std::move(predicted));
    }
  }

  std::string Fault(const Outcome& actual) const {
    const std::string contrast = DescribeContrast(possible_.front(), actual);
    if (peer_.follows_order) {
      return peer_.converter.name + " is not what the model predicts: " + contrast;
    }
    return peer_.converter.name + " returned what the model predicts for no order; for the first " +
           contrast;
  }

  const PeerConverter& peer_;
  Path path_;
  bool with_shared_;
  std::vector<Outcome> possible_;
  std::string fault_;
};

// The errors of the way back over all orders of the headers: it stops at the first reserved name.
std::vector<Error> PossibleWayBackErrors(const Outcome& request) {
  std::vector<Error> errors;
  for (const HeaderPair& header : request.headers) {
    Outcome alone;
    alone.headers = {header};
    Metadata ignored;
    if (auto error = ModelToMetadata(alone, ignored)) {
      error->entry = Error::kNoEntry;
      errors.push_back(std::move(*error));
    }
  }
  return errors;
}

void CompareWayBack(const PeerConverter& peer, const Metadata& metadata, Comparison& comparison) {
  Outcome request;
  ModelConvert(Path::kRequest, peer.converter.policy, metadata, request, peer.fold);
  if (!request.ok()) return;
  Metadata expected;
  const bool fails = ModelToMetadata(request, expected).has_value();
  std::ranges::sort(expected, {}, &Entry::name);
  Metadata actual;
  const std::optional<Error> error = (*peer.converter.way_back)(request, actual);
  std::ranges::sort(actual, {}, &Entry::name);
  ++comparison.ways_back;
  const std::vector<Error> possible = PossibleWayBackErrors(request);
  const bool agrees = fails ? error && std::ranges::find(possible, *error) != possible.end()
                            : !error && actual == expected;
  if (agrees) return;
  comparison.violations.push_back({Relation::kRoundTrip, Path::kRequest,
                                   peer.converter.name +
                                       " turns the request into other metadata than the model, or "
                                       "into another error"});
}

bool IsLike(const Violation& a, const Violation& b) {
  return a.relation == b.relation && a.path == b.path;
}

// Adds `found` unless one like it, of the same converter, is as small.
void Keep(Disagreement found, std::vector<Disagreement>& kept) {
  const auto like = std::ranges::find_if(kept, [&found](const Disagreement& other) {
    return other.converter == found.converter && IsLike(other.violation, found.violation);
  });
  if (like == kept.end()) {
    kept.push_back(std::move(found));
  } else if (IsSmaller(found.counterexample, like->counterexample)) {
    *like = std::move(found);
  }
}

Agreement NothingCompared(const std::vector<PeerConverter>& peers) {
  Agreement agreement;
  for (const PeerConverter& peer : peers) {
    Agreement::Row row;
    row.converter = peer.converter.name;
    row.policy = peer.converter.policy;
    row.follows_order = peer.follows_order;
    agreement.rows.push_back(std::move(row));
  }
  return agreement;
}

// Compares `metadata` with every converter that follows the order, or with every one that does not.
void CompareAll(const std::vector<PeerConverter>& peers, bool follows_order,
                const Metadata& metadata, Agreement& agreement) {
  for (std::size_t i = 0; i < peers.size(); ++i) {
    if (peers[i].follows_order != follows_order) continue;
    const Comparison comparison = Compare(peers[i], metadata);
    ++agreement.rows[i].cases;
    agreement.rows[i].Add(comparison);
    agreement.violations += comparison.violations.size();
    for (const Violation& violation : comparison.violations) {
      Keep({peers[i].converter.name, violation, metadata}, agreement.disagreements);
    }
  }
}

void AddTo(Agreement& sum, const Agreement& part) {
  sum.violations += part.violations;
  for (const Disagreement& found : part.disagreements) Keep(found, sum.disagreements);
  for (std::size_t i = 0; i < sum.rows.size(); ++i) {
    sum.rows[i].cases += part.rows[i].cases;
    sum.rows[i].Add(part.rows[i]);
  }
}

// The violation like `like` that a case shows for a peer, if any. A peer that iterates at random is
// asked often: what it shows in few orders must not be lost while the case is reduced.
std::optional<Violation> Shows(const PeerConverter& peer, const Metadata& metadata,
                               const Violation& like) {
  const int times = peer.follows_order ? 1 : 16;
  for (int i = 0; i < times; ++i) {
    const Comparison comparison = Compare(peer, metadata);
    const auto shown = std::ranges::find_if(
        comparison.violations, [&like](const Violation& other) { return IsLike(other, like); });
    if (shown != comparison.violations.end()) return *shown;
  }
  return std::nullopt;
}

void MinimizeCounterexample(const PeerConverter& peer, Disagreement& found) {
  const Violation like = found.violation;
  if (!Shows(peer, found.counterexample, like)) return;  // random, and not seen again
  found.counterexample = Minimize(found.counterexample, [&](const Metadata& reduced) {
    return Shows(peer, reduced, like).has_value();
  });
  if (auto violation = Shows(peer, found.counterexample, like)) found.violation = *violation;
}

}  // namespace

Comparison Compare(const PeerConverter& peer, const Metadata& metadata, std::size_t most_orders) {
  Comparison comparison;
  for (const Path path : kPaths) {
    PathComparison of_path(peer, path, metadata);
    if (!peer.follows_order && of_path.OrdersThatDecide(metadata) == 0) {
      comparison.passed_over[static_cast<std::size_t>(path)] = true;
    } else {
      of_path.Run(metadata, most_orders, comparison);
    }
  }
  if (peer.converter.way_back) CompareWayBack(peer, metadata, comparison);
  return comparison;
}

void ComparisonCounts::Add(const ComparisonCounts& other) {
  for (std::size_t path = 0; path < 2; ++path) outcomes[path] += other.outcomes[path];
  with_shared += other.with_shared;
  ways_back += other.ways_back;
}

std::uint64_t Agreement::CountComparisons(bool follows_order) const {
  std::uint64_t count = 0;
  for (const Row& row : rows) {
    if (row.follows_order == follows_order) count += row.comparisons();
  }
  return count;
}

Agreement Agree(const std::vector<PeerConverter>& peers, const AgreementOptions& options,
                const Progress& progress) {
  const auto offers = [&peers](bool follows_order) {
    return std::ranges::any_of(peers, [follows_order](const PeerConverter& peer) {
      return peer.follows_order == follows_order;
    });
  };
  const double share = !offers(true) ? 1.0 : !offers(false) ? 0.0 : options.any_order_share;
  const auto any_order =
      static_cast<std::uint64_t>(share * static_cast<double>(options.comparisons));
  const std::array<std::uint64_t, 2> wanted = {any_order, options.comparisons - any_order};

  std::vector<Agreement> parts(options.threads, NothingCompared(peers));
  std::mutex mutex;
  bool stopped = false;
  std::exception_ptr failure;
  std::uint64_t done = 0;
  // Cases from a seed of its own, until the part has its share of both kinds.
  const auto work = [&](std::size_t number) {
    Agreement& part = parts[number];
    SeededChoices choices(options.seed + number);
    std::uint64_t reported = 0;
    for (const bool follows_order : {true, false}) {
      const std::uint64_t target =
          (wanted[follows_order ? 1 : 0] + options.threads - 1) / options.threads;
      for (std::uint64_t step = 0; part.CountComparisons(follows_order) < target; ++step) {
        CompareAll(peers, follows_order, GeneratePeerMetadata(choices), part);
        if (step % 256 != 0) continue;
        const std::scoped_lock lock(mutex);
        const std::uint64_t compared = part.CountComparisons(true) + part.CountComparisons(false);
        done += compared - reported;
        reported = compared;
        stopped = stopped || !progress(std::min(done, options.comparisons), options.comparisons);
        if (stopped) return;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (std::size_t number = 0; number < options.threads; ++number) {
      threads.emplace_back([&, number] {
        try {
          work(number);
        } catch (...) {
          const std::scoped_lock lock(mutex);
          stopped = true;
          failure = std::current_exception();
        }
      });
    }
  }
  if (failure) std::rethrow_exception(failure);

  Agreement agreement = NothingCompared(peers);
  agreement.complete = !stopped;
  for (const Agreement& part : parts) AddTo(agreement, part);
  for (Disagreement& found : agreement.disagreements) {
    const auto peer = std::ranges::find(peers, found.converter,
                                        [](const PeerConverter& p) { return p.converter.name; });
    MinimizeCounterexample(*peer, found);
  }
  return agreement;
}

}  // namespace headerproof
