// Headers: the store that an application sees (yarpc-go api/transport/header.go).
//
// With(k, v) stores v twice: under the lowercased k among the items, and under k as it is spelled
// among the original items. The last write to a name wins. Get looks a name up without regard to
// case. Del removes the lowercased name from the items and only its own spelling from the original
// items, so that another spelling stays behind.
//
// While every spelling so far is lowercase the two lists are one and the same, and only one is
// kept.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "src/converter/fold.h"
#include "src/converter/name_table.h"
#include "src/converter/octet_arena.h"
#include "src/converter/small_vector.h"

namespace headerproof {

struct Header {
  std::string_view name;
  std::string_view value;
};

// Text is std::string (the store owns names and values) or std::string_view (names and values are
// borrowed from the caller, who keeps them until the store is gone; only a name that had to be
// lowercased is the store's own). Views obtained from the store are valid until it changes or is
// gone, also if it is moved meanwhile, and may be the arguments of what changes it. The order of
// items() is that of their first insertion, except for rows that Del moves. Const members may be
// called by several threads at once.
template <class Text>
class BasicHeaders {
 public:
  static constexpr bool kIsOwning = std::is_same_v<Text, std::string>;

  // Stores `value` under `name`, any octets.
  void With(std::string_view name, std::string_view value) {
    Store(FoldInRoom(name), name, value);
    Repack();
  }

  // The value under `name`, without regard to ASCII case.
  std::optional<std::string_view> Get(std::string_view name) const {
    const std::size_t position = HasUppercase(name) ? items_.Find(Fold(name)) : items_.Find(name);
    if (position == Table::kNone) return std::nullopt;
    return items_[position].value;
  }

  // Removes the item `name` without regard to case, and the original item of exactly this spelling.
  void Del(std::string_view name) {
    const bool has_uppercase = HasUppercase(name);
    if (has_uppercase) Part();
    // Both are found before either is removed: the name may be a view into one of them.
    const std::size_t item = has_uppercase ? items_.Find(Fold(name)) : items_.Find(name);
    const std::size_t original = originals_ ? originals_->Find(name) : Table::kNone;
    if (item != Table::kNone) Remove(item, items_);
    if (original != Table::kNone) Remove(original, *originals_);
    Repack();
  }

  std::span<const Header> items() const { return items_.rows(); }
  std::span<const Header> original_items() const {
    return originals_ ? originals_->rows() : items_.rows();
  }
  // False while items() and original_items() are one and the same list.
  bool IsParted() const { return originals_ != nullptr; }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }

  // For a conversion, which knows more of its names than With does.

  // Makes room for so many headers.
  void Reserve(std::size_t count) { items_.Reserve(count); }

  // Makes room for so many octets of the store's own, in one block. What FoldInRoom returned stays.
  void ReserveOctets(std::size_t octets) { octets_.Reserve(octets); }

  // With, for a name that has no octet 41-5a and is not among the items, in a store that has not
  // parted.
  [[gnu::always_inline]] void Append(std::string_view name, std::string_view value) {
    items_.Append(Keep(name), Keep(value));
  }

  // `name` lowercased, in memory that is free again unless the name is stored at once; `name`
  // itself, if that changes nothing.
  std::string_view FoldInRoom(std::string_view name) {
    char* const room = octets_.Room(name.size());
    return FoldInto(name, room) ? std::string_view(room, name.size()) : name;
  }

  // Stores `value` under `lowercase` among the items, and under `spelled` among the original items:
  // two names, of which the first is the second lowercased, or one and the same. Either may be what
  // FoldInRoom returned.
  [[gnu::noinline]] void Store(std::string_view lowercase, std::string_view spelled,
                               std::string_view value) {
    const bool is_one_name = lowercase.data() == spelled.data();
    if (!is_one_name) Part();
    Header& item = RowOf(lowercase, items_);  // the room may be written to from here on
    const std::string_view kept = Keep(value);
    if (originals_) Set(kept, RowOf(is_one_name ? item.name : spelled, *originals_));
    Set(kept, item);
  }

 private:
  using Table = NameTable<Header, SmallVector<Header, 8>>;

  std::string_view Keep(std::string_view octets) {
    if constexpr (kIsOwning) {
      return octets_.Keep(octets);
    } else {
      return octets;
    }
  }

  // The row named `name`, which is added if it is new. A name in the room is taken from there.
  Header& RowOf(std::string_view name, Table& table) {
    std::size_t position = table.Find(name);
    if (position == Table::kNone) {
      position = table.size();
      const bool is_in_room = name.data() == octets_.Room(0);
      table.Append(is_in_room ? octets_.Take(name.size()) : Keep(name), std::string_view());
    }
    return table[position];
  }

  void Set(std::string_view kept, Header& header) {
    waste_ += header.value.size();
    header.value = kept;
  }

  void Remove(std::size_t position, Table& table) {
    waste_ += table[position].name.size() + table[position].value.size();
    table.Remove(position);
  }

  // From here on the items and the original items are two lists.
  void Part() {
    if (originals_) return;
    originals_ = std::make_unique<Table>();
    originals_->Reserve(items_.capacity());
    for (const Header& item : items_.rows()) originals_->Append(item);
  }

  // What was replaced or removed stays where it was until it is half of all that is kept.
  void Repack() {
    if (!kIsOwning || waste_ <= kLeastWaste + octets_.size() / 2) return;
    OctetArena packed;
    const auto pack = [&packed](Table& table) {
      for (std::size_t i = 0; i < table.size(); ++i) {
        table[i] = {packed.Keep(table[i].name), packed.Keep(table[i].value)};
      }
    };
    pack(items_);
    if (originals_) pack(*originals_);
    octets_ = std::move(packed);
    waste_ = 0;
  }
  static constexpr std::size_t kLeastWaste = 1024;

  Table items_;
  std::unique_ptr<Table> originals_;  // null until the lists part
  OctetArena octets_;                 // the store's own
  std::size_t waste_ = 0;             // octets that were replaced or removed
};

using Headers = BasicHeaders<std::string>;
using HeadersView = BasicHeaders<std::string_view>;

}  // namespace headerproof
