// Mutants that keep headers otherwise, take entries in another order, or are wrong on the way back.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "src/mutants/groups.h"

namespace headerproof {
namespace {

using Kind = Meaning::Kind;
using Positions = std::vector<std::size_t>;

bool IsEncodingOf(const Outcome& request, std::string_view encoding) {
  return request.fields[kRuleEncoding] == encoding;
}

// True if the field that `name` names is not empty.
bool HasField(const Outcome& request, std::string_view name) {
  return !request.fields[*RuleField(name)].empty();
}

template <Kind kind>
void Keep(Rules& rules) {
  rules.is_kept = [](const Meaning& meaning) { return meaning.kind == kind; };
}

constexpr auto kMutants = std::to_array<Mutant>({
    {"header-first-wins", "keeps the first of two values that are stored under one name",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         store.items.emplace(folded, value);
         store.original_items.emplace(key, value);
       };
     },
     kTakesOrder},
    {"header-values-joined", "joins two values that are stored under one name",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         const auto [header, is_new] = store.items.emplace(folded, value);
         if (!is_new) header->second += "," + value;
         store.original_items[key] = value;
       };
     }},
    {"header-not-lowercased", "stores a header under its key as it is",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string&, const std::string& value,
                        RuleStore& store) {
         store.items[key] = value;
         store.original_items[key] = value;
       };
     }},
    {"empty-header-dropped", "stores no header that has an empty value",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         if (value.empty()) return;
         store.items[folded] = value;
         store.original_items[key] = value;
       };
     },
     kTakesEmptyValue},
    {"original-spelling-lost", "keeps original spellings in lowercase",
     [](Rules& rules) {
       rules.store = [](const std::string&, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         store.items[folded] = value;
         store.original_items[folded] = value;
       };
     }},
    {"original-spelling-stale", "gives every spelling of a header the value that came last",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         store.items[folded] = value;
         store.original_items[key] = value;
         for (auto& [spelling, spelled_value] : store.original_items) {
           if (RuleFold(spelling) == folded) spelled_value = value;
         }
       };
     }},
    {"original-spelling-replaced", "keeps only the spelling of a header that came last",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         store.items[folded] = value;
         std::erase_if(store.original_items,
                       [&folded](const auto& item) { return RuleFold(item.first) == folded; });
         store.original_items[key] = value;
       };
     }},
    {"sixteen-headers", "stores no seventeenth header",
     [](Rules& rules) {
       rules.store = [](const std::string& key, const std::string& folded, const std::string& value,
                        RuleStore& store) {
         if (store.items.size() == 16 && !store.items.contains(folded)) return;
         store.items[folded] = value;
         store.original_items[key] = value;
       };
     },
     kTakesManyEntries},
    {"routing-names-kept", "keeps the routing names among the headers of a request",
     Keep<Kind::kRoutingName>},
    {"content-type-kept", "keeps content-type among the headers of a request",
     Keep<Kind::kContentType>},
    {"fields-kept", "keeps the seven fields among the headers of a request as well",
     Keep<Kind::kField>},
    {"entries-sorted", "takes entries in the order of their names",
     [](Rules& rules) {
       rules.order = [](const Metadata& metadata, Positions& positions) {
         std::ranges::sort(positions, {}, [&metadata](std::size_t i) { return metadata[i].name; });
       };
     }},
    {"entries-reversed", "takes entries in reverse",
     [](Rules& rules) {
       rules.order = [](const Metadata&, Positions& positions) { std::ranges::reverse(positions); };
     },
     kTakesOrder},
    {"valueless-entries-last", "takes entries without values after all others",
     [](Rules& rules) {
       rules.order = [](const Metadata& metadata, Positions& positions) {
         std::ranges::sort(positions, {}, [&metadata](std::size_t i) {
           return std::pair(metadata[i].values.empty(), i);
         });
       };
     },
     kTakesNoValues | kTakesPolicy},
    {"valueless-entries-aside", "leaves entries without values out before it begins",
     [](Rules& rules) {
       rules.order = [](const Metadata& metadata, Positions& positions) {
         std::erase_if(positions,
                       [&metadata](std::size_t i) { return metadata[i].values.empty(); });
       };
     },
     kTakesNoValues | kTakesPolicy},
    {"three-names-with-encoding",
     "loses the shard key when caller, shard key and routing delegate meet the encoding proto",
     [](Rules& rules) {
       rules.finish = [](Path path, Outcome& outcome) {
         if (path == Path::kRequest && HasField(outcome, "rpc-caller") &&
             HasField(outcome, "rpc-shard-key") && HasField(outcome, "rpc-routing-delegate") &&
             IsEncodingOf(outcome, "proto")) {
           outcome.fields[*RuleField("rpc-shard-key")].clear();
         }
       };
     },
     kTakesFourEntries},
    {"back-keeps-empty", "sends headers with empty values on the way back",
     [](Rules& rules) { rules.is_left_out_back = [](const std::string&) { return false; }; },
     kTakesWayBack | kTakesEmptyValue},
    {"back-allows-reserved", "sends reserved names among headers on the way back",
     [](Rules& rules) {
       rules.is_refused_back = [](const std::string&, const std::string&) { return false; };
     },
     kTakesWayBack},
    {"back-allows-unknown-reserved", "refuses only the seven fields among headers on the way back",
     [](Rules& rules) {
       rules.is_refused_back = [](const std::string& name, const std::string&) {
         return RuleField(name).has_value();
       };
     },
     kTakesWayBack},
    {"back-forgives-empty-reserved",
     "leaves out a reserved name with an empty value on the way back",
     [](Rules& rules) {
       rules.is_refused_back = [](const std::string& name, const std::string& value) {
         return name.starts_with("rpc-") && !value.empty();
       };
     },
     kTakesWayBack | kTakesEmptyValue},
});

}  // namespace

std::span<const Mutant> HeaderMutants() {
  return kMutants;
}

}  // namespace headerproof
