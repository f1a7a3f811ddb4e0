// Copying a few octets without a call: names and values are mostly shorter than the
// call costs. Nothing outside either range is read or written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>

namespace headerproof {

// The word that begins at `from`, in the machine's order of octets; it need not be aligned.
template <class Word>
Word LoadWord(const char* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

namespace octets_internal {

// Copies the first and the last word of `size` octets, which overlap if there are fewer than two.
template <class Word>
void CopyEnds(const char* from, char* to, std::size_t size) {
  const std::size_t last = size - sizeof(Word);
  const Word first_word = LoadWord<Word>(from);
  const Word last_word = LoadWord<Word>(from + last);
  std::memcpy(to, &first_word, sizeof first_word);
  std::memcpy(to + last, &last_word, sizeof last_word);
}

}  // namespace octets_internal

// Copies at most 16 octets to where there is room for them. They do not overlap.
inline void CopyFewOctets(std::string_view from, char* to) {
  using octets_internal::CopyEnds;
  const std::size_t size = from.size();
  if (size >= 8) {
    CopyEnds<std::uint64_t>(from.data(), to, size);
  } else if (size >= 4) {
    CopyEnds<std::uint32_t>(from.data(), to, size);
  } else if (size >= 2) {
    CopyEnds<std::uint16_t>(from.data(), to, size);
  } else if (size == 1) {
    *to = from[0];
  }
}

// to = from; quick if `to` has the capacity and is not shorter. They do not overlap.
inline void AssignOctets(std::string_view from, std::string& to) {
  if (from.size() > 16 || from.size() > to.size()) {
    to.assign(from);
    return;
  }
  to.resize(from.size());
  CopyFewOctets(from, to.data());
}

// A std::string of up to this many octets allocates nothing, in each standard library (15, or 22).
inline constexpr std::string_view kFewBlanks = "               ";

// `octets` as a Text, a std::string or a view; quick if they are few.
template <class Text>
Text MakeText(std::string_view octets) {
  if constexpr (std::is_same_v<Text, std::string>) {
    if (octets.size() <= kFewBlanks.size()) {
      Text few(kFewBlanks.data(), kFewBlanks.size());
      CopyFewOctets(octets, few.data());
      few.erase(octets.size());
      return few;
    }
  }
  return Text(octets);
}

// text = octets; quick if they are few, which are then made where they stay: nothing that could
// throw happens between the old text's end and the new one's beginning.
template <class Text>
void SetText(std::string_view octets, Text& text) {
  if (octets.size() > kFewBlanks.size()) {
    text = octets;
    return;
  }
  std::destroy_at(&text);
  ::new (static_cast<void*>(&text)) Text(MakeText<Text>(octets));
}

}  // namespace headerproof
