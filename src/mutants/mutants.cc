#include "src/mutants/mutants.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace headerproof {
namespace {

std::vector<Converter> MakeConverters(const Mutant& mutant) {
  const auto rules = std::make_shared<Rules>();
  if (mutant.change) mutant.change(*rules);
  const auto way_back =
      std::make_shared<const WayBack>([rules](const Outcome& request, Metadata& metadata) {
        return ToMetadataByRules(*rules, request, metadata);
      });
  std::vector<Converter> converters;
  for (const KeyPolicy policy : kKeyPolicies) {
    converters.push_back({std::string(mutant.name) + "-" + std::string(KeyPolicyName(policy)),
                          std::string(mutant.summary), policy,
                          [rules, policy](Path path, const Metadata& metadata, Outcome& outcome) {
                            ConvertByRules(*rules, path, policy, metadata, outcome);
                          },
                          way_back});
  }
  return converters;
}

}  // namespace

std::span<const Mutant> AllMutants() {
  static const std::vector<Mutant> mutants = [] {
    std::vector<Mutant> all;
    for (const auto& table : {OctetMutants(), NameMutants(), ValueMutants(), EncodingMutants(),
                              HeaderMutants(), GuardedMutants()}) {
      all.insert(all.end(), table.begin(), table.end());
    }
    return all;
  }();
  return mutants;
}

const Mutant* FindMutant(std::string_view name) {
  const auto found = std::ranges::find(AllMutants(), name, &Mutant::name);
  return found == AllMutants().end() ? nullptr : &*found;
}

ConverterSet MutantConverters(const Mutant& mutant) {
  static std::mutex mutex;
  static std::map<std::string_view, std::vector<Converter>> made;
  const std::scoped_lock lock(mutex);
  std::vector<Converter>& converters = made[mutant.name];
  if (converters.empty()) converters = MakeConverters(mutant);
  ConverterSet converter_set{};
  for (std::size_t i = 0; i < converter_set.size(); ++i) converter_set[i] = &converters[i];
  return converter_set;
}

ConverterSet UnmutatedConverters() {
  return MutantConverters({"unmutated", "is the written rules", nullptr});
}

}  // namespace headerproof
