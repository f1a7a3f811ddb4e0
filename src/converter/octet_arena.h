// Room for octets that stay where they are until the arena goes: where a zero-copy result keeps the
// few names that it had to change. Moving the arena leaves the octets in place.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

namespace headerproof {

class OctetArena {
 public:
  // Room for `size` octets, unaligned, uninitialized; valid until the arena goes.
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
