#include "src/judge/judge.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "src/judge/describe.h"
#include "src/judge/model.h"

namespace headerproof {
namespace {

constexpr std::size_t IndexOf(KeyPolicy policy) {
  return static_cast<std::size_t>(policy);
}
constexpr std::size_t IndexOf(Path path) {
  return static_cast<std::size_t>(path);
}

bool IsLowercase(Domain domain) {
  return domain <= Domain::kLowercase;
}

bool HasUppercaseLetter(std::string_view name) {
  return ModelLowercase(name) != name;
}

std::string JoinNames(DifferenceSet set) {
  std::string joined;
  for (const std::string_view name : set.Names()) {
    joined.append(joined.empty() ? "" : " ").append(name);
  }
  return joined.empty() ? "none" : joined;
}

// The entry at which a response must be an error, for lowercase metadata: the first that has
// several values and no reserved name.
std::optional<std::size_t> FirstResponseError(const Metadata& metadata) {
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    if (metadata[i].values.size() > 1 && !ModelIsReserved(metadata[i].name)) return i;
  }
  return std::nullopt;
}

// The headers that a response must have beyond those of the request: content-type and routing
// names.
bool IsOnlyInResponse(std::string_view name) {
  return name == "content-type" || ModelIsRoutingName(name);
}

// What relation 4 says the response's list is, from the request's.
HeaderList ResponseListFrom(const HeaderList& request_list, const Metadata& metadata) {
  HeaderList list;
  for (const HeaderPair& header : request_list) {
    if (!ModelIsReserved(header.name)) list.push_back(header);
  }
  for (const auto& [name, values] : metadata) {
    if (IsOnlyInResponse(name) && values.size() == 1) list.push_back({name, values[0]});
  }
  std::ranges::sort(list);
  return list;
}

}  // namespace

std::string_view RelationName(Relation relation) {
  constexpr std::array<std::string_view, kRelationCount> kNames = {
      "transparent", "as-predicted", "safe", "paths-agree", "order", "round-trip"};
  return kNames[static_cast<std::size_t>(relation)];
}

Judge::Judge(const Suite& suite) : suite_(suite) {}

const Judgement& Judge::Check(const Metadata& metadata, const CheckOptions& options) {
  judgement_.domain = MetadataDomain(metadata);
  judgement_.differences = {};
  judgement_.violations.clear();
  for (const Path path : kPaths) {
    if (!(path == Path::kRequest ? options.request : options.response)) continue;
    ConvertAll(path, metadata);
    judgement_.differences[IndexOf(path)] = FindDifferences(
        path, Actual(path, KeyPolicy::kCanonicalizing), Actual(path, KeyPolicy::kDirect));
    if (options.Wants(Relation::kTransparent) && IsLowercase(judgement_.domain)) {
      CheckTransparent(path);
    }
    if (options.Wants(Relation::kAsPredicted)) CheckAsPredicted(path);
    if (options.Wants(Relation::kSafe)) CheckSafe(path, metadata);
  }
  if (options.Wants(Relation::kPathsAgree) && options.request && options.response &&
      IsLowercase(judgement_.domain)) {
    CheckPathsAgree(metadata);
  }
  if (options.Wants(Relation::kRoundTrip) && options.request) CheckRoundTrip();
  return judgement_;
}

const Outcome& Judge::Actual(Path path, KeyPolicy policy) const {
  return outcomes_[IndexOf(path)].actual[IndexOf(policy)];
}

const std::string& Judge::NameOf(KeyPolicy policy) const {
  return suite_[IndexOf(policy)]->name;
}

void Judge::Report(Relation relation, Path path, std::string detail) {
  judgement_.violations.push_back({relation, path, std::move(detail)});
}

// The model is asked once for each key that its rules can come to see: on lowercase names the four
// policies are one rule, and guarded is canonicalizing always.
void Judge::ConvertAll(Path path, const Metadata& metadata) {
  PathOutcomes& outcomes = outcomes_[IndexOf(path)];
  for (const KeyPolicy policy : kKeyPolicies) {
    suite_[IndexOf(policy)]->convert(path, metadata, outcomes.actual[IndexOf(policy)]);
  }
  const auto predict = [&](KeyPolicy policy) {
    Outcome& room = outcomes.predicted_room[IndexOf(policy)];
    ModelConvert(path, policy, metadata, room);
    outcomes.predicted[IndexOf(policy)] = &room;
  };
  predict(KeyPolicy::kCanonicalizing);
  outcomes.predicted.fill(outcomes.predicted[IndexOf(KeyPolicy::kCanonicalizing)]);
  if (!IsLowercase(judgement_.domain)) {
    predict(KeyPolicy::kDirect);
    predict(KeyPolicy::kRejecting);
  }
}

void Judge::CheckTransparent(Path path) {
  const Outcome& before = Actual(path, KeyPolicy::kCanonicalizing);
  for (const KeyPolicy policy : kKeyPolicies) {
    if (Actual(path, policy) == before) continue;
    Report(Relation::kTransparent, path,
           NameOf(policy) + " differs from " + NameOf(KeyPolicy::kCanonicalizing) +
               " on lowercase names: " + DescribeContrast(before, Actual(path, policy)));
  }
}

