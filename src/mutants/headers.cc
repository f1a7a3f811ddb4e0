// Mutants that keep headers in another way, take entries in another order, or are wrong on the way
// back.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

template <class Wrong>
auto Store(Wrong wrong) {
  return Replace(&Rules::store, wrong);
}

auto Keep(Meaning::Kind kind) {
  return Replace(&Rules::is_kept, [kind](const Meaning& meaning) { return meaning.kind == kind; });
}

template <class Wrong>
auto Order(Wrong wrong) {
  return Replace(&Rules::order, wrong);
}

template <class Wrong>
auto RefuseBack(Wrong wrong) {
  return Replace(&Rules::is_refused_back, wrong);
}

void LoseShardKey(Path path, Outcome& outcome) {
  const auto field = [&outcome](std::string_view name) -> std::string& {
    return outcome.fields[*RuleField(name)];
  };
  if (path == Path::kRequest && !field("rpc-caller").empty() &&
      !field("rpc-routing-delegate").empty() && field("rpc-encoding") == "proto") {
    field("rpc-shard-key").clear();
  }
}

}  // namespace

std::vector<Mutant> HeaderMutants() {
  return {
      {"header-first-wins", "keeps the first of two values that are stored under one name",
       Store([](const Step& step, RuleStore& store) {
         store.items.emplace(step.lowercased, step.value);
         store.original_items.emplace(step.key, step.value);
       }),
       kTakesOrder},
      {"header-values-joined", "joins two values that are stored under one name",
       Store([](const Step& step, RuleStore& store) {
         const auto [header, is_new] = store.items.emplace(step.lowercased, step.value);
         if (!is_new) header->second += "," + step.value;
         store.original_items[step.key] = step.value;
       })},
      {"header-not-lowercased", "stores a header under its key as it is",
       Store([](const Step& step, RuleStore& store) {
         store.items[step.key] = store.original_items[step.key] = step.value;
       })},
      {"empty-header-dropped", "stores no header that has an empty value",
       Store([](const Step& step, RuleStore& store) {
         if (!step.value.empty()) store.With(step);
       }),
       kTakesEmptyValue},
      {"original-spelling-lost", "keeps original spellings in lowercase",
       Store([](const Step& step, RuleStore& store) {
         store.items[step.lowercased] = store.original_items[step.lowercased] = step.value;
       })},
      {"original-spelling-stale", "gives every spelling of a header the value that came last",
       Store([](const Step& step, RuleStore& store) {
         store.With(step);
         for (auto& [spelling, value] : store.original_items) {
           if (RuleFold(spelling) == step.lowercased) value = step.value;
         }
       })},
      {"original-spelling-replaced", "keeps only the spelling of a header that came last",
       Store([](const Step& step, RuleStore& store) {
         std::erase_if(store.original_items, [&step](const auto& item) {
           return RuleFold(item.first) == step.lowercased;
         });
         store.With(step);
       })},
      {"sixteen-headers", "stores no seventeenth header",
       Store([](const Step& step, RuleStore& store) {
         if (store.items.size() < 16 || store.items.contains(step.lowercased)) store.With(step);
       }),
       kTakesManyEntries},
      {"routing-names-kept", "keeps the routing names among the headers of a request",
       Keep(Meaning::Kind::kRoutingName)},
      {"content-type-kept", "keeps content-type among the headers of a request",
       Keep(Meaning::Kind::kContentType)},
      {"fields-kept", "keeps the seven fields among the headers of a request as well",
       Keep(Meaning::Kind::kField)},
      {"entries-sorted", "takes entries in the order of their names",
       Order([](const Metadata& metadata, Positions& positions) {
         std::ranges::sort(positions, {}, [&](std::size_t i) { return metadata[i].name; });
       })},
      {"entries-reversed", "takes entries in reverse",
       Order([](const Metadata&, Positions& positions) { std::ranges::reverse(positions); }),
       kTakesOrder},
      {"valueless-entries-last", "takes entries without values after all others",
       Order([](const Metadata& metadata, Positions& positions) {
         std::ranges::sort(positions, {},
                           [&](std::size_t i) { return std::pair(metadata[i].values.empty(), i); });
       }),
       kTakesNoValues | kTakesPolicy},
      {"valueless-entries-aside", "leaves entries without values out before it begins",
       Order([](const Metadata& metadata, Positions& positions) {
         std::erase_if(positions, [&](std::size_t i) { return metadata[i].values.empty(); });
       }),
       kTakesNoValues | kTakesPolicy},
      {"three-names-with-encoding",
       "loses the shard key when caller, shard key and routing delegate come with the encoding "
       "proto",
       Replace(&Rules::finish, LoseShardKey), kTakesFourEntries},
      {"back-keeps-empty", "sends headers with empty values on the way back",
       Replace(&Rules::is_left_out_back, [](const std::string&) { return false; }),
       kTakesWayBack | kTakesEmptyValue},
      {"back-allows-reserved", "sends reserved names among headers on the way back",
       RefuseBack([](const std::string&, const std::string&) { return false; }), kTakesWayBack},
      {"back-allows-unknown-reserved",
       "refuses only the seven fields among headers on the way back",
       RefuseBack(
           [](const std::string& name, const std::string&) { return RuleField(name).has_value(); }),
       kTakesWayBack},
      {"back-forgives-empty-reserved",
       "leaves out a reserved name with an empty value on the way back",
       RefuseBack([](const std::string& name, const std::string& value) {
         return name.starts_with("rpc-") && !value.empty();
       }),
       kTakesWayBack | kTakesEmptyValue},
  };
}

}  // namespace headerproof
