// Rows found by name: a vector in order of insertion, and an index next to it once a name is looked
// for among more rows than a scan finds quickly. Names compare octet for octet. The cost of one
// step does not depend on which names a peer chose (see name_hash.h).
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "src/converter/name_hash.h"

namespace headerproof {

// Row has a member `name` that converts to std::string_view and does not change while in the table;
// Rows is a vector of them. At most 2^31 rows. Const members may be called by several threads at
// once.
template <class Row, class Rows = std::vector<Row>>
class NameTable {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // Up to this many rows are scanned; at 16 a scan by length and octets costs about one hash.
  static constexpr std::size_t kScanLimit = 16;

  NameTable() = default;
  NameTable(NameTable&& other) noexcept
      : rows_(std::move(other.rows_)), index_(other.ReleaseIndex()) {}
  NameTable& operator=(NameTable&& other) noexcept {
    rows_ = std::move(other.rows_);
    delete ReleaseIndex();
    index_.store(other.ReleaseIndex(), std::memory_order_relaxed);
    return *this;
  }
  ~NameTable() { delete ReleaseIndex(); }

  std::span<const Row> rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  Row& operator[](std::size_t position) { return rows_[position]; }
  const Row& operator[](std::size_t position) const { return rows_[position]; }
  void Reserve(std::size_t count) { rows_.reserve(count); }
  std::size_t capacity() const { return rows_.capacity(); }

  // The rows; nothing is left in the table.
  Rows Take() {
    delete ReleaseIndex();
    return std::move(rows_);
  }

  // The position of the row named `name`, or kNone.
  std::size_t Find(std::string_view name) const {
    if (rows_.size() > kScanLimit) return MadeIndex().Find(name, rows_);
    for (std::size_t position = 0; position < rows_.size(); ++position) {
      if (rows_[position].name == name) return position;
    }
    return kNone;
  }

  // Adds a row at the end, made of `parts`. Precondition: no row has its name.
  template <class... Parts>
  [[gnu::always_inline]] void Append(Parts&&... parts) {
    rows_.emplace_back(std::forward<Parts>(parts)...);
    if (Index* const index = MadeIndexOrNull()) [[unlikely]] {
      index->AddLast(rows_);
    }
  }

  // Removes the row at `position`; the last row takes its place.
  void Remove(std::size_t position) {
    if (Index* const index = MadeIndexOrNull()) index->Remove(position, rows_);
    if (position + 1 != rows_.size()) rows_[position] = std::move(rows_.back());
    rows_.pop_back();
  }

 private:
  // Open addressing. A slot has a row's position and 32 bits of its name's hash.
  class Index {
   public:
    explicit Index(const Rows& rows) : slots_(SlotsFor(rows)) {
      for (std::size_t position = 0; position < rows.size(); ++position) {
        Occupy(Slot(HashName(rows[position].name), position));
      }
    }

    std::size_t Find(std::string_view name, const Rows& rows) const {
      const Slot& slot = slots_[FindSlot(name, rows)];
      return slot.IsFree() ? kNone : slot.position();
    }

    // Enters the last row. When the index grows no name is hashed again.
    [[gnu::noinline]] void AddLast(const Rows& rows) {
      if (slots_.size() < 2 * rows.size()) {
        for (const Slot& slot : std::exchange(slots_, std::vector<Slot>(SlotsFor(rows)))) {
          if (!slot.IsFree()) Occupy(slot);
        }
      }
      Occupy(Slot(HashName(rows.back().name), rows.size() - 1));
    }

    // Forgets the row at `position`, whose place the last row is to take.
    void Remove(std::size_t position, const Rows& rows) {
      Release(FindSlot(rows[position].name, rows));
      if (position + 1 != rows.size()) {
        slots_[FindSlot(rows.back().name, rows)].SetPosition(position);
      }
    }

   private:
    class Slot {
     public:
      Slot() = default;
      Slot(std::uint64_t hash, std::size_t position)
          : position_plus_one_(static_cast<std::uint32_t>(position) + 1),
            hash_(static_cast<std::uint32_t>(hash)) {}
      bool IsFree() const { return position_plus_one_ == 0; }
      std::size_t position() const { return position_plus_one_ - 1; }
      std::uint32_t hash() const { return hash_; }
      void SetPosition(std::size_t position) {
        position_plus_one_ = static_cast<std::uint32_t>(position) + 1;
      }

     private:
      std::uint32_t position_plus_one_ = 0;
      std::uint32_t hash_ = 0;
    };

    // A power of two, so many that at most half of them are taken until the rows need more memory.
    static std::size_t SlotsFor(const Rows& rows) {
      return std::max(4 * kScanLimit, std::bit_ceil(2 * rows.capacity()));
    }

    std::size_t Next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
    std::size_t Home(std::uint32_t hash) const { return hash & (slots_.size() - 1); }

    // The slot of the row named `name`, or the free slot where it would go.
    std::size_t FindSlot(std::string_view name, const Rows& rows) const {
      const auto hash = static_cast<std::uint32_t>(HashName(name));
      std::size_t slot = Home(hash);
      while (!slots_[slot].IsFree() &&
             !(slots_[slot].hash() == hash && rows[slots_[slot].position()].name == name)) {
        slot = Next(slot);
      }
      return slot;
    }

    void Occupy(Slot taken) {
      std::size_t slot = Home(taken.hash());
      while (!slots_[slot].IsFree()) slot = Next(slot);
      slots_[slot] = taken;
    }

    // Frees a slot, and moves back whatever had been pushed past it.
    void Release(std::size_t free) {
      for (std::size_t slot = Next(free); !slots_[slot].IsFree(); slot = Next(slot)) {
        const std::size_t mask = slots_.size() - 1;
        const std::size_t pushed = (slot - Home(slots_[slot].hash())) & mask;
        if (pushed >= ((slot - free) & mask)) {
          slots_[free] = slots_[slot];
          free = slot;
        }
      }
      slots_[free] = Slot();
    }

    std::vector<Slot> slots_;
  };

  Index* MadeIndexOrNull() const { return index_.load(std::memory_order_acquire); }

  // The index, which the first of several threads to look for a name leaves to the others.
  const Index& MadeIndex() const {
    Index* index = MadeIndexOrNull();
    if (index == nullptr) {
      auto made = std::make_unique<Index>(rows_);
      if (index_.compare_exchange_strong(index, made.get(), std::memory_order_acq_rel)) {
        index = made.release();
      }
    }
    return *index;
  }

  // For members that change the table, beside which no other may run.
  Index* ReleaseIndex() {
    Index* const index = index_.load(std::memory_order_relaxed);
    index_.store(nullptr, std::memory_order_relaxed);
    return index;
  }

  Rows rows_;
  mutable std::atomic<Index*> index_ = nullptr;
};

}  // namespace headerproof
