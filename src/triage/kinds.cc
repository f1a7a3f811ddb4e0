#include "src/triage/kinds.h"

#include <algorithm>
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

// The domain of a case, and what the change makes of it.
Judgement ChangeOf(const Metadata& metadata, const ConverterSet& converters = OwningConverters()) {
  return Check(converters, metadata, {.relations = 0});
}

// The names of `differences`, or `none`.
std::string Joined(DifferenceSet differences, std::string_view between, std::string_view none) {
  std::string joined;
  for (const std::string_view name : differences.Names()) {
    joined.append(joined.empty() ? "" : between).append(name);
  }
  return joined.empty() ? std::string(none) : joined;
}

void AddClasses(const Metadata& metadata, Kinds& kinds) {
  const InputClassSet classes = ClassifyInput(metadata);
  std::vector<std::string> before;
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    if (!classes.Has(static_cast<InputClass>(i))) continue;
    const std::string name(InputClassName(static_cast<InputClass>(i)));
    kinds.insert("class " + name);
    for (const std::string& other : before) kinds.insert("class " + other + " with " + name);
    before.push_back(name);
  }
}

// That it converts, or the code and the rule of the error, without the details of this case.
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

// The special name that `lowercased` is, or "". Every name that begins with "rpc-" is special.
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
  kinds.insert(name + ": " + Joined(differences, " ", "transparent"));
  for (const Converter* const converter : OwningConverters()) {
    Outcome outcome;
    converter->convert(path, metadata, outcome);
    kinds.insert(name + ": " + std::string(KeyPolicyName(converter->policy)) + " " +
                 EndOf(outcome));
    if (converter->policy != KeyPolicy::kDirect) continue;
    AddSpecialNames(name, outcome, metadata, kinds);
    const OrderReasons reasons = FindOrderReasons(path, converter->policy, metadata);
    if (reasons.collision) kinds.insert(name + ": order matters: collision");
    if (reasons.competing_errors) kinds.insert(name + ": order matters: competing errors");
    if (reasons.encoding) kinds.insert(name + ": order matters: empty encoding");
  }
}

}  // namespace

std::vector<std::string> KindsOf(const Metadata& metadata) {
  Kinds kinds;
  AddClasses(metadata, kinds);
  const Judgement change = ChangeOf(metadata);
  for (const Path path : kPaths) {
    AddPath(path, change.differences[static_cast<std::size_t>(path)], metadata, kinds);
  }
  return {kinds.begin(), kinds.end()};
}

std::string ShownName(const Metadata& metadata) {
  const Judgement change = ChangeOf(metadata);
  DifferenceSet either = change.differences[0];
  either.Add(change.differences[1]);
  return std::string(DomainName(change.domain)) + "-" + Joined(either, "-", "transparent");
}

std::string ShownWords(const Metadata& metadata) {
  const Judgement change = ChangeOf(metadata);
  std::string words = "domain " + std::string(DomainName(change.domain));
  for (const Path path : kPaths) {
    words.append("; ").append(PathName(path)).append(": ");
    words += Joined(change.differences[static_cast<std::size_t>(path)], " ", "transparent");
  }
  return words;
}

std::string CorpusRow(const std::string& file, const Metadata& metadata,
                      const ConverterSet& converter_set) {
  const Judgement change = ChangeOf(metadata, converter_set);
  std::string row = file + " | " + std::string(DomainName(change.domain));
  for (const DifferenceSet differences : change.differences) {
    row += " | " + Joined(differences, " ", "-");
  }
  return row;
}

std::vector<KindsOfCase> CasesToKeep(std::vector<KindsOfCase> cases) {
  std::ranges::sort(cases, {}, [](const KindsOfCase& c) {
    return std::tuple(!c.is_kept, c.octets, std::string_view(c.digest), std::string_view(c.file));
  });
  std::unordered_set<std::string> shown;
  for (KindsOfCase& c : cases) {
    std::erase_if(c.kinds, [&](const std::string& kind) { return !shown.insert(kind).second; });
  }
  std::erase_if(cases, [](const KindsOfCase& c) { return !c.is_kept && c.kinds.empty(); });
  std::ranges::sort(cases, {}, &KindsOfCase::file);
  return cases;
}

}  // namespace headerproof
