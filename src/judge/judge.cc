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

// Writes what relation 4 says the response's list is, from the request's, to `list`.
void ResponseListFrom(const HeaderList& request_list, const Metadata& metadata, HeaderList& list) {
  list.clear();
  for (const HeaderPair& header : request_list) {
    if (!ModelIsReserved(header.name)) list.push_back(header);
  }
  for (const auto& [name, values] : metadata) {
    if (IsOnlyInResponse(name) && values.size() == 1) list.push_back({name, values[0]});
  }
  if (!std::ranges::is_sorted(list)) std::ranges::sort(list);
}

// What the outcomes of one policy on the two paths have against relation 4, or nothing.
// `error_entry` is the entry for which a response must be an error, if any; `expected` is room.
std::string PathsFault(const Metadata& metadata, std::optional<std::size_t> error_entry,
                       const Outcome& request, const Outcome& response, Outcome& expected) {
  if (error_entry.has_value() == response.ok()) {
    return response.ok()
               ? "the response should be an error for entry " + std::to_string(*error_entry + 1)
               : "the response should be no error, is " +
                     DescribeOutcome(Path::kResponse, response);
  }
  if (!response.ok()) {
    if (response.error->entry != *error_entry) {
      return "the response's error is not for entry " + std::to_string(*error_entry + 1) + ": " +
             DescribeOutcome(Path::kResponse, response);
    }
    if (request.ok()) return "the response is an error and the request is none";
    if (request.error->entry == *error_entry && request.error != response.error) {
      return "the two paths' errors differ: " + DescribeContrast(request, response);
    }
  }
  if (!request.ok()) {
    const std::size_t entry = request.error->entry;
    const bool both_stop_here = error_entry == entry;
    if (!both_stop_here && (entry >= metadata.size() || !ModelIsReserved(metadata[entry].name))) {
      return "the request alone is an error, and not for a reserved name: " +
             DescribeOutcome(Path::kRequest, request);
    }
    return {};
  }
  expected.Clear();
  ResponseListFrom(request.headers, metadata, expected.headers);
  ResponseListFrom(request.original_headers, metadata, expected.original_headers);
  return response == expected ? std::string() : DescribeContrast(expected, response);
}

}  // namespace

std::string_view RelationName(Relation relation) {
  constexpr std::array<std::string_view, kRelationCount> kNames = {
      "transparent", "as-predicted", "safe", "paths-agree", "order", "round-trip"};
  return kNames[static_cast<std::size_t>(relation)];
}

Judge::Judge(const ConverterSet& converter_set) : converters_(converter_set) {}

const Judgement& Judge::Check(const Metadata& metadata, const CheckOptions& options) {
  judgement_.domain = MetadataDomain(metadata);
  judgement_.checked = {};
  judgement_.differences = {};
  judgement_.violations.clear();
  for (const Path path : kPaths) {
    if (!(path == Path::kRequest ? options.request : options.response)) continue;
    ConvertAll(path, metadata);
    if (!Same(path, KeyPolicy::kCanonicalizing, KeyPolicy::kDirect)) {
      judgement_.differences[IndexOf(path)] = FindDifferences(
          path, Actual(path, KeyPolicy::kCanonicalizing), Actual(path, KeyPolicy::kDirect));
    }
    const auto wants = [&](Relation relation) {
      const bool wanted = options.Wants(relation);
      judgement_.checked[IndexOf(relation)] |= wanted;
      return wanted;
    };
    if (IsLowercase(judgement_.domain) && wants(Relation::kTransparent)) CheckTransparent(path);
    if (wants(Relation::kAsPredicted)) {
      PredictAll(path, metadata);
      CheckAsPredicted(path);
    }
    if (wants(Relation::kSafe)) CheckSafe(path, metadata);
  }
  if (options.Wants(Relation::kPathsAgree) && options.request && options.response &&
      IsLowercase(judgement_.domain)) {
    judgement_.checked[IndexOf(Relation::kPathsAgree)] = true;
    CheckPathsAgree(metadata);
  }
  if (options.Wants(Relation::kRoundTrip) && options.request) CheckRoundTrip();
  return judgement_;
}

const Outcome& Judge::Actual(Path path, KeyPolicy policy) const {
  const PathOutcomes& outcomes = outcomes_[IndexOf(path)];
  return outcomes.actual[outcomes.like[IndexOf(policy)]];
}

