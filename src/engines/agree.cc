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

constexpr std::size_t kMostEntries = 4;

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
      VisitOrders(metadata, kMostOrders, [this](const Metadata& order) { AddPossible(order); });
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

// The errors of the way back, over all orders of the headers: it stops at the first reserved name.
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
  bool agrees = fails == error.has_value();
  if (agrees && fails) {
    const std::vector<Error> possible = PossibleWayBackErrors(request);
    agrees = std::ranges::find(possible, *error) != possible.end();
  } else if (agrees) {
    agrees = actual == expected;
  }
  if (agrees) return;
  comparison.violations.push_back({Relation::kRoundTrip, Path::kRequest,
                                   peer.converter.name +
                                       " turns the request into other metadata than the model, or "
                                       "into another error"});
}

// The first of `violations` that has the relation and the path of `like`, or null.
const Violation* FindLike(const std::vector<Violation>& violations, const Violation& like) {
  const auto found = std::ranges::find_if(violations, [&like](const Violation& violation) {
    return violation.relation == like.relation && violation.path == like.path;
  });
  return found == violations.end() ? nullptr : &*found;
}

// Adds `found` unless there is one like it of the same converter that is no larger.
void Keep(Disagreement found, std::vector<Disagreement>& kept) {
  for (Disagreement& other : kept) {
    if (other.converter != found.converter || !FindLike({other.violation}, found.violation)) {
      continue;
    }
    if (IsSmaller(found.counterexample, other.counterexample)) other = std::move(found);
    return;
  }
  kept.push_back(std::move(found));
}

// What one thread does: cases from a seed of its own, until it has its share of both kinds.
class Worker {
 public:
  Worker(const std::vector<PeerConverter>& peers, std::uint64_t seed)
      : peers_(peers), choices_(seed) {
    for (const PeerConverter& peer : peers) {
      rows_.push_back({.converter = peer.converter.name,
                       .policy = peer.converter.policy,
                       .follows_order = peer.follows_order});
    }
  }

  // How much was compared so far with converters that do, or do not, follow the order.
  std::uint64_t Comparisons(bool follows_order) const { return compared_[follows_order ? 1 : 0]; }

  // Compares one more case with every converter of the kind.
  void Step(bool follows_order) {
    const Metadata metadata = GeneratePeerMetadata(choices_);
    for (std::size_t i = 0; i < peers_.size(); ++i) {
      if (peers_[i].follows_order != follows_order) continue;
      const Comparison comparison = Compare(peers_[i], metadata);
      Agreement::Row& row = rows_[i];
      const std::uint64_t before = row.comparisons();
      ++row.cases;
      for (std::size_t path = 0; path < 2; ++path) row.outcomes[path] += comparison.outcomes[path];
      row.with_shared += comparison.with_shared;
      row.ways_back += comparison.ways_back;
      compared_[follows_order ? 1 : 0] += row.comparisons() - before;
      violations_ += comparison.violations.size();
      for (const Violation& violation : comparison.violations) {
        Keep({row.converter, violation, metadata}, disagreements_);
      }
    }
  }

  const std::vector<Agreement::Row>& rows() const { return rows_; }

  void AddTo(Agreement& agreement) const {
    agreement.violations += violations_;
    for (const Disagreement& found : disagreements_) Keep(found, agreement.disagreements);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      Agreement::Row& row = agreement.rows[i];
      row.cases += rows_[i].cases;
      for (std::size_t path = 0; path < 2; ++path) row.outcomes[path] += rows_[i].outcomes[path];
      row.with_shared += rows_[i].with_shared;
      row.ways_back += rows_[i].ways_back;
    }
  }

 private:
  const std::vector<PeerConverter>& peers_;
  SeededChoices choices_;
  std::vector<Agreement::Row> rows_;
  std::array<std::uint64_t, 2> compared_{};
  std::uint64_t violations_ = 0;
  std::vector<Disagreement> disagreements_;
};

// The violation like `like` that a case shows for a peer, if any. Where the peer iterates at
// random, a case is asked often: what it shows once in many orders it must not lose while it is
// reduced.
std::optional<Violation> Shows(const PeerConverter& peer, const Metadata& metadata,
                               const Violation& like) {
  const int times = peer.follows_order ? 1 : 16;
  for (int i = 0; i < times; ++i) {
    const Comparison comparison = Compare(peer, metadata);
    if (const Violation* violation = FindLike(comparison.violations, like)) return *violation;
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
  if (metadata.size() > kMostEntries && !peer.follows_order) return comparison;
  for (const Path path : kPaths) {
    PathComparison(peer, path, metadata).Run(metadata, most_orders, comparison);
  }
  if (peer.converter.way_back) CompareWayBack(peer, metadata, comparison);
  return comparison;
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

  std::vector<Worker> workers;
  for (std::size_t i = 0; i < options.threads; ++i) workers.emplace_back(peers, options.seed + i);
  std::mutex mutex;
  bool stopped = false;
  std::exception_ptr failure;
  std::uint64_t done = 0;
  const auto work = [&](Worker& worker) {
    std::uint64_t reported = 0;
    for (const bool follows_order : {true, false}) {
      const std::uint64_t target =
          (wanted[follows_order ? 1 : 0] + options.threads - 1) / options.threads;
      for (std::uint64_t step = 0; worker.Comparisons(follows_order) < target; ++step) {
        worker.Step(follows_order);
        if (step % 256 != 0) continue;
        const std::scoped_lock lock(mutex);
        const std::uint64_t compared = worker.Comparisons(true) + worker.Comparisons(false);
        done += compared - reported;
        reported = compared;
        stopped = stopped || !progress(std::min(done, options.comparisons), options.comparisons);
        if (stopped) return;
      }
    }
  };
  {
    std::vector<std::jthread> threads;
    for (Worker& worker : workers) {
      threads.emplace_back([&] {
        try {
          work(worker);
        } catch (...) {
          const std::scoped_lock lock(mutex);
          stopped = true;
          failure = std::current_exception();
        }
      });
    }
  }
  if (failure) std::rethrow_exception(failure);

  Agreement agreement;
  agreement.complete = !stopped;
  agreement.rows = Worker(peers, 0).rows();
  for (const Worker& worker : workers) worker.AddTo(agreement);
  for (Disagreement& found : agreement.disagreements) {
    const auto peer = std::ranges::find(peers, found.converter,
                                        [](const PeerConverter& p) { return p.converter.name; });
    MinimizeCounterexample(*peer, found);
  }
  return agreement;
}

}  // namespace headerproof
