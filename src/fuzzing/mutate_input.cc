#include "src/fuzzing/mutate_input.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/cases/escape.h"
#include "src/cases/generator.h"
#include "src/cases/text.h"
#include "src/converter/metadata.h"
#include "src/grammar/special_name.h"
#include "src/judge/input_class.h"

namespace headerproof {
namespace {

std::uint32_t CountOf(std::size_t size) {
  return static_cast<std::uint32_t>(size);
}

bool Holds(const Metadata& metadata, std::string_view name) {
  return std::ranges::any_of(metadata, [name](const Entry& entry) { return entry.name == name; });
}

std::string MakeValue(Choices& choices, std::string_view name) {
  // "-" is what target headers deletes by; "proto" is an encoding that people use.
  constexpr std::array<std::string_view, 4> kTelling = {"", "-", "proto", "x"};
  if (choices.OneIn(4)) return std::string(kTelling[choices.Below(kTelling.size())]);
  return GenerateValue(choices, name);
}

// A name for a case whose names are in `domain`: within it most often, so that the relations
// on lowercase names stay checked; and a special one every other time, so that they come together.
std::string MakeName(Choices& choices, Domain domain) {
  if (choices.OneIn(2)) {
    if (choices.OneIn(2)) return std::string(kFieldNames[choices.Below(kFieldCount)]);
    const auto names = InterestingNames();
    return std::string(names[choices.Below(CountOf(names.size()))]);
  }
  return GenerateName(choices, choices.OneIn(8) ? Domain::kNone : domain);
}

void AddEntry(Choices& choices, Metadata& metadata) {
  std::string name = MakeName(choices, MetadataDomain(metadata));
  if (Holds(metadata, name)) return;
  Entry entry{std::move(name), {}};
  if (!choices.OneIn(8)) entry.values.push_back(MakeValue(choices, entry.name));
  const std::size_t at = choices.Below(CountOf(metadata.size() + 1));
  metadata.insert(metadata.begin() + static_cast<std::ptrdiff_t>(at), std::move(entry));
}

// One change to a case that has entries.
void ChangeEntry(Choices& choices, Metadata& metadata) {
  const std::size_t at = choices.Below(CountOf(metadata.size()));
  Entry& entry = metadata[at];
  const auto rename = [&metadata](Entry& renamed, std::string name) {
    if (!Holds(metadata, name)) renamed.name = std::move(name);
  };
  switch (choices.Below(8)) {
    case 0:
      metadata.erase(metadata.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1: {
      std::string rival = Respell(choices, entry.name);
      if (Holds(metadata, rival)) break;
      metadata.push_back({std::move(rival), {MakeValue(choices, entry.name)}});
      break;
    }
    case 2:
      rename(entry, Respell(choices, entry.name));
      break;
    case 3:
      rename(entry, MakeName(choices, MetadataDomain(metadata)));
      break;
    case 4:
      entry.values.push_back(MakeValue(choices, entry.name));
      break;
    case 5:
      if (!entry.values.empty()) entry.values.pop_back();
      break;
    case 6:
      std::swap(entry, metadata[choices.Below(CountOf(metadata.size()))]);
      break;
    default:
      if (entry.values.empty()) break;
      entry.values[choices.Below(CountOf(entry.values.size()))] = MakeValue(choices, entry.name);
  }
}

// What PrintCase prints, spelled as a careless person or machine would.
std::string PrintLoosely(Choices& choices, const Metadata& metadata) {
  constexpr std::array<std::string_view, 8> kNoise = {"# a comment\n", "\n",   "#\n",     "\r\n",
                                                      "\\x4\n",        "\\\n", "\\xzz\n", ":\n"};
  std::string text;
  std::string canonical = PrintCase(metadata);
  for (std::size_t i = 0; i < canonical.size(); ++i) {
    const char c = canonical[i];
    if ((i == 0 || canonical[i - 1] == '\n') && choices.OneIn(4)) {
      text += kNoise[choices.Below(kNoise.size())];
    }
    if (c != '\n' && c != '\\' && choices.OneIn(16)) {
      AppendHexEscape(static_cast<unsigned char>(c), text);
      if (choices.OneIn(4)) {
        std::ranges::transform(text.end() - 2, text.end(), text.end() - 2, [](char hex) {
          return hex >= 'a' ? static_cast<char>(hex - 0x20) : hex;
        });
      }
      continue;
    }
    if (c == ' ' && choices.OneIn(4)) continue;
    text += c;
  }
  if (!text.empty() && choices.OneIn(4)) text.pop_back();
  return text;
}

// How long a result may become: short most often. What an input costs grows with its length, and
// the faults that it can show hardly do.
std::size_t Bound(Choices& choices, std::size_t most_octets) {
  constexpr std::size_t kShort = 192;
  return choices.OneIn(16) ? most_octets : std::min(most_octets, kShort);
}

// The canonical text of the first half of the entries, or of half of these, and so on, until it
// fits `bound`; of the first entry alone, if that fits `most_octets`; else empty.
std::string PrintWithin(Metadata metadata, std::size_t bound, std::size_t most_octets) {
  std::string text = PrintCase(metadata);
  while (text.size() > (metadata.size() == 1 ? most_octets : bound)) {
    metadata.resize(metadata.size() / 2);
    text = PrintCase(metadata);
  }
  return text;
}

}  // namespace

std::string MutateInput(std::string_view input, Choices& choices, std::size_t most_octets) {
  std::size_t bound = Bound(choices, most_octets);
  Metadata metadata = ParseCaseLeniently(input);
  if (choices.OneIn(32)) {
    constexpr std::size_t kManyEntries = 40;
    const bool is_long = choices.OneIn(4);
    if (is_long) bound = most_octets;
    metadata = GenerateMetadata(choices, {.max_entries = is_long ? kManyEntries : std::size_t{6}});
  }
  for (std::uint32_t changes = 1 + choices.Below(4); changes > 0; --changes) {
    if (metadata.empty() || choices.OneIn(2)) {
      AddEntry(choices, metadata);
    } else {
      ChangeEntry(choices, metadata);
    }
  }
  if (choices.OneIn(16)) {
    std::string text = PrintLoosely(choices, metadata);
    if (text.size() <= bound) return text;
  }
  return PrintWithin(std::move(metadata), bound, most_octets);
}

std::string CrossInputs(std::string_view a, std::string_view b, Choices& choices,
                        std::size_t most_octets) {
  most_octets = Bound(choices, most_octets);
  // Where a line begins at or after a random place; the end, if none does.
  const auto line_start = [&choices](std::string_view text) {
    const std::size_t line_feed = text.find('\n', choices.Below(CountOf(text.size() + 1)));
    return line_feed == std::string_view::npos ? text.size() : line_feed + 1;
  };
  const std::size_t cut = choices.OneIn(2) ? 0 : line_start(a);
  const std::size_t from = choices.OneIn(2) ? 0 : line_start(b);
  std::string crossed;
  const auto append_lines = [&](std::string_view lines) {
    if (crossed.size() + lines.size() + 1 > most_octets) {
      const std::size_t room = most_octets - std::min(most_octets, crossed.size() + 1);
      lines = lines.substr(0, lines.substr(0, room).rfind('\n') + 1);
    }
    crossed += lines;
    if (!lines.empty() && lines.back() != '\n') crossed += '\n';
  };
  append_lines(a.substr(0, cut));
  append_lines(b.substr(from));
  append_lines(a.substr(cut));
  return crossed;
}

}  // namespace headerproof
