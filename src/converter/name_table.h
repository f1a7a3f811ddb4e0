// Rows found by name: a vector in order of insertion, and an index next to it once there are more
// rows than a scan finds quickly. Names compare octet for octet. The cost of one step does not
// depend on which names a peer chose (see name_hash.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "src/converter/name_hash.h"

namespace headerproof {

// Row has a member `name` that converts to std::string_view and does not change while in the table.
// At most 2^31 rows.
template <class Row>
class NameTable {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  // Up to this many rows are scanned; at 16 a scan by length and octets costs about one hash.
  static constexpr std::size_t kScanLimit = 16;

  std::span<const Row> rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  bool empty() const { return rows_.empty(); }
  Row& operator[](std::size_t position) { return rows_[position]; }
  const Row& operator[](std::size_t position) const { return rows_[position]; }
  void Reserve(std::size_t count) { rows_.reserve(count); }

  void Clear() {
    rows_.clear();
    slots_.clear();
  }

  // The rows; nothing is left in the table.
  std::vector<Row> Take() {
    slots_.clear();
    return std::exchange(rows_, {});
  }

  // The position of the row named `name`, or kNone.
  std::size_t Find(std::string_view name) const {
    if (slots_.empty()) {
      for (std::size_t position = 0; position < rows_.size(); ++position) {
        if (rows_[position].name == name) return position;
      }
      return kNone;
    }
    const std::size_t slot = FindSlot(name);
    return slots_[slot].IsFree() ? kNone : slots_[slot].position();
  }

  // Adds a row at the end. Precondition: no row has its name.
  void Append(Row row) { Emplace(std::move(row)); }

  // The same, for a row that is made in its place from `parts`. Inline always: a view that is
  // passed in memory is written as two words and read as one, which makes the processor wait.
  template <class... Parts>
  [[gnu::always_inline]] void Emplace(Parts&&... parts) {
    rows_.emplace_back(std::forward<Parts>(parts)...);
    if (rows_.size() > kScanLimit || !slots_.empty()) IndexLast();
  }

  // Removes the row at `position`; the last row takes its place.
  void Remove(std::size_t position) {
    if (!slots_.empty()) {
      Release(FindSlot(rows_[position].name));
      if (position + 1 != rows_.size()) {
        slots_[FindSlot(rows_.back().name)].SetPosition(position);
      }
    }
    if (position + 1 != rows_.size()) rows_[position] = std::move(rows_.back());
    rows_.pop_back();
  }

 private:
  // One place of the open-addressed index: a row's position and 32 bits of its name's hash.
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

  std::size_t Next(std::size_t slot) const { return (slot + 1) & (slots_.size() - 1); }
  std::size_t Home(std::uint32_t hash) const { return hash & (slots_.size() - 1); }

  // The slot of the row named `name`, or the free slot where it would go.
  std::size_t FindSlot(std::string_view name) const {
    const auto hash = static_cast<std::uint32_t>(HashName(name));
    std::size_t slot = Home(hash);
    while (!slots_[slot].IsFree() &&
           !(slots_[slot].hash() == hash && rows_[slots_[slot].position()].name == name)) {
      slot = Next(slot);
    }
    return slot;
  }

  void Occupy(Slot taken) {
    std::size_t slot = Home(taken.hash());
    while (!slots_[slot].IsFree()) slot = Next(slot);
    slots_[slot] = taken;
  }

  void Index(std::size_t position) { Occupy(Slot(HashName(rows_[position].name), position)); }

  // Enters the last row. The index is never more than half full: it is made large enough for the
  // rows that there is room for, so that it rarely grows, and no name is hashed again when it does.
  [[gnu::noinline]] void IndexLast() {
    if (slots_.size() < 2 * rows_.size()) {
      const std::size_t size = std::max(4 * kScanLimit, std::bit_ceil(2 * rows_.capacity()));
      const std::vector<Slot> smaller = std::exchange(slots_, std::vector<Slot>(size));
      for (const Slot& slot : smaller) {
        if (!slot.IsFree()) Occupy(slot);
      }
      if (smaller.empty()) {
        for (std::size_t position = 0; position + 1 < rows_.size(); ++position) Index(position);
      }
    }
    Index(rows_.size() - 1);
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

  std::vector<Row> rows_;
  std::vector<Slot> slots_;  // empty, or a power of two
};

}  // namespace headerproof