bool Judge::Same(Path path, KeyPolicy a, KeyPolicy b) const {
  const auto& like = outcomes_[IndexOf(path)].like;
  return like[IndexOf(a)] == like[IndexOf(b)];
}

const std::string& Judge::NameOf(KeyPolicy policy) const {
  return converters_[IndexOf(policy)]->name;
}

void Judge::Report(Relation relation, Path path, std::string detail) {
  judgement_.violations.push_back({relation, path, std::move(detail)});
}

void Judge::ConvertAll(Path path, const Metadata& metadata) {
  PathOutcomes& outcomes = outcomes_[IndexOf(path)];
  for (const KeyPolicy policy : kKeyPolicies) {
    const std::size_t index = IndexOf(policy);
    std::size_t& like = outcomes.like[index];
    like = 0;
    const ConvertFunction& convert = converters_[index]->convert;
    if (index > 0 && convert.Gives(path, metadata, outcomes.actual[0])) continue;
    convert(path, metadata, outcomes.actual[index]);
    const auto is_new = [&outcomes, index](std::size_t other) {
      return outcomes.like[other] != other || outcomes.actual[other] != outcomes.actual[index];
    };
    while (like < index && is_new(like)) ++like;
  }
}

// The model is asked once for each key that its rules can come to see: on lowercase names the four
// policies are one rule, and guarded is canonicalizing always.
void Judge::PredictAll(Path path, const Metadata& metadata) {
  PathOutcomes& outcomes = outcomes_[IndexOf(path)];
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
  for (const KeyPolicy policy : kKeyPolicies) {
    if (Same(path, policy, KeyPolicy::kCanonicalizing)) continue;
    Report(Relation::kTransparent, path,
           NameOf(policy) + " differs from " + NameOf(KeyPolicy::kCanonicalizing) +
               " on lowercase names: " +
               DescribeContrast(Actual(path, KeyPolicy::kCanonicalizing), Actual(path, policy)));
  }
}

void Judge::CheckAsPredicted(Path path) {
  const PathOutcomes& outcomes = outcomes_[IndexOf(path)];
  std::array<bool, kKeyPolicyCount> as_predicted{};
  for (std::size_t index = 0; index < kKeyPolicyCount; ++index) {
    const std::size_t like = outcomes.like[index];
    const bool is_judged = like != index && outcomes.predicted[like] == outcomes.predicted[index];
    const Outcome& actual = outcomes.actual[like];
    as_predicted[index] = is_judged ? as_predicted[like] : actual == *outcomes.predicted[index];
    if (as_predicted[index]) continue;
    Report(Relation::kAsPredicted, path,
           converters_[index]->name + " is not what the model predicts: " +
               DescribeContrast(*outcomes.predicted[index], actual));
  }
  const Outcome& before = Actual(path, KeyPolicy::kCanonicalizing);
  const Outcome& after = Actual(path, KeyPolicy::kDirect);
  const DifferenceSet found = judgement_.differences[IndexOf(path)];
  if (found.empty() && !Same(path, KeyPolicy::kCanonicalizing, KeyPolicy::kDirect)) {
    Report(Relation::kAsPredicted, path,
           "canonicalizing and direct differ in a way that has no name: " +
               DescribeContrast(before, after));
  }
  if (std::ranges::all_of(as_predicted, std::identity())) return;  // equal, so equally different
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
  const Outcome& direct = Actual(path, KeyPolicy::kDirect);
  const auto must_equal = [&](KeyPolicy policy, KeyPolicy other, std::string_view when) {
    if (Same(path, policy, other)) return;
    Report(Relation::kSafe, path,
           NameOf(policy) + std::string(when) + " differs from " + NameOf(other) + ": " +
               DescribeContrast(Actual(path, other), Actual(path, policy)));
  };
  must_equal(KeyPolicy::kGuarded, KeyPolicy::kCanonicalizing, "");

  // Entries that direct looked at: up to and with the one at which it stopped.
  const bool stopped = !direct.ok() && direct.error->entry < metadata.size();
  const std::size_t seen = stopped ? direct.error->entry + 1 : metadata.size();
  std::size_t first = IsLowercase(judgement_.domain) ? seen : 0;
  while (first < seen && !HasUppercaseLetter(metadata[first].name)) ++first;
  if (first == seen) {
    must_equal(KeyPolicy::kRejecting, KeyPolicy::kDirect, ", which met no uppercase letter,");
    must_equal(KeyPolicy::kRejecting, KeyPolicy::kCanonicalizing,
               ", which met no uppercase letter,");
    return;
  }
  expected_.Clear();
  expected_.error =
      Error{.entry = first, .message = "header name is not lowercase: " + metadata[first].name};
  const Outcome& rejecting = Actual(path, KeyPolicy::kRejecting);
  if (rejecting != expected_) {
    Report(Relation::kSafe, path,
           NameOf(KeyPolicy::kRejecting) + ": " + DescribeContrast(expected_, rejecting));
  }
}

