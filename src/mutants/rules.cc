#include "src/mutants/rules.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <set>

namespace headerproof {
namespace {

constexpr std::array<std::string_view, 7> kFieldsInOrder = {
    "rpc-caller",           "rpc-service",  "rpc-shard-key",       "rpc-routing-key",
    "rpc-routing-delegate", "rpc-encoding", "rpc-caller-procedure"};

HeaderList ListOf(const std::map<std::string, std::string>& headers) {
  HeaderList list;
  for (const auto& [name, value] : headers) list.push_back({name, value});
  return list;
}

// What a request takes from an entry that is not an application's; returns whether it is not.
bool TakeSpecial(const Rules& rules, const Step& step, Outcome& request) {
  switch (step.meaning.kind) {
    case Meaning::Kind::kField:
      rules.set_field(step, request);
      return true;
    case Meaning::Kind::kContentType:
      rules.set_encoding(rules.subtype(step.value), request.fields[kRuleEncoding]);
      return true;
    case Meaning::Kind::kRoutingName:
      return true;
    default:
      return false;
  }
}

// Takes one entry; returns the error at which the conversion stops, if it does.
std::optional<Error> TakeEntry(const Rules& rules, KeyPolicy policy, Step step, RuleStore& store,
                               Outcome& outcome) {
  if (policy == KeyPolicy::kRejecting && rules.has_uppercase(step)) return rules.reject(step);
  const bool lowercases = policy == KeyPolicy::kCanonicalizing ||
                          (policy == KeyPolicy::kGuarded && rules.has_uppercase(step));
  step.key = lowercases ? rules.fold(step.received) : step.received;
  step.meaning = rules.meaning(step);
  if (rules.is_left_out(step)) return std::nullopt;
  const Taken taken = rules.take(step.values);
  if (taken.kind == Taken::Kind::kSkip) return std::nullopt;
  if (taken.kind == Taken::Kind::kStop) return rules.refuse(step);
  step.value = taken.value;
  step.lowercased = rules.fold(step.key);
  const bool is_special = step.path == Path::kRequest && TakeSpecial(rules, step, outcome);
  if (!is_special || rules.is_kept(step.meaning)) rules.store(step, store);
  return std::nullopt;
}

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
  return {key.starts_with("rpc-") ? Meaning::Kind::kReserved : Meaning::Kind::kApplication};
}

bool IsReserved(const Meaning& meaning) {
  return meaning.kind == Meaning::Kind::kField || meaning.kind == Meaning::Kind::kReserved;
}

Taken RuleTake(const Values& values) {
  if (values.empty()) return Skip();
  return values.size() > 1 ? Stop() : Take(values[0]);
}

std::string RuleSubtype(const std::string& content_type) {
  for (const std::string_view base : {"application/grpc+", "application/grpc;"}) {
    if (content_type.starts_with(base)) return content_type.substr(base.size());
  }
  return {};
}

// The request path names the entry as it was received, the response path by its key.
Error RuleRefuse(const Step& step) {
  std::string message = "header has more than one value: ";
  message += step.path == Path::kRequest ? step.received : step.key;
  std::string separator = ":[";
  for (const std::string& value : step.values) {
    message += separator + value;
    separator = " ";
  }
  return {ErrorCode::kInvalidArgument, step.position, message + "]"};
}

void ConvertByRules(const Rules& rules, Path path, KeyPolicy policy, const Metadata& metadata,
                    Outcome& outcome) {
  outcome.Clear();
  Positions positions(metadata.size());
  std::iota(positions.begin(), positions.end(), std::size_t{0});
  rules.order(metadata, positions);
  RuleStore store;
  for (const std::size_t position : positions) {
    if (auto error = TakeEntry(rules, policy, {path, metadata, position}, store, outcome)) {
      outcome.Clear();
      outcome.error = std::move(error);
      return;
    }
  }
  outcome.headers = ListOf(store.items);
  outcome.original_headers = ListOf(store.original_items);
  rules.finish(path, outcome);
}

std::optional<Error> ToMetadataByRules(const Rules& rules, const Outcome& request,
                                       Metadata& metadata) {
  metadata.clear();
  Metadata made;
  std::set<std::string> present;
  const auto add = [&](const std::string& name, const std::string& value) {
    made.push_back({name, {value}});
    return present.insert(name).second;
  };
  for (std::size_t field = 0; field < kFieldsInOrder.size(); ++field) {
    if (!request.fields[field].empty()) {
      add(std::string(kFieldsInOrder[field]), request.fields[field]);
    }
  }
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    const std::string& value = request.headers[i].value;
    const std::string name = rules.fold(request.headers[i].name);
    const auto error = [&](const std::string& message) {
      return Error{ErrorCode::kInvalidArgument, i, message + name};
    };
    if (rules.is_refused_back(name, value)) {
      return error("cannot use reserved header in application headers: ");
    }
    if (rules.is_left_out_back(value)) continue;
    if (!add(name, value)) return error("duplicate key: ");
  }
  metadata = std::move(made);
  return std::nullopt;
}

}  // namespace headerproof
