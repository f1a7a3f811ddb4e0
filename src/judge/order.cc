#include "src/judge/order.h"

#include <algorithm>
#include <numeric>
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

// Calls visit with `most` orders of positions when there are too many to visit all.
template <class Visit>
void VisitSomeOrders(Positions positions, std::size_t most, const Visit& visit) {
  const std::size_t size = positions.size();
  std::size_t visited = 0;
  for (int direction = 0; direction < 2; ++direction) {
    for (std::size_t turn = 0; turn < size; ++turn) {
      if (visited++ == most) return;
      visit(positions);
      std::rotate(positions.begin(), positions.begin() + 1, positions.end());
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

// What an outcome is where the order of the entries is not known: an error's entry depends on it.
Outcome WithoutEntry(Outcome outcome) {
  if (outcome.error) outcome.error->entry = Error::kNoEntry;
  return outcome;
}

void CheckOrderOf(const Converter& converter, Path path, const Metadata& metadata, std::size_t most,
                  std::vector<Violation>& violations) {
  std::string fault;
  OutcomeSet outcomes;
  VisitOrders(metadata, most, [&](const Metadata& permuted) {
    Outcome expected;
    ModelConvert(path, converter.policy, permuted, expected);
    Outcome actual;
    converter.convert(path, permuted, actual);
    if (fault.empty() && actual != expected) fault = DescribeContrast(expected, actual);
    AddOutcome(actual, outcomes);
  });
  if (!fault.empty()) {
    violations.push_back(
        {Relation::kOrder, path,
         converter.name + " is not what the model predicts in some order: " + fault});
  }
  if (outcomes.size() > 1 && !FindOrderReasons(path, converter.policy, metadata).any()) {
    violations.push_back({Relation::kOrder, path,
                          converter.name +
                              " depends on the order of the entries without a reason: " +
                              DescribeContrast(outcomes[0], outcomes[1])});
  }
}

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
  if (!IsAmong(outcomes, outcome)) outcomes.push_back(WithoutEntry(outcome));
}

bool IsAmong(const OutcomeSet& outcomes, const Outcome& outcome) {
  return std::ranges::find(outcomes, WithoutEntry(outcome)) != outcomes.end();
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
  std::vector<Violation> violations;
  for (const Path path : kPaths) {
    for (const Converter* const converter : converter_set) {
      CheckOrderOf(*converter, path, metadata, most, violations);
    }
  }
  return violations;
}

}  // namespace headerproof
