// The measure to beat: yarpc-go's two conversions as one would first write them in C++. Two
// std::unordered_map, one of items and one of original items, names lowercased octet by octet into
// strings of their own, room reserved for all entries as yarpc-go does. Plain, not crippled:
// nothing is copied or looked up twice that the Go code does not copy or look up twice.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>

#include "src/converter/metadata.h"

namespace headerproof {

class PlainHeaders {
 public:
  void Reserve(std::size_t count);
  void With(const std::string& name, const std::string& value);
  const std::string* Get(const std::string& name) const;  // null if there is none

 private:
  std::unordered_map<std::string, std::string> items_;
  std::unordered_map<std::string, std::string> original_items_;
};

struct PlainRequest {
  std::string caller;
  std::string service;
  std::string shard_key;
  std::string routing_key;
  std::string routing_delegate;
  std::string encoding;
  std::string caller_procedure;
  PlainHeaders headers;
};

// An error's message, or nothing and the result. `lowercases`: names first, as before the change.
template <class Result>
struct PlainConversion {
  std::string error;
  Result result;
};

PlainConversion<PlainRequest> PlainToRequest(const Metadata& metadata, bool lowercases);
PlainConversion<PlainHeaders> PlainToHeaders(const Metadata& metadata, bool lowercases);

}  // namespace headerproof
