#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "src/cases/generator.h"
#include "src/engines/agree.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

constexpr std::string_view kKelvinSign = "\xe2\x84\xaa";  // U+212A, lowercases to k
constexpr std::string_view kDottedI = "\xc4\xb0";         // U+0130, lowercases to i

// Parts of names that lowercasing by code point changes, shortens, lengthens, leaves alone, or
// does not take for UTF-8.
constexpr std::array<std::string_view, 20> kParts = {
    "\xc3\x89",          // U+00C9, its lowercase two octets as well
    "\xc3\xa9",          // U+00E9, lowercase
    kKelvinSign,         // three octets to one
    kDottedI,            // two octets to one
    "\xc8\xba",          // U+023A, two octets to three
    "\xe1\xba\x9e",      // U+1E9E, three octets to two
    "\xc7\x85",          // U+01C5, titlecase
    "\xce\xa3",          // U+03A3, final or not the same
    "\xf0\x90\x90\x80",  // U+10400, four octets
    "\xef\xbf\xbd",      // U+FFFD itself
    "\xf4\x8f\xbf\xbf",  // U+10FFFF
    "\xed\xa0\x80",      // a surrogate: three octets, not UTF-8
    "\xc0\x80",          // overlong
    "\xe0\x80\x80",      // overlong
    "\xf4\x90\x80\x80",  // above U+10FFFF
    "\xf5\x80",          // no first octet
    "\xc3",              // cut short
    "\xe2\x84",          // cut short
    "\xf0\x90\x90",      // cut short
    "\x80",              // a continuation alone
};

// The UTF-8 of any code point but the surrogates.
std::string CodePoint(Choices& choices) {
  std::uint32_t point = choices.OneIn(2) ? choices.Below(0x3000) : choices.Below(0x110000 - 0x800);
  if (point >= 0xd800) point += 0x800;
  std::string text;
  AppendUtf8(point, text);
  return text;
}

// `name` with the first k or i in it, if any, spelled by the letter that lowercases to it.
std::string Disguise(std::string name) {
  const std::size_t at = name.find_first_of("kKiI");
  if (at == std::string::npos) return name;
  const bool is_k = name[at] == 'k' || name[at] == 'K';
  return name.replace(at, 1, is_k ? kKelvinSign : kDottedI);
}

std::string Disturb(Choices& choices, std::string name) {
  const std::size_t at = choices.Below(static_cast<std::uint32_t>(name.size()) + 1);
  switch (choices.Below(4)) {
    case 0:
      return Disguise(std::move(name));
    case 1:
      return name.insert(at, CodePoint(choices));
    default:
      return name.insert(at, kParts[choices.Below(kParts.size())]);
  }
}

}  // namespace

Metadata GeneratePeerMetadata(Choices& choices) {
  Metadata metadata = GenerateMetadata(choices, {.max_entries = 4});
  if (choices.OneIn(2)) return metadata;
  for (std::size_t i = 0; i < metadata.size(); ++i) {
    if (choices.OneIn(3)) continue;
    std::string name = Disturb(choices, metadata[i].name);
    if (std::ranges::find(metadata, name, &Entry::name) == metadata.end()) {
      metadata[i].name = std::move(name);
    }
  }
  return metadata;
}

}  // namespace headerproof
