#include "src/triage/kinds.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <string_view>
#include <tuple>
#include <unordered_set>

#include "src/grammar/special_name.h"
#include "src/judge/converters.h"
#include "src/judge/input_class.h"
#include "src/judge/judge.h"
#include "src/judge/model.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

using Kinds = std::set<std::string>;

std::string Joined(const std::vector<std::string_view>& words, char between) {
  std::string joined;
  for (const std::string_view word : words) {
    if (!joined.empty()) joined += between;
    joined += word;
  }
  return joined;
}

void AddClasses(const Metadata& metadata, Kinds& kinds) {
  const InputClassSet classes = ClassifyInput(metadata);
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    if (!classes.Has(static_cast<InputClass>(i))) continue;
    const std::string name(InputClassName(static_cast<InputClass>(i)));
    kinds.insert("class " + name);
    for (std::size_t j = i + 1; j < kInputClassCount; ++j) {
      if (!classes.Has(static_cast<InputClass>(j))) continue;
      kinds.insert("class " + name + " with " +
                   std::string(InputClassName(static_cast<InputClass>(j))));
    }
  }
}

// That it converts, or the code and the rule of an error, without what it says of this case.
std::string EndOf(const Outcome& outcome) {
  if (outcome.ok()) return outcome.headers.empty() ? "converts, no headers" : "converts";
  const std::string& message = outcome.error->message;
  return std::string(ErrorCodeName(outcome.error->code)) + ", " +
         message.substr(0, message.find(':'));
}

std::string_view ValuesWord(const std::vector<std::string>& values) {
  if (values.empty()) return "no value";
  if (values.size() > 1) return "several values";
  return values[0].empty() ? "an empty value" : "one value";
}

// The special name that `name` is once lowercased; what begins with "rpc-" and is no field is one.
std::string_view SpecialNameOf(const std::string& lowercased) {
  const SpecialName special = ClassifyName(lowercased);
  if (IsField(special)) return kFieldNames[static_cast<std::size_t>(special)];
  switch (special) {
    case SpecialName::kOtherReserved:
      return "another reserved name";
    case SpecialName::kContentType:
      return kContentTypeName;
    case SpecialName::kRoutingName:
      return "a routing name";
    default:
      return {};
  }
}

void AddSpecialNames(const std::string& path, const Outcome& direct, const Metadata& metadata,
                     Kinds& kinds) {
  for (const auto& [name, values] : metadata) {
    const std::string lowercased = ModelLowercase(name);
    const std::string_view special = SpecialNameOf(lowercased);
    if (special.empty()) continue;
    std::string kind = path + ": " + std::string(special);
    kind.append(name == lowercased ? ", exact, " : ", misspelled, ").append(ValuesWord(values));
    kinds.insert(kind + (direct.ok() ? "" : ", in an error"));
  }
}

void AddPath(Path path, DifferenceSet differences, const Metadata& metadata, Kinds& kinds) {
  const std::string name(PathName(path));
  kinds.insert(name + ": " +
               (differences.empty() ? "transparent" : Joined(differences.Names(), ' ')));
  for (const Converter* const converter : OwningConverters()) {
    Outcome outcome;
    converter->convert(path, metadata, outcome);
    kinds.insert(name + ": " + std::string(KeyPolicyName(converter->policy)) + " " +
                 EndOf(outcome));
    if (converter->policy != KeyPolicy::kDirect) continue;
    AddSpecialNames(name, outcome, metadata, kinds);
    const OrderReasons reasons = FindOrderReasons(path, converter->policy, metadata);
    if (reasons.collision) kinds.insert(name + ": order matters by a collision");
    if (reasons.competing_errors) kinds.insert(name + ": order matters by errors that compete");
    if (reasons.encoding) kinds.insert(name + ": order matters by an empty encoding");
  }
}

}  // namespace

std::vector<std::string> KindsOf(const Metadata& metadata) {
  Kinds kinds;
  AddClasses(metadata, kinds);
  const Judgement judgement = Check(OwningConverters(), metadata, {.relations = 0});
  for (const Path path : kPaths) {
    AddPath(path, judgement.differences[static_cast<std::size_t>(path)], metadata, kinds);
  }
  return {kinds.begin(), kinds.end()};
}

std::string ShownName(const Metadata& metadata) {
  const Judgement judgement = Check(OwningConverters(), metadata, {.relations = 0});
  DifferenceSet either;
  for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
    const auto difference = static_cast<DifferenceKind>(kind);
    for (const DifferenceSet differences : judgement.differences) {
      if (differences.Has(difference)) either.Add(difference);
    }
  }
  return std::string(DomainName(judgement.domain)) + "-" +
         (either.empty() ? "transparent" : Joined(either.Names(), '-'));
}

std::string ShownWords(const Metadata& metadata) {
  const Judgement judgement = Check(OwningConverters(), metadata, {.relations = 0});
  std::string words = "domain " + std::string(DomainName(judgement.domain));
  for (const Path path : kPaths) {
    const DifferenceSet differences = judgement.differences[static_cast<std::size_t>(path)];
    words.append("; ").append(PathName(path)).append(": ");
    words += differences.empty() ? "transparent" : Joined(differences.Names(), ' ');
  }
  return words;
}

std::string CorpusRow(const std::string& file, const Metadata& metadata,
                      const ConverterSet& converter_set) {
  const Judgement judgement = Check(converter_set, metadata, {.relations = 0});
  std::string row = file + " | " + std::string(DomainName(judgement.domain));
  for (const DifferenceSet differences : judgement.differences) {
    row += " | " + (differences.empty() ? "-" : Joined(differences.Names(), ' '));
  }
  return row;
}

std::vector<std::vector<std::string>> KindsToKeep(const std::vector<KindsOfCase>& cases) {
  std::vector<std::size_t> order(cases.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&cases](std::size_t a, std::size_t b) {
    const auto rank = [](const KindsOfCase& c) {
      return std::make_tuple(!c.is_kept, c.octets, std::string_view(c.digest),
                             std::string_view(c.file));
    };
    return rank(cases[a]) < rank(cases[b]);
  });
  std::vector<std::vector<std::string>> kept(cases.size());
  std::unordered_set<std::string> shown;
  for (const std::size_t i : order) {
    for (const std::string& kind : cases[i].kinds) {
      if (shown.insert(kind).second) kept[i].push_back(kind);
    }
  }
  return kept;
}

}  // namespace headerproof
