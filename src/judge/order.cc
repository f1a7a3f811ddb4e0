#include "src/judge/order.h"

#include <algorithm>
#include <array>
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

void ForgetEntry(Outcome& outcome) {
  if (outcome.error) outcome.error->entry = Error::kNoEntry;
}

void AddDistinct(const Outcome& outcome, std::vector<Outcome>& outcomes) {
  if (!outcome.ok()) {
    Outcome forgetful = outcome;
    ForgetEntry(forgetful);
    if (std::ranges::find(outcomes, forgetful) == outcomes.end()) {
      outcomes.push_back(std::move(forgetful));
    }
  } else if (std::ranges::find(outcomes, outcome) == outcomes.end()) {
    outcomes.push_back(outcome);
  }
}

// Relation 5 on one path. The model is asked once for each rule that it has for these names: where
// policies share a rule and obey it, they share their outcomes.
class PathOrder {
 public:
  PathOrder(Path path, const ConverterSet& converter_set, const Metadata& metadata)
      : path_(path), converters_(converter_set), metadata_(metadata) {
    const bool is_lowercase = MetadataDomain(metadata) <= Domain::kLowercase;
    for (std::size_t i = 0; i < kKeyPolicyCount; ++i) {
      const auto policy = static_cast<KeyPolicy>(i);
      rule_[i] = is_lowercase || policy == KeyPolicy::kGuarded ? 0 : i;
    }
  }

  void Check(std::size_t most, std::vector<Violation>& violations) {
    VisitOrders(metadata_, most, [&](const Metadata& permuted) { CheckOne(permuted, violations); });
    for (std::size_t i = 0; i < kKeyPolicyCount; ++i) {
      const auto policy = static_cast<KeyPolicy>(i);
      if (distinct_[i].size() < 2 || FindOrderReasons(path_, policy, metadata_).any()) continue;
      violations.push_back({Relation::kOrder, path_,
                            converters_[i]->name +
                                " depends on the order of the entries without a reason: " +
                                DescribeContrast(distinct_[i][0], distinct_[i][1])});
    }
  }

 private:
  void CheckOne(const Metadata& permuted, std::vector<Violation>& violations) {
    for (std::size_t i = 0; i < kKeyPolicyCount; ++i) {
      if (rule_[i] == i) {
        ModelConvert(path_, static_cast<KeyPolicy>(i), permuted, predicted_[i]);
      }
      const Outcome& predicted = predicted_[rule_[i]];
      if (converters_[i]->convert.Gives(path_, permuted, predicted)) {
        if (rule_[i] == i) AddDistinct(predicted, distinct_[i]);
        continue;
      }
      converters_[i]->convert(path_, permuted, outcome_);
      AddDistinct(outcome_, distinct_[i]);
      if (outcome_ == predicted || is_reported_[i]) continue;
      is_reported_[i] = true;
      violations.push_back({Relation::kOrder, path_,
                            converters_[i]->name +
                                " is not what the model predicts in some order: " +
                                DescribeContrast(predicted, outcome_)});
    }
  }

  Path path_;
  const ConverterSet& converters_;
  const Metadata& metadata_;
  std::array<std::size_t, kKeyPolicyCount> rule_{};  // the first policy with the same rule here
  std::array<Outcome, kKeyPolicyCount> predicted_;
  std::array<std::vector<Outcome>, kKeyPolicyCount> distinct_;
  std::array<bool, kKeyPolicyCount> is_reported_{};
  Outcome outcome_;
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

std::vector<Violation> CheckOrder(const ConverterSet& converter_set, const Metadata& metadata,
                                  std::size_t most) {
  std::vector<Violation> violations;
  for (const Path path : kPaths) PathOrder(path, converter_set, metadata).Check(most, violations);
  return violations;
}

}  // namespace headerproof
