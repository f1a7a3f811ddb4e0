// Lowercasing of ASCII, octet for octet: 41-5a become 61-7a, every other octet stays, the length
// stays, the locale does not matter. Eight octets at a time; nothing outside the name is read.
//
// A word is tested and folded in parallel lanes: with bit 7 of each lane cleared, adding 0x3f
// carries into bit 7 from 'A' up, and adding 0x25 from 'Z' + 1 up. Where the two differ, and the
// octet had no bit 7 of its own, there is an uppercase letter; its bit 7 moved down by two is 0x20.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace headerproof {

// 0x80 in each lane of `word` that holds 41-5a, 0 in all others.
template <class Word>
constexpr Word UppercaseLanes(Word word) {
  constexpr Word kOnes = static_cast<Word>(~Word{0}) / 0xff;
  const Word heptets = word & (kOnes * 0x7f);
  const Word from_a = heptets + kOnes * (0x80 - 'A');
  const Word after_z = heptets + kOnes * (0x7f - 'Z');
  return (from_a ^ after_z) & ~word & (kOnes * 0x80);
}

// 0x40 in each lane of `word` that holds 40-5f or c0-df, whose bit 6 is set and bit 5 is not; 0 in
// all others. Few names that have no uppercase letter have any, and this takes half as long.
template <class Word>
constexpr Word SuspectLanes(Word word) {
  constexpr Word kOnes = static_cast<Word>(~Word{0}) / 0xff;
  return word & ~(word << 1) & (kOnes * 0x40);
}

namespace fold_internal {

// The word that begins at `from`, which need not be aligned.
template <class Word>
Word LoadWord(const char* from) {
  Word word;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// What `lanes` gives for any of the words of `name`, which has at least eight octets.
template <class Lanes>
std::uint64_t LanesOf(std::string_view name, Lanes lanes) {
  // The last word may overlap the one before it.
  std::uint64_t any = lanes(LoadWord<std::uint64_t>(name.data() + name.size() - 8));
  for (std::size_t at = 0; at + 8 < name.size(); at += 8) {
    any |= lanes(LoadWord<std::uint64_t>(name.data() + at));
  }
  return any;
}

// Folds the word at `from` into `to`; returns its uppercase lanes.
template <class Word>
Word FoldWord(const char* from, char* to) {
  const Word word = LoadWord<Word>(from);
  const Word uppercase = UppercaseLanes(word);
  const Word folded = word | (uppercase >> 2);
  std::memcpy(to, &folded, sizeof folded);
  return uppercase;
}

constexpr bool IsUppercase(char c) {
  return c >= 'A' && c <= 'Z';
}

}  // namespace fold_internal

// True if `name` has an octet 41-5a.
inline bool HasUppercase(std::string_view name) {
  using fold_internal::LanesOf;
  using fold_internal::LoadWord;
  const char* const data = name.data();
  const std::size_t size = name.size();
  if (size >= 8) {
    return LanesOf(name, SuspectLanes<std::uint64_t>) != 0 &&
           LanesOf(name, UppercaseLanes<std::uint64_t>) != 0;
  }
  if (size >= 4) {
    return (UppercaseLanes(LoadWord<std::uint32_t>(data)) |
            UppercaseLanes(LoadWord<std::uint32_t>(data + size - 4))) != 0;
  }
  for (const char c : name) {
    if (fold_internal::IsUppercase(c)) return true;
  }
  return false;
}

// Writes the lowercased name to `to`, which has room for name.size() octets and does not overlap
// the name. Returns whether any octet changed.
inline bool FoldInto(std::string_view name, char* to) {
  using fold_internal::FoldWord;
  const char* const data = name.data();
  const std::size_t size = name.size();
  std::uint64_t changed = 0;
  if (size >= 8) {
    // The last word may overlap the one before it: both are read from the name itself.
    for (std::size_t at = 0; at + 8 < size; at += 8) {
      changed |= FoldWord<std::uint64_t>(data + at, to + at);
    }
    changed |= FoldWord<std::uint64_t>(data + size - 8, to + size - 8);
  } else if (size >= 4) {
    changed |= FoldWord<std::uint32_t>(data, to);
    changed |= FoldWord<std::uint32_t>(data + size - 4, to + size - 4);
  } else {
    for (std::size_t at = 0; at < size; ++at) {
      const bool is_uppercase = fold_internal::IsUppercase(data[at]);
      to[at] = is_uppercase ? static_cast<char>(data[at] | 0x20) : data[at];
      changed |= static_cast<std::uint64_t>(is_uppercase);
    }
  }
  return changed != 0;
}

// The lowercased name.
inline std::string Fold(std::string_view name) {
  std::string folded(name.size(), '\0');
  FoldInto(name, folded.data());
  return folded;
}

}  // namespace headerproof