void Judge::CheckAsPredicted(Path path) {
  const PathOutcomes& outcomes = outcomes_[IndexOf(path)];
  bool all_as_predicted = true;
  for (const KeyPolicy policy : kKeyPolicies) {
    const Outcome& predicted = *outcomes.predicted[IndexOf(policy)];
    const Outcome& actual = outcomes.actual[IndexOf(policy)];
    if (actual == predicted) continue;
    all_as_predicted = false;
    Report(
        Relation::kAsPredicted, path,
        NameOf(policy) + " is not what the model predicts: " + DescribeContrast(predicted, actual));
  }
  const DifferenceSet found = judgement_.differences[IndexOf(path)];
  const bool differ = Actual(path, KeyPolicy::kCanonicalizing) != Actual(path, KeyPolicy::kDirect);
  if (differ && found.empty()) {
    Report(Relation::kAsPredicted, path,
           "canonicalizing and direct differ in a way that has no name: " +
               DescribeContrast(Actual(path, KeyPolicy::kCanonicalizing),
                                Actual(path, KeyPolicy::kDirect)));
  }
  if (all_as_predicted) return;  // equal outcomes have equal differences
  const DifferenceSet predicted =
      FindDifferences(path, *outcomes.predicted[IndexOf(KeyPolicy::kCanonicalizing)],
                      *outcomes.predicted[IndexOf(KeyPolicy::kDirect)]);
  if (found != predicted) {
    Report(Relation::kAsPredicted, path,
           "canonicalizing and direct differ by " + JoinNames(found) + ", the model says " +
               JoinNames(predicted));
  }
}

void Judge::CheckSafe(Path path, const Metadata& metadata) {
  const Outcome& before = Actual(path, KeyPolicy::kCanonicalizing);
  const Outcome& direct = Actual(path, KeyPolicy::kDirect);
  const Outcome& guarded = Actual(path, KeyPolicy::kGuarded);
  const Outcome& rejecting = Actual(path, KeyPolicy::kRejecting);
  if (guarded != before) {
    Report(Relation::kSafe, path,
           NameOf(KeyPolicy::kGuarded) + " differs from " + NameOf(KeyPolicy::kCanonicalizing) +
               ": " + DescribeContrast(before, guarded));
  }
  // Entries that direct looked at: up to and with the one at which it stopped.
  const bool stopped = !direct.ok() && direct.error->entry < metadata.size();
  const std::size_t seen = stopped ? direct.error->entry + 1 : metadata.size();
  std::size_t first = 0;
  if (IsLowercase(judgement_.domain)) {
    first = seen;
  } else {
    while (first < seen && !HasUppercaseLetter(metadata[first].name)) ++first;
  }
  if (first < seen) {
    Outcome expected;
    expected.error =
        Error{.entry = first, .message = "header name is not lowercase: " + metadata[first].name};
    if (rejecting != expected) {
      Report(Relation::kSafe, path,
             NameOf(KeyPolicy::kRejecting) + ": " + DescribeContrast(expected, rejecting));
    }
    return;
  }
  for (const Outcome* other : {&direct, &before}) {
    if (rejecting == *other) continue;
    Report(Relation::kSafe, path,
           NameOf(KeyPolicy::kRejecting) +
               " met no uppercase letter and differs: " + DescribeContrast(*other, rejecting));
  }
}

void Judge::CheckPathsAgree(const Metadata& metadata) {
  const std::optional<std::size_t> response_error = FirstResponseError(metadata);
  for (const KeyPolicy policy : kKeyPolicies) {
    const Outcome& request = Actual(Path::kRequest, policy);
    const Outcome& response = Actual(Path::kResponse, policy);
    const auto report = [&](const std::string& what) {
      Report(Relation::kPathsAgree, Path::kResponse, NameOf(policy) + ": " + what);
    };
    if (response_error.has_value() != !response.ok()) {
      report(response.ok() ? "the response should be an error for entry " +
                                 std::to_string(*response_error + 1)
                           : "the response should be no error, is " +
                                 DescribeOutcome(Path::kResponse, response));
      continue;
    }
    if (response_error) {
      if (request.ok()) {
        report("the response is an error and the request is none");
      } else if (request.error->entry == response.error->entry &&
                 *request.error != *response.error) {
        report("the two paths' errors differ: " + DescribeContrast(request, response));
      } else if (response.error->entry != *response_error) {
        report("the response's error is for entry " + std::to_string(response.error->entry + 1) +
               ", should be for entry " + std::to_string(*response_error + 1));
      }
      continue;
    }
    if (!request.ok()) {
      const std::size_t entry = request.error->entry;
      if (entry >= metadata.size() || !ModelIsReserved(metadata[entry].name)) {
        report("the request alone is an error, and not for a reserved name: " +
               DescribeOutcome(Path::kRequest, request));
      }
      continue;
    }
    expected_.Clear();
    expected_.headers = ResponseListFrom(request.headers, metadata);
    expected_.original_headers = ResponseListFrom(request.original_headers, metadata);
    if (response != expected_) report(DescribeContrast(expected_, response));
  }
}

void Judge::CheckRoundTrip() {
  for (const KeyPolicy policy : kKeyPolicies) {
    const Converter& converter = *suite_[IndexOf(policy)];
    const Outcome& request = Actual(Path::kRequest, policy);
    if (!request.ok() || !converter.to_metadata) continue;
    ModelRoundTrip(request, expected_);
    returned_.Clear();
    if (std::optional<Error> error = converter.to_metadata(request, way_back_)) {
      returned_.error = std::move(error);
    } else {
      converter.convert(Path::kRequest, way_back_, returned_);
    }
    if (returned_ != expected_) {
      Report(Relation::kRoundTrip, Path::kRequest,
             converter.name + " to metadata and back: " + DescribeContrast(expected_, returned_));
    }
  }
}

}  // namespace headerproof
