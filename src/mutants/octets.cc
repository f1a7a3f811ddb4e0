// Mutants that lowercase other octets than 41-5a, or not all of them.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "src/mutants/groups.h"

namespace headerproof {
namespace {

// Every octet changed by `change`.
template <class Change>
std::string MapOctets(std::string name, const Change& change) {
  for (char& c : name) c = change(c);
  return name;
}

char Raise(char c) {
  return static_cast<char>(c | 0x20);
}

bool IsBetween(char c, unsigned char first, unsigned char last) {
  const auto octet = static_cast<unsigned char>(c);
  return first <= octet && octet <= last;
}

// Sets bit 20 of the octets from `first` to `last`, and of no others.
template <unsigned char first, unsigned char last>
void FoldRange(Rules& rules) {
  rules.fold = [](const std::string& name) {
    return MapOctets(name, [](char c) { return IsBetween(c, first, last) ? Raise(c) : c; });
  };
}

// Lowercases as the rules do, and octets from `first` to `last` as well.
template <unsigned char first, unsigned char last>
void FoldAlso(Rules& rules) {
  rules.fold = [](const std::string& name) {
    return MapOctets(RuleFold(name),
                     [](char c) { return IsBetween(c, first, last) ? Raise(c) : c; });
  };
}

// Lowercases the first `most` octets of a name.
template <std::size_t most>
void FoldUpTo(Rules& rules) {
  rules.fold = [](const std::string& name) {
    if (name.size() <= most) return RuleFold(name);
    return RuleFold(name.substr(0, most)) + name.substr(most);
  };
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
      folded[i] = Raise(folded[i]);
    }
  }
  return folded;
}

constexpr auto kMutants = std::to_array<Mutant>({
    {"fold-misses-first-octet", "leaves the first octet of a name as it is",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         if (name.empty()) return name;
         return name.front() + RuleFold(name.substr(1));
       };
     }},
    {"fold-misses-last-octet", "leaves the last octet of a name as it is",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         if (name.empty()) return name;
         return RuleFold(name.substr(0, name.size() - 1)) + name.back();
       };
     }},
    {"fold-stops-after-8", "leaves a name as it is from the ninth octet on", FoldUpTo<8>},
    {"fold-stops-after-16", "leaves a name as it is from the 17th octet on", FoldUpTo<16>},
    {"fold-stops-after-32", "leaves a name as it is from the 33rd octet on", FoldUpTo<32>,
     kTakesNamesOver32},
    {"fold-stops-after-64", "leaves a name as it is from the 65th octet on", FoldUpTo<64>,
     kTakesNamesOver32 | kTakesNamesOver64},
    {"fold-misses-a", "lowercases 42-5a: a range off by one, at its start", FoldRange<'B', 'Z'>},
    {"fold-misses-z", "lowercases 41-59: a range off by one, at its end", FoldRange<'A', 'Y'>},
    {"fold-at-sign", "lowercases 40-5a, '@' to '`' too", FoldRange<'@', 'Z'>},
    {"fold-bracket", "lowercases 41-5b, '[' to '{' too", FoldRange<'A', '['>},
    {"fold-or-20", "sets bit 20 of every octet of a name", FoldRange<0x00, 0xff>},
    {"fold-ignores-high-bit", "lowercases c1-da too, as if bit 80 were not there",
     FoldAlso<0xc1, 0xda>, kTakesHighOctets},
    {"fold-latin-1", "lowercases c0-de too, as a Latin-1 locale does", FoldAlso<0xc0, 0xde>,
     kTakesHighOctets},
    {"fold-latin-letters-in-utf-8", "lowercases U+00C0 to U+00DE too",
     [](Rules& rules) { rules.fold = FoldLatinLetters; }, kTakesHighOctets | kTakesLetters},
    {"fold-kelvin-sign", "lowercases the Kelvin sign, U+212A, to 'k', as Unicode does",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         return ReplaceAll(RuleFold(name), "\xe2\x84\xaa", "k");
       };
     },
     kTakesHighOctets | kTakesLetters},
    {"fold-turkish", "lowercases 'I' to a dotless i, U+0131, as a Turkish locale does",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         return RuleFold(ReplaceAll(name, "I", "\xc4\xb1"));
       };
     }},
    {"fold-stops-at-nul", "leaves a name as it is from its first NUL on",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         const std::string before(name.c_str());
         return RuleFold(before) + name.substr(before.size());
       };
     },
     kTakesControls},
    {"fold-word-starts", "lowercases the first letter of a name and those after a '-' alone",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         std::string folded = name;
         for (std::size_t i = 0; i < name.size(); ++i) {
           if (i == 0 || name[i - 1] == '-') folded.replace(i, 1, RuleFold(name.substr(i, 1)));
         }
         return folded;
       };
     }},
    {"fold-underscore", "turns '_' into '-', as gateways do",
     [](Rules& rules) {
       rules.fold = [](const std::string& name) {
         return MapOctets(RuleFold(name), [](char c) { return c == '_' ? '-' : c; });
       };
     }},
});

}  // namespace

std::span<const Mutant> OctetMutants() {
  return kMutants;
}

}  // namespace headerproof
