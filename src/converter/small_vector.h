// A vector whose first elements need no allocation: most metadata has few entries.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>

namespace headerproof {

// The first kInPlace elements are part of the object, so moving it moves them. An element is
// assigned and dropped like plain memory.
template <class T, std::size_t kInPlace>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallVector() = default;
  SmallVector(SmallVector&& other) noexcept { TakeFrom(other); }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this == &other) return *this;
    Free();
    TakeFrom(other);
    return *this;
  }
  ~SmallVector() { Free(); }

  T* begin() { return begin_; }
  T* end() { return end_; }
  const T* begin() const { return begin_; }
  const T* end() const { return end_; }
  std::size_t size() const { return static_cast<std::size_t>(end_ - begin_); }
  std::size_t capacity() const { return static_cast<std::size_t>(limit_ - begin_); }
  bool empty() const { return begin_ == end_; }
  T& operator[](std::size_t position) { return begin_[position]; }
  const T& operator[](std::size_t position) const { return begin_[position]; }
  T& back() { return end_[-1]; }
  const T& back() const { return end_[-1]; }

  void reserve(std::size_t capacity) {
    if (capacity > this->capacity()) MoveTo(capacity);
  }

  // Precondition: `parts` do not refer to elements.
  template <class... Parts>
  void emplace_back(Parts&&... parts) {
    if (end_ == limit_) [[unlikely]] {
      MoveTo(2 * capacity());
    }
    std::construct_at(end_++, std::forward<Parts>(parts)...);
  }

  void pop_back() { --end_; }

 private:
  T* InPlace() { return reinterpret_cast<T*>(in_place_); }

  [[gnu::noinline]] void MoveTo(std::size_t capacity) {
    T* const to = std::allocator<T>().allocate(capacity);
    T* const to_end = std::uninitialized_copy(begin_, end_, to);
    Free();
    begin_ = to;
    end_ = to_end;
    limit_ = to + capacity;
  }

  void Free() {
    if (begin_ != InPlace()) std::allocator<T>().deallocate(begin_, capacity());
  }

  // Takes what `other` has, which is empty afterwards. Precondition: this one owns no memory.
  void TakeFrom(SmallVector& other) {
    if (other.begin_ == other.InPlace()) {
      begin_ = InPlace();
      end_ = std::uninitialized_copy(other.begin_, other.end_, begin_);
      limit_ = begin_ + kInPlace;
    } else {
      begin_ = std::exchange(other.begin_, other.InPlace());
      end_ = other.end_;
      limit_ = std::exchange(other.limit_, other.begin_ + kInPlace);
    }
    other.end_ = other.begin_;
  }

  T* begin_ = InPlace();
  T* end_ = InPlace();
  T* limit_ = InPlace() + kInPlace;
  alignas(T) std::byte in_place_[kInPlace * sizeof(T)];
};

}  // namespace headerproof
