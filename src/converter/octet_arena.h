// Memory for octets that stay in place until the arena is destroyed: where headers keep what they
// own. Moving the arena leaves the octets in place, and an empty arena behind.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string_view>
#include <utility>

namespace headerproof {

class OctetArena {
 public:
  OctetArena() = default;
  OctetArena(OctetArena&& other) noexcept
      : block_(std::exchange(other.block_, nullptr)),
        next_(std::exchange(other.next_, nullptr)),
        left_(std::exchange(other.left_, 0)),
        size_(std::exchange(other.size_, 0)) {}
  OctetArena& operator=(OctetArena&& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(next_, other.next_);
    std::swap(left_, other.left_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~OctetArena() {
    while (block_ != nullptr) delete[] std::exchange(block_, BlockBefore(block_));
  }

  // Makes room for `size` octets in one block.
  void Reserve(std::size_t size) {
    if (size > left_) AddBlock(size);
  }

  // Memory for `size` octets, unaligned, uninitialized; the next call gives the same memory, unless
  // Take was called.
  char* Room(std::size_t size) {
    if (size > left_) AddBlock(std::max({size, size_, kLeastGrowth}));
    return next_;
  }

  // The first `size` octets of the room, which are the caller's until the arena is destroyed.
  std::string_view Take(std::size_t size) {
    left_ -= size;
    return {std::exchange(next_, next_ + size), size};
  }

  // A copy of `octets`.
  std::string_view Keep(std::string_view octets) {
    Copy(octets, Room(octets.size()));
    return Take(octets.size());
  }

  // Octets that the arena has room for, used or not.
  std::size_t size() const { return size_; }

 private:
  // What the arena grows by at least, and at least by as much as it has: so it has few blocks.
  static constexpr std::size_t kLeastGrowth = 512;

  // For most names and values a call of memcpy takes longer than copying.
  static void Copy(std::string_view from, char* to) {
    if (from.size() > 32) {
      std::memcpy(to, from.data(), from.size());
    } else if (from.size() >= 16) {
      CopyEnds<16>(from, to);
    } else if (from.size() >= 8) {
      CopyEnds<8>(from, to);
    } else if (from.size() >= 4) {
      CopyEnds<4>(from, to);
    } else {
      for (const char octet : from) *to++ = octet;
    }
  }

  // The first n octets and the last n, which may overlap. Precondition: n <= from.size() <= 2 * n.
  template <std::size_t n>
  static void CopyEnds(std::string_view from, char* to) {
    const std::size_t last = from.size() - n;
    std::memcpy(to, from.data(), n);
    std::memcpy(to + last, from.data() + last, n);
  }

  // A block begins with the address of the one before it.
  static char* BlockBefore(const char* block) {
    char* before;
    std::memcpy(&before, block, sizeof before);
    return before;
  }

  [[gnu::noinline]] void AddBlock(std::size_t size) {
    char* const block = new char[sizeof block_ + size];
    std::memcpy(block, &block_, sizeof block_);
    block_ = block;
    next_ = block + sizeof block_;
    left_ = size;
    size_ += size;
  }

  char* block_ = nullptr;
  char* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t size_ = 0;
};

}  // namespace headerproof
