// Mutants that lowercase other octets than 41-5a, or not all of them.
#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "src/mutants/mutants.h"

namespace headerproof {
namespace {

template <class Wrong>
auto Fold(Wrong wrong) {
  return Replace(&Rules::fold, wrong);
}

// Lowercases the octets at [begin, end) of a name.
std::string FoldPart(const std::string& name, std::size_t begin, std::size_t end) {
  std::string folded = name;
  for (std::size_t i = begin; i < std::min(end, name.size()); ++i) {
    folded[i] = RuleFold(name.substr(i, 1)).front();
  }
  return folded;
}

auto FoldUpTo(std::size_t most) {
  return Fold([most](const std::string& name) { return FoldPart(name, 0, most); });
}

bool IsBetween(char c, unsigned char first, unsigned char last) {
  const auto octet = static_cast<unsigned char>(c);
  return first <= octet && octet <= last;
}

// Sets bit 20 of the octets of `name` from `first` to `last`.
std::string Raise(std::string name, unsigned char first, unsigned char last) {
  for (char& c : name) {
    if (IsBetween(c, first, last)) c = static_cast<char>(c | 0x20);
  }
  return name;
}

auto FoldRange(unsigned char first, unsigned char last) {
  return Fold([=](const std::string& name) { return Raise(name, first, last); });
}

// Lowercases as the rules do, and octets from `first` to `last` as well.
auto FoldAlso(unsigned char first, unsigned char last) {
  return Fold([=](const std::string& name) { return Raise(RuleFold(name), first, last); });
}

std::string ReplaceAll(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

// The code points U+00C0 to U+00DE, but the multiplication sign, in UTF-8: c3 and one octet more.
std::string FoldLatinLetters(const std::string& name) {
  std::string folded = RuleFold(name);
  for (std::size_t i = 1; i < folded.size(); ++i) {
    if (folded[i - 1] == '\xc3' && IsBetween(folded[i], 0x80, 0x9e) && folded[i] != '\x97') {
      folded[i] = static_cast<char>(folded[i] | 0x20);
    }
  }
  return folded;
}

std::string FoldWordStarts(const std::string& name) {
  std::string folded = name;
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (i == 0 || name[i - 1] == '-') folded = FoldPart(folded, i, i + 1);
  }
  return folded;
}

}  // namespace

std::vector<Mutant> OctetMutants() {
  return {
      {"fold-misses-first-octet", "leaves the first octet of a name as it is",
       Fold([](const std::string& name) { return FoldPart(name, 1, name.size()); })},
      {"fold-misses-last-octet", "leaves the last octet of a name as it is",
       Fold([](const std::string& name) {
         return FoldPart(name, 0, name.size() - (name.empty() ? 0 : 1));
       })},
      {"fold-stops-after-8", "leaves a name as it is from the ninth octet on", FoldUpTo(8)},
      {"fold-stops-after-16", "leaves a name as it is from the 17th octet on", FoldUpTo(16)},
      {"fold-stops-after-32", "leaves a name as it is from the 33rd octet on", FoldUpTo(32),
       kTakesNamesOver32},
      {"fold-stops-after-64", "leaves a name as it is from the 65th octet on", FoldUpTo(64),
       kTakesNamesOver32 | kTakesNamesOver64},
      {"fold-misses-a", "lowercases 42-5a: a range off by one, at its start", FoldRange('B', 'Z')},
      {"fold-misses-z", "lowercases 41-59: a range off by one, at its end", FoldRange('A', 'Y')},
      {"fold-at-sign", "lowercases 40-5a, '@' to '`' too", FoldRange('@', 'Z')},
      {"fold-bracket", "lowercases 41-5b, '[' to '{' too", FoldRange('A', '[')},
      {"fold-or-20", "sets bit 20 of every octet of a name", FoldRange(0x00, 0xff)},
      {"fold-ignores-high-bit", "lowercases c1-da too, as if bit 80 were not there",
       FoldAlso(0xc1, 0xda), kTakesHighOctets},
      {"fold-latin-1", "lowercases c0-de too, as a Latin-1 locale does", FoldAlso(0xc0, 0xde),
       kTakesHighOctets},
      {"fold-latin-letters-in-utf-8", "lowercases U+00C0 to U+00DE too", Fold(FoldLatinLetters),
       kTakesHighOctets | kTakesLetters},
      {"fold-kelvin-sign", "lowercases the Kelvin sign, U+212A, to 'k', as Unicode does",
       Fold(
           [](const std::string& name) { return ReplaceAll(RuleFold(name), "\xe2\x84\xaa", "k"); }),
       kTakesHighOctets | kTakesLetters},
      {"fold-turkish", "lowercases 'I' to a dotless i, U+0131, as a Turkish locale does",
       Fold([](const std::string& name) { return RuleFold(ReplaceAll(name, "I", "\xc4\xb1")); })},
      {"fold-stops-at-nul", "leaves a name as it is from its first NUL on",
       Fold([](const std::string& name) { return FoldPart(name, 0, name.find('\0')); }),
       kTakesControls},
      {"fold-word-starts", "lowercases the first letter of a name and those after a '-' alone",
       Fold(FoldWordStarts)},
      {"fold-underscore", "turns '_' into '-', as gateways do",
       Fold([](const std::string& name) { return ReplaceAll(RuleFold(name), "_", "-"); })},
  };
}

}  // namespace headerproof
