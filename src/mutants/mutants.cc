#include "src/mutants/mutants.h"

#include <array>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace headerproof {
namespace {

// Every octet changed by `change`.
template <class Change>
std::string MapOctets(std::string name, const Change& change) {
  for (char& c : name) c = change(c);
  return name;
}

bool IsEncodingOf(const Outcome& request, std::string_view encoding) {
  return request.fields[5] == encoding;
}

// True if the field that `name` names is not empty.
bool HasField(const Outcome& request, std::string_view name) {
  return !request.fields[*RuleField(name)].empty();
}

constexpr auto kMutants = std::to_array<Mutant>({
    {"fold-misses-last-octet", "leaves the last octet of a name as it is", "",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         if (name.empty()) return name;
         return RuleFold(name.substr(0, name.size() - 1)) + name.back();
       };
     }},
    {"fold-or-20", "sets bit 20 of every octet of a name", "",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         return MapOctets(name, [](char c) { return static_cast<char>(c | 0x20); });
       };
     }},
    {"fold-bracket", "lowercases '[' to '{', one octet after the letters", "",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         return MapOctets(RuleFold(name), [](char c) { return c == '[' ? '{' : c; });
       };
     }},
    {"value-second-as-first", "takes the second of several values, where it should stop", "",
     [](Rules& rules) {
       rules.take = [](const std::vector<std::string>& values) -> Taken {
         if (values.empty()) return {Taken::Kind::kSkip};
         return {Taken::Kind::kValue, values.size() > 1 ? values[1] : values[0]};
       };
     }},
    {"header-first-wins", "keeps the first of two values that are stored under one name", "",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         store.items.emplace(folded, value);
         store.original_items.emplace(key, value);
       };
     }},
    {"field-ignores-empty", "leaves a field as it was when its entry's value is empty", "",
     [](Rules& rules) {
       rules.set_field = [](const std::string& value, std::string& field) {
         if (!value.empty()) field = value;
       };
     }},
    {"three-names-with-encoding",
     "loses the shard key when caller, shard key and routing delegate meet the encoding proto",
     "needs four entries and the encoding proto; the scopes go to three, with another encoding",
     [](Rules& rules) {
       rules.finish = [](Path path, Outcome& outcome) {
         if (path == Path::kRequest && HasField(outcome, "rpc-caller") &&
             HasField(outcome, "rpc-shard-key") && HasField(outcome, "rpc-routing-delegate") &&
             IsEncodingOf(outcome, "proto")) {
           outcome.fields[*RuleField("rpc-shard-key")].clear();
         }
       };
     }},
});

// A suite, and what it points to.
struct OwnedSuite {
  Rules rules;
  std::vector<Converter> converters;
};

Suite MakeSuite(std::string_view name, std::string_view summary, const Rules& rules) {
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
  Suite suite{};
  for (std::size_t i = 0; i < suite.size(); ++i) suite[i] = &owned->converters[i];
  return suite;
}

}  // namespace

std::span<const Mutant> AllMutants() {
  return kMutants;
}

const Mutant* FindMutant(std::string_view name) {
  for (const Mutant& mutant : kMutants) {
    if (mutant.name == name) return &mutant;
  }
  return nullptr;
}

Suite MutantSuite(const Mutant& mutant) {
  Rules rules = WrittenRules();
  mutant.change(rules);
  return MakeSuite(mutant.name, mutant.summary, rules);
}

Suite UnmutatedSuite() {
  return MakeSuite("unmutated", "the written rules", WrittenRules());
}

}  // namespace headerproof
