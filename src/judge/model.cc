#include "src/judge/model.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <set>
#include <utility>

namespace headerproof {
namespace {

// The model's own table of names: on purpose not the converter's.
constexpr std::array<const char*, 7> kSevenFields = {
    "rpc-caller",           "rpc-service",  "rpc-shard-key",       "rpc-routing-key",
    "rpc-routing-delegate", "rpc-encoding", "rpc-caller-procedure"};
constexpr std::size_t kEncodingField = 5;

// The index of the field that `name` names, or 7.
std::size_t FieldOf(std::string_view name) {
  std::size_t field = 0;
  while (field < 7 && name != kSevenFields[field]) ++field;
  return field;
}

std::string Join(const std::vector<std::string>& values) {
  std::string joined;
  for (const std::string& value : values) {
    if (&value != &values.front()) joined += " ";
    joined += value;
  }
  return joined;
}

Error InvalidArgument(std::size_t entry, std::string message) {
  return {ErrorCode::kInvalidArgument, entry, std::move(message)};
}

// The store of headers as a list of all writes, in their order: the last write to a name wins.
HeaderList LastWrites(HeaderList writes) {
  HeaderList last;
  std::vector<std::size_t> order(writes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
    const int compared = writes[left].name.compare(writes[right].name);
    return compared != 0 ? compared < 0 : left < right;
  });
  for (const std::size_t write : order) {
    if (!last.empty() && last.back().name == writes[write].name) last.pop_back();
    last.push_back(std::move(writes[write]));
  }
  return last;
}

}  // namespace

std::string ModelLowercase(std::string_view name) {
  std::string lowercased(name);
  for (char& c : lowercased) {
    if ('A' <= c && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lowercased;
}

std::string ModelSubtype(const std::string& value) {
  const std::string base = "application/grpc";
  if (value.substr(0, base.size()) != base) return "";
  const std::string rest = value.substr(base.size());
  if (rest.empty() || (rest[0] != '+' && rest[0] != ';')) return "";
  return rest.substr(1);
}

bool ModelIsReserved(std::string_view name) {
  return name.substr(0, 4) == "rpc-";
}

bool ModelIsRoutingName(std::string_view name) {
  return name == "x-uber-rpc-routing-zone" || name == "x-uber-rpc-routing-region";
}

bool ModelIsField(std::string_view name) {
  return FieldOf(name) < 7;
}

void ModelConvert(Path path, KeyPolicy policy, const Metadata& metadata, Outcome& outcome,
                  ModelFold fold) {
  outcome.Clear();
  // The store of headers: by lowercased name, and by the name as it is spelled.
  HeaderList items;
  HeaderList original_items;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    const auto& [name, values] = metadata[i];
    const std::string lowercased = fold(name);
    if (policy == KeyPolicy::kRejecting && ModelLowercase(name) != name) {
      outcome.Clear();
      outcome.error = InvalidArgument(i, "header name is not lowercase: " + name);
      return;
    }
    const bool lowercases = policy == KeyPolicy::kCanonicalizing || policy == KeyPolicy::kGuarded;
    const std::string& key = lowercases ? lowercased : name;

    if (path == Path::kResponse && ModelIsReserved(key)) continue;
    if (values.empty()) continue;
    if (values.size() > 1) {
      outcome.Clear();
      outcome.error = InvalidArgument(
          i, "header has more than one value: " + (path == Path::kRequest ? name : key) + ":[" +
                 Join(values) + "]");
      return;
    }
    const std::string& value = values[0];
    if (path == Path::kRequest) {
      if (ModelIsRoutingName(key)) continue;
      const std::size_t field = FieldOf(key);
      if (field < 7) {
        outcome.fields[field] = value;
        continue;
      }
      if (key == "content-type") {
        std::string& encoding = outcome.fields[kEncodingField];
        if (encoding.empty()) encoding = ModelSubtype(value);
        continue;
      }
    }
    items.push_back({lowercased, value});
    original_items.push_back({key, value});
  }
  outcome.headers = LastWrites(std::move(items));
  outcome.original_headers = LastWrites(std::move(original_items));
}

std::optional<Error> ModelToMetadata(const Outcome& request, Metadata& metadata) {
  metadata.clear();
  for (std::size_t field = 0; field < 7; ++field) {
    if (!request.fields[field].empty()) {
      metadata.push_back({kSevenFields[field], {request.fields[field]}});
    }
  }
  std::set<std::string> present;
  for (const Entry& entry : metadata) present.insert(entry.name);
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    const std::string name = ModelLowercase(request.headers[i].name);
    if (ModelIsReserved(name)) {
      metadata.clear();
      return InvalidArgument(i, "cannot use reserved header in application headers: " + name);
    }
    if (request.headers[i].value.empty()) continue;
    if (!present.insert(name).second) {
      metadata.clear();
      return InvalidArgument(i, "duplicate key: " + name);
    }
    metadata.push_back({name, {request.headers[i].value}});
  }
  return std::nullopt;
}

void ModelRoundTrip(const Outcome& request, Outcome& outcome) {
  outcome.Clear();
  for (std::size_t i = 0; i < request.headers.size(); ++i) {
    const auto& [name, value] = request.headers[i];
    if (ModelIsReserved(name)) {
      outcome.error =
          InvalidArgument(i, "cannot use reserved header in application headers: " + name);
      return;
    }
  }
  outcome.fields = request.fields;
  std::string& encoding = outcome.fields[kEncodingField];
  for (const auto& [name, value] : request.headers) {
    if (value.empty() || ModelIsRoutingName(name)) continue;
    if (name == "content-type") {
      if (encoding.empty()) encoding = ModelSubtype(value);
      continue;
    }
    outcome.headers.push_back({name, value});
    outcome.original_headers.push_back({name, value});
  }
}

}  // namespace headerproof
