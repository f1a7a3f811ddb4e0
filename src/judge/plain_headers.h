// The rules of the store of headers on two plain maps: what the converter's store is held to.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "src/judge/model.h"

namespace headerproof {

// yarpc-go transport.Headers: an item under its lowercased name, an original under its spelling.
struct PlainHeaders {
  std::map<std::string, std::string> items;
  std::map<std::string, std::string> original_items;

  void With(const std::string& name, const std::string& value) {
    items[ModelLowercase(name)] = value;
    original_items[name] = value;
  }

  // The item, and of the originals the one that is spelled so.
  void Del(const std::string& name) {
    items.erase(ModelLowercase(name));
    original_items.erase(name);
  }

  std::optional<std::string> Get(const std::string& name) const {
    const auto found = items.find(ModelLowercase(name));
    return found == items.end() ? std::nullopt : std::optional(found->second);
  }
};

}  // namespace headerproof
