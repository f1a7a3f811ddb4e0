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
      std::ranges::rotate(positions, positions.begin() + 1);
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

void ForgetEntry(Outcome& outcome) {
  if (outcome.error) outcome.error->entry = Error::kNoEntry;
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
  } while (std::ranges::next_permutation(positions).found);
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

std::vector<Outcome> OutcomesOverOrders(const Converter& converter, Path path,
                                        const Metadata& metadata, std::size_t most) {
  std::vector<Outcome> outcomes;
  VisitOrders(metadata, most, [&](const Metadata& permuted) {
    Outcome outcome;
    converter.convert(path, permuted, outcome);
    ForgetEntry(outcome);
    if (std::ranges::find(outcomes, outcome) == outcomes.end()) {
      outcomes.push_back(std::move(outcome));
    }
  });
  return outcomes;
}

std::vector<Violation> CheckOrder(const Suite& suite, const Metadata& metadata, std::size_t most) {
  std::vector<Violation> violations;
  for (const Path path : kPaths) {
    for (const Converter* converter : suite) {
      const auto report = [&](std::string detail) {
        violations.push_back({Relation::kOrder, path, converter->name + std::move(detail)});
      };
      std::vector<Outcome> distinct;
      Outcome predicted;
      bool as_predicted = true;
      VisitOrders(metadata, most, [&](const Metadata& permuted) {
        Outcome outcome;
        converter->convert(path, permuted, outcome);
        ModelConvert(path, converter->policy, permuted, predicted);
        if (as_predicted && outcome != predicted) {
          as_predicted = false;
          report(" is not what the model predicts in some order: " +
                 DescribeContrast(predicted, outcome));
        }
        ForgetEntry(outcome);
        if (std::ranges::find(distinct, outcome) == distinct.end()) {
          distinct.push_back(std::move(outcome));
        }
      });
      if (distinct.size() > 1 && !FindOrderReasons(path, converter->policy, metadata).any()) {
        report(" depends on the order of the entries without a reason: " +
               DescribeContrast(distinct[0], distinct[1]));
      }
    }
  }
  return violations;
}

}  // namespace headerproof
