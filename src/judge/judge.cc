#include "src/judge/judge.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <utility>

#include "src/judge/describe.h"
#include "src/judge/model.h"

namespace headerproof {
namespace {

template <class Enum>
constexpr std::size_t IndexOf(Enum value) {
  return static_cast<std::size_t>(value);
}

// What the converters of a set returned for one case.
struct Conversions {
  const ConverterSet& converters;
  const Metadata& metadata;
  std::array<std::array<Outcome, kKeyPolicyCount>, 2> outcomes{};  // by path and policy

  const Outcome& Of(Path path, KeyPolicy policy) const {
    return outcomes[IndexOf(path)][IndexOf(policy)];
  }
  const std::string& Name(KeyPolicy policy) const { return converters[IndexOf(policy)]->name; }
};

using Report = std::function<void(std::string detail)>;

// Reports where `policy` returned something else than `other`.
void CheckEqual(const Conversions& conversions, Path path, KeyPolicy policy, KeyPolicy other,
                const std::string& where, const Report& report) {
  const Outcome& expected = conversions.Of(path, other);
  const Outcome& actual = conversions.Of(path, policy);
  if (actual == expected) return;
  report(conversions.Name(policy) + " differs from " + conversions.Name(other) + where + ": " +
         DescribeContrast(expected, actual));
}

// Relation 1, for lowercase metadata.
void CheckTransparent(const Conversions& conversions, Path path, const Report& report) {
  for (const KeyPolicy policy : kKeyPolicies) {
    CheckEqual(conversions, path, policy, KeyPolicy::kCanonicalizing, " on lowercase names",
               report);
  }
}

std::string JoinNames(DifferenceSet set) {
  std::string joined;
  for (const std::string_view name : set.Names()) {
    joined.append(joined.empty() ? "" : " ").append(name);
  }
  return joined.empty() ? "none" : joined;
}

// Relation 2.
void CheckAsPredicted(const Conversions& conversions, Path path, const Report& report) {
  std::array<Outcome, kKeyPolicyCount> predicted;
  for (const KeyPolicy policy : kKeyPolicies) {
    Outcome& expected = predicted[IndexOf(policy)];
    ModelConvert(path, policy, conversions.metadata, expected);
    const Outcome& actual = conversions.Of(path, policy);
    if (actual == expected) continue;
    report(conversions.Name(policy) +
           " is not what the model predicts: " + DescribeContrast(expected, actual));
  }
  const Outcome& before = conversions.Of(path, KeyPolicy::kCanonicalizing);
  const Outcome& after = conversions.Of(path, KeyPolicy::kDirect);
  const DifferenceSet found = FindDifferences(path, before, after);
  if (found.empty() && before != after) {
    report("canonicalizing and direct differ in a way that has no name: " +
           DescribeContrast(before, after));
  }
  const DifferenceSet expected = FindDifferences(
      path, predicted[IndexOf(KeyPolicy::kCanonicalizing)], predicted[IndexOf(KeyPolicy::kDirect)]);
  if (found != expected) {
    report("canonicalizing and direct differ by " + JoinNames(found) + ", the model says " +
           JoinNames(expected));
  }
}

// Relation 3.
void CheckSafe(const Conversions& conversions, Path path, const Report& report) {
  const Metadata& metadata = conversions.metadata;
  CheckEqual(conversions, path, KeyPolicy::kGuarded, KeyPolicy::kCanonicalizing, "", report);

  // The entries that direct looked at: up to and with the one at which it stopped.
  const Outcome& direct = conversions.Of(path, KeyPolicy::kDirect);
  const bool stopped = !direct.ok() && direct.error->entry < metadata.size();
  const std::size_t seen = stopped ? direct.error->entry + 1 : metadata.size();
  std::size_t first = 0;
  while (first < seen && ModelLowercase(metadata[first].name) == metadata[first].name) ++first;
  if (first == seen) {
    for (const KeyPolicy other : {KeyPolicy::kDirect, KeyPolicy::kCanonicalizing}) {
      CheckEqual(conversions, path, KeyPolicy::kRejecting, other, " without an uppercase letter",
                 report);
    }
    return;
  }
  Outcome expected;
  expected.error =
      Error{.entry = first, .message = "header name is not lowercase: " + metadata[first].name};
  const Outcome& rejecting = conversions.Of(path, KeyPolicy::kRejecting);
  if (rejecting == expected) return;
  report(conversions.Name(KeyPolicy::kRejecting) + ": " + DescribeContrast(expected, rejecting));
}

// The list of headers that relation 4 gives a response, from the request's.
HeaderList ResponseListFrom(const HeaderList& request_list, const Metadata& metadata) {
  HeaderList list;
  for (const HeaderPair& header : request_list) {
    if (!ModelIsReserved(header.name)) list.push_back(header);
  }
  for (const auto& [name, values] : metadata) {
    const bool is_only_in_response = name == "content-type" || ModelIsRoutingName(name);
    if (is_only_in_response && values.size() == 1) list.push_back({name, values[0]});
  }
  std::ranges::sort(list);
  return list;
}

// How the outcomes of one policy on the two paths break relation 4, or nothing.
std::string PathsFault(const Metadata& metadata, const Outcome& request, const Outcome& response) {
  // The entry at which the response must be an error: the first with several values and a name
  // that is not reserved.
  std::optional<std::size_t> error_entry;
  for (std::size_t i = 0; i < metadata.size() && !error_entry; ++i) {
    if (metadata[i].values.size() > 1 && !ModelIsReserved(metadata[i].name)) error_entry = i;
  }
  if (error_entry && response.ok()) {
    return "the response should be an error for entry " + std::to_string(*error_entry + 1);
  }
  if (!error_entry && !response.ok()) {
    return "the response should not be an error, is " + DescribeOutcome(Path::kResponse, response);
  }
  if (!response.ok()) {
    if (response.error->entry != *error_entry) {
      return "the response's error is not for entry " + std::to_string(*error_entry + 1) + ": " +
             DescribeOutcome(Path::kResponse, response);
    }
    if (request.ok()) return "the response is an error and the request is not";
    if (request.error->entry == *error_entry && request.error != response.error) {
      return "the two paths' errors differ: " + DescribeContrast(request, response);
    }
  }
  if (!request.ok()) {
    const std::size_t entry = request.error->entry;
    const bool both_stop_here = error_entry == entry;
    if (both_stop_here || (entry < metadata.size() && ModelIsReserved(metadata[entry].name))) {
      return {};
    }
    return "the request alone is an error, and not for a reserved name: " +
           DescribeOutcome(Path::kRequest, request);
  }
  Outcome expected;
  expected.headers = ResponseListFrom(request.headers, metadata);
  expected.original_headers = ResponseListFrom(request.original_headers, metadata);
  return response == expected ? std::string() : DescribeContrast(expected, response);
}

// Relation 4, for lowercase metadata.
void CheckPathsAgree(const Conversions& conversions, Path /*both*/, const Report& report) {
  for (const KeyPolicy policy : kKeyPolicies) {
    const std::string fault =
        PathsFault(conversions.metadata, conversions.Of(Path::kRequest, policy),
                   conversions.Of(Path::kResponse, policy));
    if (!fault.empty()) report(conversions.Name(policy) + ": " + fault);
  }
}

// Relation 6 applies to a policy whose request is not an error and whose converter knows the way
// back.
bool HasWayBack(const Conversions& conversions, KeyPolicy policy) {
  return conversions.converters[IndexOf(policy)]->way_back &&
         conversions.Of(Path::kRequest, policy).ok();
}

// Relation 6.
void CheckRoundTrip(const Conversions& conversions, Path path, const Report& report) {
  for (const KeyPolicy policy : kKeyPolicies) {
    if (!HasWayBack(conversions, policy)) continue;
    const Converter& converter = *conversions.converters[IndexOf(policy)];
    const Outcome& request = conversions.Of(path, policy);
    Outcome expected;
    ModelRoundTrip(request, expected);
    Metadata metadata;
    Outcome returned;
    returned.error = (*converter.way_back)(request, metadata);
    if (returned.ok()) converter.convert(path, metadata, returned);
    if (returned == expected) continue;
    report(converter.name + " to metadata and back: " + DescribeContrast(expected, returned));
  }
}

}  // namespace

std::string_view RelationName(Relation relation) {
  constexpr std::array<std::string_view, kRelationCount> kNames = {
      "transparent", "as-predicted", "safe", "paths-agree", "order", "round-trip"};
  return kNames[static_cast<std::size_t>(relation)];
}

Judgement Check(const ConverterSet& converter_set, const Metadata& metadata,
                const CheckOptions& options) {
  Judgement judgement{.domain = MetadataDomain(metadata)};
  Conversions conversions{converter_set, metadata};
  const auto check = [&](Relation relation, Path path, const auto& check_relation) {
    if (!options.Wants(relation)) return;
    judgement.checked[IndexOf(relation)] = true;
    check_relation(conversions, path, [&](std::string detail) {
      judgement.violations.push_back({relation, path, std::move(detail)});
    });
  };
  const bool is_lowercase = judgement.domain <= Domain::kLowercase;
  for (const Path path : kPaths) {
    if (!options.Wants(path)) continue;
    for (const KeyPolicy policy : kKeyPolicies) {
      converter_set[IndexOf(policy)]->convert(path, metadata,
                                              conversions.outcomes[IndexOf(path)][IndexOf(policy)]);
    }
    judgement.differences[IndexOf(path)] =
        FindDifferences(path, conversions.Of(path, KeyPolicy::kCanonicalizing),
                        conversions.Of(path, KeyPolicy::kDirect));
    if (is_lowercase) check(Relation::kTransparent, path, CheckTransparent);
    check(Relation::kAsPredicted, path, CheckAsPredicted);
    check(Relation::kSafe, path, CheckSafe);
  }
  if (options.request && options.response && is_lowercase) {
    check(Relation::kPathsAgree, Path::kResponse, CheckPathsAgree);
  }
  const bool returns = std::ranges::any_of(
      kKeyPolicies, [&](KeyPolicy policy) { return HasWayBack(conversions, policy); });
  if (options.request && returns) check(Relation::kRoundTrip, Path::kRequest, CheckRoundTrip);
  return judgement;
}

}  // namespace headerproof
