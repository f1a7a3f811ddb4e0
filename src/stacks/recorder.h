// What applications behind stacks under test were shown, written down from any thread.
#pragma once

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "src/converter/metadata.h"

namespace headerproof {

// Adds one field to `metadata`, as a multimap that is read in order of arrival would.
inline void AppendValue(std::string_view name, std::string_view value, Metadata& metadata) {
  const auto found = std::ranges::find(metadata, name, &Entry::name);
  if (found != metadata.end()) {
    found->values.emplace_back(value);
  } else {
    metadata.push_back({std::string(name), {std::string(value)}});
  }
}

// The first value under `name`, or nothing.
inline std::optional<std::string_view> FindValue(const Metadata& metadata, std::string_view name) {
  const auto found = std::ranges::find(metadata, name, &Entry::name);
  if (found == metadata.end() || found->values.empty()) return std::nullopt;
  return found->values.front();
}

class Recorder {
 public:
  void Record(std::string probe_case, Metadata metadata) {
    const std::lock_guard lock(mutex_);
    shown_.insert_or_assign(std::move(probe_case), std::move(metadata));
  }

  std::optional<Metadata> Take(std::string_view probe_case) {
    const std::lock_guard lock(mutex_);
    auto node = shown_.extract(std::string(probe_case));
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, Metadata> shown_;
};

}  // namespace headerproof