// Policies that agree on both paths stand or fall together: each group is checked once.
void Judge::CheckPathsAgree(const Metadata& metadata) {
  const std::optional<std::size_t> error_entry = FirstResponseError(metadata);
  for (const KeyPolicy policy : kKeyPolicies) {
    const std::size_t index = IndexOf(policy);
    const std::size_t like = outcomes_[IndexOf(Path::kRequest)].like[index];
    if (like != index && like == outcomes_[IndexOf(Path::kResponse)].like[index]) continue;
    const std::string fault = PathsFault(metadata, error_entry, Actual(Path::kRequest, policy),
                                         Actual(Path::kResponse, policy), expected_);
    if (!fault.empty())
      Report(Relation::kPathsAgree, Path::kResponse, NameOf(policy) + ": " + fault);
  }
}

void Judge::CheckRoundTrip() {
  const PathOutcomes& outcomes = outcomes_[IndexOf(Path::kRequest)];
  const WayBack* last_way_back = nullptr;
  std::size_t last = 0;
  trip_of_.fill(kNoTrip);
  for (std::size_t index = 0; index < kKeyPolicyCount; ++index) {
    const Converter& converter = *converters_[index];
    const Outcome& request = outcomes.actual[outcomes.like[index]];
    if (!request.ok() || !converter.way_back) continue;
    judgement_.checked[IndexOf(Relation::kRoundTrip)] = true;
    // The same request by the same way gives the same metadata: only converting it again is new.
    if (converter.way_back.get() != last_way_back || outcomes.like[index] != outcomes.like[last]) {
      ModelRoundTrip(request, round_trips_[index].expected);
      round_trips_[index].error = (*converter.way_back)(request, round_trips_[index].metadata);
      last_way_back = converter.way_back.get();
      last = index;
    }
    trip_of_[index] = last;
    const RoundTrip& trip = round_trips_[last];
    if (trip.error) {
      returned_.Clear();
      returned_.error = trip.error;
    } else if (converter.convert.Gives(Path::kRequest, trip.metadata, trip.expected)) {
      continue;
    } else {
      converter.convert(Path::kRequest, trip.metadata, returned_);
    }
    if (returned_ != trip.expected) {
      Report(
          Relation::kRoundTrip, Path::kRequest,
          converter.name + " to metadata and back: " + DescribeContrast(trip.expected, returned_));
    }
  }
}

// Whether each converter gives, for `metadata` and for what the other's requests became on the way
// back, what the other's of its policy gave.
bool Judge::GivesAll(const Judge& other, const Metadata& metadata,
                     const CheckOptions& options) const {
  for (std::size_t index = 0; index < kKeyPolicyCount; ++index) {
    const Converter& converter = *converters_[index];
    const auto policy = static_cast<KeyPolicy>(index);
    for (const Path path : kPaths) {
      if (!(path == Path::kRequest ? options.request : options.response)) continue;
      if (!converter.convert.Gives(path, metadata, other.Actual(path, policy))) return false;
    }
    if (!options.request || !options.Wants(Relation::kRoundTrip)) continue;
    if (converter.way_back != other.converters_[index]->way_back) return false;
    if (other.trip_of_[index] == kNoTrip) continue;
    const RoundTrip& trip = other.round_trips_[other.trip_of_[index]];
    if (!trip.error && !converter.convert.Gives(Path::kRequest, trip.metadata, trip.expected)) {
      return false;
    }
  }
  return true;
}

const Judgement& Judge::CheckAfter(const Judge& other, const Metadata& metadata,
                                   const CheckOptions& options) {
  if (!other.judgement_.obeyed() || !GivesAll(other, metadata, options)) {
    return Check(metadata, options);
  }
  judgement_ = other.judgement_;
  return judgement_;
}

}  // namespace headerproof
