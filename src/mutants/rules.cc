#include "src/mutants/rules.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>
#include <utility>

namespace headerproof {
namespace {

constexpr std::array<std::string_view, 7> kFieldsInOrder = {
    "rpc-caller",           "rpc-service",  "rpc-shard-key",       "rpc-routing-key",
    "rpc-routing-delegate", "rpc-encoding", "rpc-caller-procedure"};

bool BeginsWithRpc(std::string_view name) {
  return name.starts_with("rpc-");
}

// The request path names the entry as it was received, the response path by its key.
Error RefuseSeveralValues(const Refusal& refusal) {
  std::string message = "header has more than one value: ";
  message += refusal.path == Path::kRequest ? refusal.received : refusal.key;
  std::string separator = ":[";
  for (const std::string& value : refusal.values) {
    message += separator + value;
    separator = " ";
  }
  return {ErrorCode::kInvalidArgument, refusal.entry, message + "]"};
}

HeaderList ListOf(const std::map<std::string, std::string>& headers) {
  HeaderList list;
  for (const auto& [name, value] : headers) list.push_back({name, value});
  return list;
}

// One conversion in progress.
class RuleConversion {
 public:
  RuleConversion(const Rules& rules, Path path, KeyPolicy policy, const Metadata& metadata)
      : rules_(rules), path_(path), policy_(policy), metadata_(metadata) {}

  void Run(Outcome& outcome) {
    outcome.Clear();
    std::vector<std::size_t> positions(metadata_.size());
    std::iota(positions.begin(), positions.end(), std::size_t{0});
    rules_.order(metadata_, positions);
    for (const std::size_t position : positions) {
      if (auto error = TakeEntry(position, outcome)) {
        outcome.Clear();
        outcome.error = std::move(error);
        return;
      }
    }
    outcome.headers = ListOf(store_.items);
    outcome.original_headers = ListOf(store_.original_items);
    rules_.finish(path_, outcome);
  }

 private:
  std::optional<Error> TakeEntry(std::size_t position, Outcome& outcome) {
    const auto& [received, values] = metadata_[position];
    const EntryPlace place{position, metadata_.size(), values.size()};
    if (policy_ == KeyPolicy::kRejecting && rules_.has_uppercase(received, place)) {
      return rules_.reject(received, position);
    }
    const bool lowercases =
        policy_ == KeyPolicy::kCanonicalizing ||
        (policy_ == KeyPolicy::kGuarded && rules_.has_uppercase(received, place));
    const std::string key = lowercases ? rules_.fold(received) : received;
    const Meaning meaning = rules_.meaning(received, key);
    if (rules_.is_left_out(path_, meaning, values)) return std::nullopt;
    const Taken taken = rules_.take(values);
    if (taken.kind == Taken::Kind::kSkip) return std::nullopt;
    if (taken.kind == Taken::Kind::kError) {
      return rules_.refuse({path_, position, received, key, values});
    }
    if (path_ == Path::kRequest && TakeSpecial(meaning, taken.value, outcome) &&
        !rules_.is_kept(meaning)) {
      return std::nullopt;
    }
    rules_.store(key, rules_.fold(key), taken.value, store_);
    return std::nullopt;
  }

  // What the request path keeps from the headers; returns whether it was that.
  bool TakeSpecial(const Meaning& meaning, const std::string& value, Outcome& outcome) const {
    switch (meaning.kind) {
      case Meaning::Kind::kField:
        rules_.set_field(value, meaning.field, outcome);
        return true;
      case Meaning::Kind::kContentType:
        rules_.set_encoding(rules_.subtype(value), outcome.fields[kRuleEncoding]);
        return true;
      case Meaning::Kind::kRoutingName:
        return true;
      default:
        return false;
    }
  }

