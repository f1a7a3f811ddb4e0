// Mutants that take other names for special than the rules do.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "src/mutants/groups.h"

namespace headerproof {
namespace {

using Kind = Meaning::Kind;

// The names of mutants that miss one special name, which follows "misses-".
constexpr std::array<std::string_view, 10> kMissing = {"misses-rpc-caller",
                                                       "misses-rpc-service",
                                                       "misses-rpc-shard-key",
                                                       "misses-rpc-routing-key",
                                                       "misses-rpc-routing-delegate",
                                                       "misses-rpc-encoding",
                                                       "misses-rpc-caller-procedure",
                                                       "misses-content-type",
                                                       "misses-x-uber-rpc-routing-zone",
                                                       "misses-x-uber-rpc-routing-region"};
constexpr std::string_view kMissingPrefix = "misses-";

// What one missing name is to it: a reserved one like any other, or an application's.
template <std::size_t which>
void Miss(Rules& rules) {
  rules.meaning = [](const std::string&, const std::string& key) -> Meaning {
    if (key != kMissing[which].substr(kMissingPrefix.size())) return RuleMeaning(key);
    return {key.starts_with("rpc-") ? Kind::kReserved : Kind::kApplication};
  };
}

template <std::size_t which>
constexpr Mutant Missing() {
  return {kMissing[which], "does not know this one special name", Miss<which>};
}

// A name of another meaning than `key` alone says.
template <class MeaningOf>
void Mean(Rules& rules, const MeaningOf& meaning) {
  rules.meaning = [meaning](const std::string&, const std::string& key) { return meaning(key); };
}

// Two fields in each other's place.
Meaning SwapRouting(const std::string& key) {
  const std::size_t routing_key = *RuleField("rpc-routing-key");
  const std::size_t delegate = *RuleField("rpc-routing-delegate");
  Meaning meaning = RuleMeaning(key);
  if (meaning.kind != Kind::kField) return meaning;
  if (meaning.field == routing_key) return {Kind::kField, delegate};
  if (meaning.field == delegate) meaning.field = routing_key;
  return meaning;
}

// The field whose name `key` begins with, the first in the order of the fields.
Meaning FieldByPrefix(const std::string& key) {
  for (std::size_t size = 0; size <= key.size(); ++size) {
    if (const auto field = RuleField(key.substr(0, size))) return {Kind::kField, *field};
  }
  return RuleMeaning(key);
}

constexpr auto kMutants = std::to_array<Mutant>({
    Missing<0>(),
    Missing<1>(),
    Missing<2>(),
    Missing<3>(),
    Missing<4>(),
    Missing<5>(),
    Missing<6>(),
    Missing<7>(),
    Missing<8>(),
    Missing<9>(),
    {"prefix-too-short", "takes any name that begins with \"rpc\" for reserved",
     [](Rules& rules) {
       Mean(rules, [](const std::string& key) -> Meaning {
         const Meaning meaning = RuleMeaning(key);
         return meaning.kind == Kind::kApplication && key.starts_with("rpc")
                    ? Meaning{Kind::kReserved}
                    : meaning;
       });
     },
     kTakesBarePrefix},
    {"prefix-too-long", "does not take the bare prefix \"rpc-\" for reserved",
     [](Rules& rules) {
       Mean(rules, [](const std::string& key) -> Meaning {
         return key == "rpc-" ? Meaning{Kind::kApplication} : RuleMeaning(key);
       });
     },
     kTakesBarePrefix | kTakesNameOfFour},
    {"prefix-anywhere", "takes a name with \"rpc-\" anywhere in it for reserved",
     [](Rules& rules) {
       Mean(rules, [](const std::string& key) -> Meaning {
         const Meaning meaning = RuleMeaning(key);
         return meaning.kind != Kind::kField && key.find("rpc-") != std::string::npos
                    ? Meaning{Kind::kReserved}
                    : meaning;
       });
     }},
    {"names-without-case", "compares special names without regard to case",
     [](Rules& rules) {
       Mean(rules, [](const std::string& key) { return RuleMeaning(RuleFold(key)); });
     }},
    {"names-before-lowercasing", "looks for special names before it lowercases",
     [](Rules& rules) {
       rules.meaning = [](const std::string& received, const std::string&) {
         return RuleMeaning(received);
       };
     }},
    {"field-by-prefix", "takes a name that begins with a field's for that field",
     [](Rules& rules) { Mean(rules, FieldByPrefix); }},
    {"fields-swapped", "swaps the routing key and the routing delegate",
     [](Rules& rules) { Mean(rules, SwapRouting); }},
    {"response-keeps-unknown-reserved", "leaves only the seven fields out of a response",
     [](Rules& rules) {
       rules.is_left_out = [](Path path, const Meaning& meaning, const auto&) {
         return path == Path::kResponse && meaning.kind == Kind::kField;
       };
     }},
    {"request-drops-unknown-reserved", "leaves unknown reserved names out of a request too",
     [](Rules& rules) {
       rules.is_left_out = [](Path path, const Meaning& meaning, const auto&) {
         return meaning.kind == Kind::kReserved ||
                (path == Path::kResponse && meaning.kind == Kind::kField);
       };
     }},
    {"response-drops-content-type", "leaves content-type out of a response",
     [](Rules& rules) {
       rules.is_left_out = [](Path path, const Meaning& meaning, const auto&) {
         return path == Path::kResponse &&
                (RuleIsReserved(meaning) || meaning.kind == Kind::kContentType);
       };
     }},
    {"response-drops-routing-names", "leaves the routing names out of a response",
     [](Rules& rules) {
       rules.is_left_out = [](Path path, const Meaning& meaning, const auto&) {
         return path == Path::kResponse &&
                (RuleIsReserved(meaning) || meaning.kind == Kind::kRoutingName);
       };
     }},
    {"routing-names-exempt", "exempts the routing names from what is reserved, as yarpc-go does",
     [](Rules& rules) {
       rules.is_left_out = [](Path path, const Meaning& meaning, const auto&) {
         return path == Path::kResponse && meaning.kind != Kind::kRoutingName &&
                RuleIsReserved(meaning);
       };
     },
     0, "no routing name begins with \"rpc-\""},
});

}  // namespace

std::span<const Mutant> NameMutants() {
  return kMutants;
}

}  // namespace headerproof
