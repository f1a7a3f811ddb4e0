#include "bench/plain_port.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

namespace headerproof {
namespace {

std::string Lowercased(const std::string& name) {
  std::string lowercased = name;
  for (char& c : lowercased) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return lowercased;
}

std::string SeveralValues(const std::string& name, const std::vector<std::string>& values) {
  std::string message = "header has more than one value: " + name + ":[";
  for (std::size_t i = 0; i < values.size(); ++i) message += (i == 0 ? "" : " ") + values[i];
  return message + "]";
}

std::string Subtype(const std::string& content_type) {
  constexpr std::string_view kBase = "application/grpc";
  if (!content_type.starts_with(kBase) || content_type.size() == kBase.size()) return "";
  const char separator = content_type[kBase.size()];
  return separator == '+' || separator == ';' ? content_type.substr(kBase.size() + 1) : "";
}

// The field of `request` named `name`, or null.
std::string* FieldNamed(std::string_view name, PlainRequest& request) {
  if (name == "rpc-caller") return &request.caller;
  if (name == "rpc-service") return &request.service;
  if (name == "rpc-shard-key") return &request.shard_key;
  if (name == "rpc-routing-key") return &request.routing_key;
  if (name == "rpc-routing-delegate") return &request.routing_delegate;
  if (name == "rpc-encoding") return &request.encoding;
  if (name == "rpc-caller-procedure") return &request.caller_procedure;
  return nullptr;
}

bool IsRoutingName(std::string_view name) {
  return name == "x-uber-rpc-routing-zone" || name == "x-uber-rpc-routing-region";
}

}  // namespace

void PlainHeaders::Reserve(std::size_t count) {
  items_.reserve(count);
  original_items_.reserve(count);
}

void PlainHeaders::With(const std::string& name, const std::string& value) {
  items_[Lowercased(name)] = value;
  original_items_[name] = value;
}

const std::string* PlainHeaders::Get(const std::string& name) const {
  auto found = items_.find(name);
  if (found == items_.end()) found = items_.find(Lowercased(name));
  return found == items_.end() ? nullptr : &found->second;
}

PlainConversion<PlainRequest> PlainToRequest(const Metadata& metadata, bool lowercases) {
  PlainConversion<PlainRequest> conversion;
  PlainRequest& request = conversion.result;
  request.headers.Reserve(metadata.size());
  std::string lowercased;
  for (const auto& [name, values] : metadata) {
    if (values.empty()) continue;
    if (values.size() > 1) {
      conversion.error = SeveralValues(name, values);
      return conversion;
    }
    if (lowercases) lowercased = Lowercased(name);
    const std::string& key = lowercases ? lowercased : name;
    const std::string& value = values[0];
    if (std::string* const field = FieldNamed(key, request)) {
      *field = value;
    } else if (key == "content-type") {
      if (request.encoding.empty()) request.encoding = Subtype(value);
    } else if (!IsRoutingName(key)) {
      request.headers.With(key, value);
    }
  }
  return conversion;
}

PlainConversion<PlainHeaders> PlainToHeaders(const Metadata& metadata, bool lowercases) {
  PlainConversion<PlainHeaders> conversion;
  conversion.result.Reserve(metadata.size());
  std::string lowercased;
  for (const auto& [name, values] : metadata) {
    if (lowercases) lowercased = Lowercased(name);
    const std::string& key = lowercases ? lowercased : name;
    if (key.starts_with("rpc-") || values.empty()) continue;
    if (values.size() > 1) {
      conversion.error = SeveralValues(key, values);
      return conversion;
    }
    conversion.result.With(key, values[0]);
  }
  return conversion;
}

}  // namespace headerproof
