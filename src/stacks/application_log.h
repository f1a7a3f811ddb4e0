// What the applications behind stacks were shown, kept until the sweep asks. Safe for all threads.
#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "src/stacks/metadata_fields.h"
#include "src/stacks/stack.h"

namespace headerproof {

// A server's requests, by the number of their probe case.
class RequestLog {
 public:
  // A request without a probe case's number is not kept.
  void Add(const Metadata& shown) {
    const auto number = FindValue(shown, kProbeCaseName);
    if (!number) return;
    const std::lock_guard lock(mutex_);
    shown_.insert_or_assign(std::string(*number), shown);
  }

  std::optional<Metadata> Take(std::string_view number) {
    const std::lock_guard lock(mutex_);
    auto node = shown_.extract(std::string(number));
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, Metadata> shown_;
};

// The results of a client's calls, by their number.
class ResultLog {
 public:
  void Add(std::size_t call, CallResult result) {
    const std::lock_guard lock(mutex_);
    results_[call] = std::move(result);
    changed_.notify_all();
  }

  // The connection ended: no more results come.
  void End() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_all();
  }

  // As ClientConnection::Await.
  std::optional<CallResult> Await(std::size_t call, Deadline deadline) {
    std::unique_lock lock(mutex_);
    const auto is_over = [&] { return ended_ || results_.contains(call); };
    if (!changed_.wait_until(lock, deadline, is_over)) return std::nullopt;
    auto node = results_.extract(call);
    if (node.empty()) return CallResult{.message = "the connection ended"};
    return std::move(node.mapped());
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::unordered_map<std::size_t, CallResult> results_;
  bool ended_ = false;
};

}  // namespace headerproof