  const Rules& rules_;
  Path path_;
  KeyPolicy policy_;
  const Metadata& metadata_;
  RuleStore store_;
};

}  // namespace

std::string RuleFold(const std::string& name) {
  std::string folded;
  for (const char c : name) {
    folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  return folded;
}

std::optional<std::size_t> RuleField(std::string_view name) {
  const auto found = std::ranges::find(kFieldsInOrder, name);
  if (found == kFieldsInOrder.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kFieldsInOrder.begin());
}

Meaning RuleMeaning(const std::string& key) {
  if (const auto field = RuleField(key)) return {Meaning::Kind::kField, *field};
  if (key == "content-type") return {Meaning::Kind::kContentType};
  if (key == "x-uber-rpc-routing-zone" || key == "x-uber-rpc-routing-region") {
    return {Meaning::Kind::kRoutingName};
  }
  return {BeginsWithRpc(key) ? Meaning::Kind::kReserved : Meaning::Kind::kApplication};
}

Taken RuleTake(const std::vector<std::string>& values) {
  if (values.empty()) return {Taken::Kind::kSkip};
  if (values.size() > 1) return {Taken::Kind::kError};
  return {Taken::Kind::kValue, values[0]};
}

std::string RuleSubtype(const std::string& content_type) {
  for (const std::string_view base : {"application/grpc+", "application/grpc;"}) {
    if (content_type.starts_with(base)) return content_type.substr(base.size());
  }
  return {};
}

bool RuleIsReserved(const Meaning& meaning) {
  return meaning.kind == Meaning::Kind::kField || meaning.kind == Meaning::Kind::kReserved;
}

Rules WrittenRules() {
  return {
      .fold = RuleFold,
      .has_uppercase = [](const std::string& name, EntryPlace) { return RuleFold(name) != name; },
      .reject =
          [](const std::string& received, std::size_t entry) {
            return Error{ErrorCode::kInvalidArgument, entry,
                         "header name is not lowercase: " + received};
          },
      .meaning = [](const std::string&, const std::string& key) { return RuleMeaning(key); },
      .is_left_out =
          [](Path path, const Meaning& meaning, const std::vector<std::string>&) {
            return path == Path::kResponse && RuleIsReserved(meaning);
          },
      .take = RuleTake,
      .refuse = RefuseSeveralValues,
      .set_field = [](const std::string& value, std::size_t field,
                      Outcome& request) { request.fields[field] = value; },
      .subtype = RuleSubtype,
      .set_encoding =
          [](const std::string& subtype, std::string& encoding) {
            if (encoding.empty()) encoding = subtype;
          },
      .is_kept = [](const Meaning&) { return false; },
      .store =
          [](const std::string& key, const std::string& folded, const std::string& value,
             RuleStore& store) {
            store.items[folded] = value;
            store.original_items[key] = value;
          },
      .order = [](const Metadata&, std::vector<std::size_t>&) {},
      .is_refused_back = [](const std::string& name,
                            const std::string&) { return BeginsWithRpc(name); },
      .is_left_out_back = [](const std::string& value) { return value.empty(); },
      .finish = [](Path, Outcome&) {},
  };
}

void ConvertByRules(const Rules& rules, Path path, KeyPolicy policy, const Metadata& metadata,
                    Outcome& outcome) {
  RuleConversion(rules, path, policy, metadata).Run(outcome);
}

std::optional<Error> ToMetadataByRules(const Rules& rules, const Outcome& request,
                                       Metadata& metadata) {
  metadata.clear();
  Metadata made;
  std::set<std::string> present;
  for (std::size_t field = 0; field < kFieldsInOrder.size(); ++field) {
    if (request.fields[field].empty()) continue;
    made.push_back({std::string(kFieldsInOrder[field]), {request.fields[field]}});
    present.insert(made.back().name);
  }
  std::size_t index = 0;
  for (const auto& [name, value] : request.headers) {
    const std::size_t position = index++;
    const std::string folded = rules.fold(name);
    if (rules.is_refused_back(folded, value)) {
      return Error{ErrorCode::kInvalidArgument, position,
                   "cannot use reserved header in application headers: " + folded};
    }
    if (rules.is_left_out_back(value)) continue;
    if (!present.insert(folded).second) {
      return Error{ErrorCode::kInvalidArgument, position, "duplicate key: " + folded};
    }
    made.push_back({folded, {value}});
  }
  metadata = std::move(made);
  return std::nullopt;
}

}  // namespace headerproof
