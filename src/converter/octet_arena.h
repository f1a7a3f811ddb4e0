// Memory for octets that stay in place until the arena is destroyed: where a zero-copy result keeps
// the few names that it had to change. Moving the arena leaves the octets in place, and an empty
// arena behind.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace headerproof {

class OctetArena {
 public:
  OctetArena() = default;
  OctetArena(OctetArena&& other) noexcept
      : blocks_(std::move(other.blocks_)),
        next_(std::exchange(other.next_, nullptr)),
        left_(std::exchange(other.left_, 0)) {}
  OctetArena& operator=(OctetArena&& other) noexcept {
    blocks_ = std::exchange(other.blocks_, {});
    next_ = std::exchange(other.next_, nullptr);
    left_ = std::exchange(other.left_, 0);
    return *this;
  }

  // Memory for `size` octets, unaligned, uninitialized; valid until the arena is destroyed.
  char* Allocate(std::size_t size) {
    if (size > left_) {
      left_ = std::max(size, kBlockSize);
      blocks_.push_back(std::make_unique_for_overwrite<char[]>(left_));
      next_ = blocks_.back().get();
    }
    char* const room = next_;
    next_ += size;
    left_ -= size;
    return room;
  }

 private:
  static constexpr std::size_t kBlockSize = 512;

  std::vector<std::unique_ptr<char[]>> blocks_;
  char* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace headerproof
