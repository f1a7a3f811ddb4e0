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

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "src/converter/fold.h"
#include "src/converter/name_table.h"
#include "src/converter/octet_arena.h"

namespace headerproof {

// Text is std::string (the store owns names and values) or std::string_view (names and values are
// borrowed from the caller, who keeps them until the store is gone; only a name that had to be
// lowercased lives in the store's own arena). Views obtained from the store are valid until it
// changes, and may be the arguments of what changes it. The order of items() is that of their first
// insertion, except for rows that Del moves.
template <class Text>
class BasicHeaders {
 public:
  static constexpr bool kIsOwning = std::is_same_v<Text, std::string>;

  struct Header {
    Header(std::string_view its_name, std::string_view its_value)
        : name(MakeText<Text>(its_name)), value(MakeText<Text>(its_value)) {}
    Header(Text&& its_name, Text&& its_value)
      requires(kIsOwning)
        : name(std::move(its_name)), value(std::move(its_value)) {}

    Text name;
    Text value;
  };

  // Stores `value` under `name`, any octets.
  void With(std::string_view name, std::string_view value) {
    if (!HasUppercase(name)) return WithLowercase(name, value);
    WithUppercase(name, value);
  }

  // With, for a name that has no octet 41-5a.
  void WithLowercase(std::string_view name, std::string_view value) {
    if (parted_) return SetBoth(Text(name), Text(name), Text(value));
    Set(items_, Text(name), Text(value));
  }

  // With, for a name that has not been stored in this spelling.
  [[gnu::always_inline]] void WithNew(std::string_view name, std::string_view value) {
    if (HasUppercase(name)) [[unlikely]] {
      return WithUppercase(name, value);
    }
    AppendLowercase(name, value);
  }

  // With, for a name that has no octet 41-5a and is none of the items'.
  [[gnu::always_inline]] void AppendLowercase(std::string_view name, std::string_view value) {
    if (parted_) [[unlikely]] {
      return SetBoth(Text(name), Text(name), Text(value));
    }
    items_.Emplace(name, value);
  }

  // The value under `name`, without regard to ASCII case.
  std::optional<std::string_view> Get(std::string_view name) const {
    const std::size_t position = HasUppercase(name) ? items_.Find(Fold(name)) : items_.Find(name);
    if (position == Table::kNone) return std::nullopt;
    return std::string_view(items_[position].value);
  }

  // Removes the item `name` without regard to case, and the original item of exactly this spelling.
  void Del(std::string_view name) {
    const bool has_uppercase = HasUppercase(name);
    if (has_uppercase) Part();
    // Both are found before either is removed: the name may be a view into one of them.
    const std::size_t item = has_uppercase ? items_.Find(Fold(name)) : items_.Find(name);
    const std::size_t original = parted_ ? original_items_.Find(name) : Table::kNone;
    if (item != Table::kNone) items_.Remove(item);
    if (original != Table::kNone) original_items_.Remove(original);
  }

  std::span<const Header> items() const { return items_.rows(); }
  std::span<const Header> original_items() const {
    return parted_ ? original_items_.rows() : items_.rows();
  }
  // False while items() and original_items() are one and the same list.
  bool IsParted() const { return parted_; }
  std::size_t size() const { return items_.size(); }
  bool empty() const { return items_.empty(); }
  void Reserve(std::size_t count) { items_.Reserve(count); }

  // Where a borrowing store keeps names; for callers that lowercase names themselves.
  OctetArena& arena()
    requires(!kIsOwning)
  {
    return arena_;
  }

 private:
  using Table = NameTable<Header>;
  struct Nothing {};

  static void Set(Table& table, Text name, Text value) {
    const std::size_t position = table.Find(name);
    if (position == Table::kNone) {
      table.Emplace(std::move(name), std::move(value));
    } else {
      table[position].value = std::move(value);
    }
  }

  // With, for a name that has one; out of line, as it is rarely needed.
  [[gnu::noinline]] void WithUppercase(std::string_view name, std::string_view value) {
    Part();
    SetBoth(KeepFolded(name), Text(name), Text(value));
  }

  // Takes copies, made before either list changes: the arguments may be views into one of them.
  [[gnu::noinline]] void SetBoth(Text name, Text spelled, Text value) {
    Set(original_items_, std::move(spelled), value);
    Set(items_, std::move(name), std::move(value));
  }

  Text KeepFolded(std::string_view name) {
    if constexpr (kIsOwning) {
      return Fold(name);
    } else {
      char* const room = arena_.Allocate(name.size());
      FoldInto(name, room);
      return {room, name.size()};
    }
  }

  // From here on the items and the original items are two lists.
  void Part() {
    if (parted_) return;
    parted_ = true;
    original_items_ = items_;
  }

  Table items_;
  Table original_items_;  // empty until the lists part
  bool parted_ = false;
  [[no_unique_address]] std::conditional_t<kIsOwning, Nothing, OctetArena> arena_;
};

using Headers = BasicHeaders<std::string>;
using HeadersView = BasicHeaders<std::string_view>;

}  // namespace headerproof
