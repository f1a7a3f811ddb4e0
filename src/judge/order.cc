#include "src/judge/order.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "src/cases/choices.h"
#include "src/judge/describe.h"
#include "src/judge/model.h"

namespace headerproof {
namespace {

using Positions = std::vector<std::size_t>;

// size!, or `most` + 1 if that is more.
std::size_t CountOrders(std::size_t size, std::size_t most) {
  std::size_t count = 1;
  for (std::size_t i = 2; i <= size && count <= most; ++i) count *= i;
  return std::min(count, most + 1);
}

// Calls visit with `most` orders of positions when there are too many to visit all: a third are
// rotations, a third rotations of the reverse, if there are so many, and the rest are shuffles.
template <class Visit>
void VisitSomeOrders(Positions positions, std::size_t most, const Visit& visit) {
  const std::size_t size = positions.size();
  const std::size_t turns = std::clamp(most / 3, std::size_t{1}, size);
  std::size_t visited = 0;
  for (int direction = 0; direction < 2; ++direction) {
    Positions turned = positions;
    for (std::size_t turn = 0; turn < turns; ++turn) {
      if (visited++ == most) return;
      visit(turned);
      std::ranges::rotate(turned, turned.begin() + 1);
    }
    std::ranges::reverse(positions);
  }
  SeededChoices choices(size);
  while (visited++ < most) {
    for (std::size_t i = size; i > 1; --i) {
      std::swap(positions[i - 1], positions[choices.Below(static_cast<std::uint32_t>(i))]);
    }
    visit(positions);
  }
}

// Whether two outcomes are equal where the order of the entries is not known: an error's entry
// depends on it.
bool EqualButEntry(const Outcome& left, const Outcome& right) {
  if (left.ok() || right.ok()) return left == right;
  return left.error->code == right.error->code && left.error->message == right.error->message &&
         left.fields == right.fields && left.headers == right.headers &&
         left.original_headers == right.original_headers;
}

// One conversion in one order after another: what it should not have returned.
class OrderWatch {
 public:
  OrderWatch(const Converter& converter, Path path) : converter_(converter), path_(path) {}

  // `expected` and `actual` lend their room.
  void See(const Metadata& permuted, Outcome& expected, Outcome& actual) {
    ModelConvert(path_, converter_.policy, permuted, expected);
    converter_.convert(path_, permuted, actual);
    if (fault_.empty() && actual != expected) fault_ = DescribeContrast(expected, actual);
    if (!first_) {
      first_ = actual;
    } else if (!other_ && !EqualButEntry(actual, *first_)) {
      other_ = actual;
    }
  }

  void Report(const Metadata& metadata, std::vector<Violation>& violations) const {
    if (!fault_.empty()) {
      violations.push_back(
          {Relation::kOrder, path_,
           converter_.name + " is not what the model predicts in some order: " + fault_});
    }
    if (other_ && !FindOrderReasons(path_, converter_.policy, metadata).any()) {
      violations.push_back({Relation::kOrder, path_,
                            converter_.name +
                                " depends on the order of the entries without a reason: " +
                                DescribeContrast(*first_, *other_)});
    }
  }

 private:
  const Converter& converter_;
  Path path_;
  std::string fault_;
  std::optional<Outcome> first_;
  std::optional<Outcome> other_;  // the first that is not `first_`
};

}  // namespace

void VisitOrders(const Metadata& metadata, std::size_t most,
                 const std::function<void(const Metadata& permuted)>& visit) {
  Positions positions(metadata.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  Metadata permuted(metadata.size());
  const auto visit_positions = [&](const Positions& order) {
    for (std::size_t i = 0; i < order.size(); ++i) permuted[i] = metadata[order[i]];
    visit(permuted);
  };
  if (CountOrders(metadata.size(), most) > most) {
    VisitSomeOrders(positions, most, visit_positions);
    return;
  }
  do {
    visit_positions(positions);
  } while (std::next_permutation(positions.begin(), positions.end()));
}

OrderReasons FindOrderReasons(Path path, KeyPolicy policy, const Metadata& metadata) {
  const bool lowercases = policy == KeyPolicy::kCanonicalizing || policy == KeyPolicy::kGuarded;
  OrderReasons reasons;
  std::set<std::string> lowercased_names;
  std::size_t errors = 0;
  bool empty_encoding = false;
  bool content_type = false;
  for (const auto& [name, values] : metadata) {
    const std::string lowercased = ModelLowercase(name);
    if (!lowercased_names.insert(lowercased).second) reasons.collision = true;
    const std::string& key = lowercases ? lowercased : name;
    const bool skipped = path == Path::kResponse && ModelIsReserved(key);
    const bool refused = policy == KeyPolicy::kRejecting && lowercased != name;
    if (refused || (values.size() > 1 && !skipped)) ++errors;
    if (values.size() != 1 || path == Path::kResponse) continue;
    if (key == "rpc-encoding" && values[0].empty()) empty_encoding = true;
    if (key == "content-type" && !ModelSubtype(values[0]).empty()) content_type = true;
  }
  reasons.competing_errors = errors > 1;
  reasons.encoding = empty_encoding && content_type;
  return reasons;
}

void AddOutcome(const Outcome& outcome, OutcomeSet& outcomes) {
  if (IsAmong(outcomes, outcome)) return;
  outcomes.push_back(outcome);
  if (!outcome.ok()) outcomes.back().error->entry = Error::kNoEntry;
}

bool IsAmong(const OutcomeSet& outcomes, const Outcome& outcome) {
  return std::ranges::any_of(outcomes,
                             [&](const Outcome& other) { return EqualButEntry(other, outcome); });
}

OutcomeSet OutcomesOverOrders(const Converter& converter, Path path, const Metadata& metadata,
                              std::size_t most) {
  OutcomeSet outcomes;
  VisitOrders(metadata, most, [&](const Metadata& permuted) {
    Outcome outcome;
    converter.convert(path, permuted, outcome);
    AddOutcome(outcome, outcomes);
  });
  return outcomes;
}

std::vector<Violation> CheckOrder(const ConverterSet& converter_set, const Metadata& metadata,
                                  std::size_t most) {
  std::vector<OrderWatch> watches;
  for (const Path path : kPaths) {
    for (const Converter* const converter : converter_set) watches.emplace_back(*converter, path);
  }
  Outcome expected;
  Outcome actual;
  VisitOrders(metadata, most, [&](const Metadata& permuted) {
    for (OrderWatch& watch : watches) watch.See(permuted, expected, actual);
  });
  std::vector<Violation> violations;
  for (const OrderWatch& watch : watches) watch.Report(metadata, violations);
  return violations;
}

}  // namespace headerproof
