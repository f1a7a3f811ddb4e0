// Mutants that take other names than the rules do for special.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

using Kind = Meaning::Kind;

// A key means something else.
template <class Wrong>
auto Mean(Wrong wrong) {
  return Replace(&Rules::meaning, [wrong](const Step& step) -> Meaning { return wrong(step.key); });
}

template <class Wrong>
auto LeaveOut(Wrong wrong) {
  return Replace(&Rules::is_left_out, wrong);
}

bool IsResponse(const Step& step) {
  return step.path == Path::kResponse;
}

// Does not know the special name that follows "misses-" in the mutant's name: it is reserved like
// any other, or an application's.
Mutant Missing(std::string_view mutant) {
  const std::string_view name = mutant.substr(std::string_view("misses-").size());
  return {mutant, "does not know this one special name", Mean([name](const std::string& key) {
            if (key != name) return RuleMeaning(key);
            return Meaning{key.starts_with("rpc-") ? Kind::kReserved : Kind::kApplication};
          })};
}

Meaning SwapRouting(const std::string& key) {
  if (key == "rpc-routing-key") return RuleMeaning("rpc-routing-delegate");
  if (key == "rpc-routing-delegate") return RuleMeaning("rpc-routing-key");
  return RuleMeaning(key);
}

// The field whose name `key` begins with, the shortest first.
Meaning FieldByPrefix(const std::string& key) {
  for (std::size_t size = 0; size <= key.size(); ++size) {
    if (const auto field = RuleField(key.substr(0, size))) return {Kind::kField, *field};
  }
  return RuleMeaning(key);
}

}  // namespace

std::vector<Mutant> NameMutants() {
  return {
      Missing("misses-rpc-caller"),
      Missing("misses-rpc-service"),
      Missing("misses-rpc-shard-key"),
      Missing("misses-rpc-routing-key"),
      Missing("misses-rpc-routing-delegate"),
      Missing("misses-rpc-encoding"),
      Missing("misses-rpc-caller-procedure"),
      Missing("misses-content-type"),
      Missing("misses-x-uber-rpc-routing-zone"),
      Missing("misses-x-uber-rpc-routing-region"),
      {"prefix-too-short", "takes any name that begins with \"rpc\" for reserved",
       Mean([](const std::string& key) {
         const Meaning meaning = RuleMeaning(key);
         const bool is_wrong = meaning.kind == Kind::kApplication && key.starts_with("rpc");
         return is_wrong ? Meaning{Kind::kReserved} : meaning;
       }),
       kTakesBarePrefix},
      {"prefix-too-long", "does not take the bare prefix \"rpc-\" for reserved",
       Mean([](const std::string& key) {
         return key == "rpc-" ? Meaning{Kind::kApplication} : RuleMeaning(key);
       }),
       kTakesBarePrefix | kTakesNameOfFour},
      {"prefix-anywhere", "takes a name with \"rpc-\" anywhere in it for reserved",
       Mean([](const std::string& key) {
         const Meaning meaning = RuleMeaning(key);
         const bool is_wrong =
             meaning.kind != Kind::kField && key.find("rpc-") != std::string::npos;
         return is_wrong ? Meaning{Kind::kReserved} : meaning;
       })},
      {"names-without-case", "compares special names without regard to case",
       Mean([](const std::string& key) { return RuleMeaning(RuleFold(key)); })},
      {"names-before-lowercasing", "looks for special names before it lowercases",
       Replace(&Rules::meaning, [](const Step& step) { return RuleMeaning(step.received); })},
      {"field-by-prefix", "takes a name that begins with a field's for that field",
       Mean(FieldByPrefix)},
      {"fields-swapped", "swaps the routing key and the routing delegate", Mean(SwapRouting)},
      {"response-keeps-unknown-reserved", "leaves only the seven fields out of a response",
       LeaveOut(
           [](const Step& step) { return IsResponse(step) && step.meaning.kind == Kind::kField; })},
      {"request-drops-unknown-reserved", "leaves unknown reserved names out of a request too",
       LeaveOut([](const Step& step) {
         return step.meaning.kind == Kind::kReserved ||
                (IsResponse(step) && IsReserved(step.meaning));
       })},
      {"response-drops-content-type", "leaves content-type out of a response",
       LeaveOut([](const Step& step) {
         return IsResponse(step) &&
                (IsReserved(step.meaning) || step.meaning.kind == Kind::kContentType);
       })},
      {"response-drops-routing-names", "leaves the routing names out of a response",
       LeaveOut([](const Step& step) {
         return IsResponse(step) &&
                (IsReserved(step.meaning) || step.meaning.kind == Kind::kRoutingName);
       })},
      {"routing-names-exempt", "exempts the routing names from what is reserved, as yarpc-go does",
       LeaveOut([](const Step& step) {
         return IsResponse(step) && step.meaning.kind != Kind::kRoutingName &&
                IsReserved(step.meaning);
       }),
       0, "no routing name begins with \"rpc-\""},
  };
}

}  // namespace headerproof
