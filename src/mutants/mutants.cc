#include "src/mutants/mutants.h"

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "src/mutants/groups.h"

namespace headerproof {
namespace {

// A converter set, and what it points to.
struct OwnedSuite {
  Rules rules;
  std::vector<Converter> converters;
};

ConverterSet MakeSuite(std::string_view name, std::string_view summary, const Rules& rules) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<OwnedSuite>, std::less<>> made;
  const std::scoped_lock lock(mutex);
  std::unique_ptr<OwnedSuite>& owned = made[std::string(name)];
  if (!owned) {
    owned = std::make_unique<OwnedSuite>();
    owned->rules = rules;
    const Rules& kept = owned->rules;
    const auto way_back =
        std::make_shared<const WayBack>([&kept](const Outcome& request, Metadata& metadata) {
          return ToMetadataByRules(kept, request, metadata);
        });
    for (const KeyPolicy policy : kKeyPolicies) {
      owned->converters.push_back(
          {.name = std::string(name) + "-" + std::string(KeyPolicyName(policy)),
           .summary = std::string(summary),
           .policy = policy,
           .convert =
               [&kept, policy](Path path, const Metadata& metadata, Outcome& outcome) {
                 ConvertByRules(kept, path, policy, metadata, outcome);
               },
           .way_back = way_back});
    }
  }
  ConverterSet converter_set{};
  for (std::size_t i = 0; i < converter_set.size(); ++i) converter_set[i] = &owned->converters[i];
  return converter_set;
}

}  // namespace

const std::vector<MutantGroup>& MutantGroups() {
  static const std::vector<MutantGroup> groups = {
      {"octets", OctetMutants()},      {"names", NameMutants()},     {"values", ValueMutants()},
      {"encoding", EncodingMutants()}, {"headers", HeaderMutants()}, {"guarded", GuardedMutants()}};
  return groups;
}

std::span<const Mutant> AllMutants() {
  static const std::vector<Mutant> mutants = [] {
    std::vector<Mutant> all;
    for (const auto& [name, of_group] : MutantGroups()) {
      all.insert(all.end(), of_group.begin(), of_group.end());
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
  Rules rules = WrittenRules();
  mutant.change(rules);
  return MakeSuite(mutant.name, mutant.summary, rules);
}

ConverterSet UnmutatedConverters() {
  return MakeSuite("unmutated", "the written rules", WrittenRules());
}

}  // namespace headerproof
