#include "src/cases/text.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "src/cases/escape.h"
#include "src/converter/name_table.h"

namespace headerproof {
namespace {

int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string HexEscape(char c) {
  std::string text;
  AppendHexEscape(static_cast<unsigned char>(c), text);
  return text;
}

enum class Part : std::uint8_t { kName, kValue };

// Why strict reading refuses the raw octet `c` in `part`, if it does.
std::optional<std::string> WhyNotRaw(char c, Part part) {
  if (c == '\r') return "a carriage return; end lines with LF alone, or write \\x0d";
  if (c < 0x20 || c > 0x7e) {
    return "a raw octet outside 20-7e; write " + HexEscape(c);
  }
  if (part == Part::kName && c == ' ') return "a space in a name; write \\x20";
  if (part == Part::kName && c == '"') {
    return "a quotation mark in a name; write \\x22 (\"\" alone is the empty name)";
  }
  return std::nullopt;
}

// Memory for this many entries is reserved at once.
constexpr std::size_t kUsualEntries = 8;

// Appends the octets that `text` means. Only with `strict` there are errors; their columns are
// those in `text`.
std::optional<CaseError> Unescape(std::string_view text, Part part, bool strict,
                                  std::string& octets) {
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t backslash = std::min(text.find('\\', at), text.size());
    if (strict) {
      for (std::size_t i = at; i < backslash; ++i) {
        if (auto why = WhyNotRaw(text[i], part)) return CaseError{0, i + 1, *std::move(why)};
      }
    }
    octets.append(text, at, backslash - at);
    at = backslash;
    if (at == text.size()) break;

    if (at + 1 < text.size() && text[at + 1] == '\\') {
      octets += '\\';
      at += 2;
    } else if (at + 3 < text.size() && text[at + 1] == 'x' && HexDigit(text[at + 2]) >= 0 &&
               HexDigit(text[at + 3]) >= 0) {
      octets += static_cast<char>(HexDigit(text[at + 2]) * 16 + HexDigit(text[at + 3]));
      at += 4;
    } else if (strict) {
      return CaseError{0, at + 1,
                       "an unknown escape; write \\xHH for an octet, \\\\ for a backslash"};
    } else {
      octets += '\\';
      at += 1;
    }
  }
  return std::nullopt;
}

// Lines gathered into entries: lines of one name are one entry, at its first place.
using Entries = NameTable<Entry>;

// The entry named `name`, added if it is new.
Entry& EntryOf(std::string name, Entries& entries) {
  std::size_t position = entries.Find(name);
  if (position == Entries::kNone) {
    position = entries.size();
    entries.Append(std::move(name), std::vector<std::string>());
  }
  return entries[position];
}

std::variant<Metadata, CaseError> Parse(std::string_view text, bool strict) {
  Entries entries;
  entries.Reserve(kUsualEntries);
  std::size_t line_number = 0;
  while (!text.empty()) {
    ++line_number;
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.empty() || line.front() == '#') continue;

    // The name ends at the first colon after the first octet, or with the line.
    const std::size_t name_end = std::min(line.find(':', 1), line.size());
    const std::string_view name_text = line.substr(0, name_end);
    std::string name;
    if (name_text != "\"\"") {
      if (auto error = Unescape(name_text, Part::kName, strict, name)) {
        error->line = line_number;
        return *std::move(error);
      }
    }
    if (name_end == line.size()) {
      EntryOf(std::move(name), entries);
      continue;
    }
    std::size_t value_start = name_end + 1;
    if (value_start < line.size() && line[value_start] == ' ') ++value_start;
    std::string value;
    if (auto error = Unescape(line.substr(value_start), Part::kValue, strict, value)) {
      return CaseError{line_number, value_start + error->column, std::move(error->message)};
    }
    EntryOf(std::move(name), entries).values.push_back(std::move(value));
  }
  return entries.Take();
}

}  // namespace

std::variant<Metadata, CaseError> ParseCase(std::string_view text) {
  return Parse(text, true);
}

Metadata ParseCaseLeniently(std::string_view octets) {
  return std::get<Metadata>(Parse(octets, false));
}

std::string PrintCase(const Metadata& metadata) {
  std::string text;
  for (const Entry& entry : metadata) {
    const std::size_t name_start = text.size();
    AppendEscapedName(entry.name, text);
    if (entry.values.empty()) {
      text += '\n';
      continue;
    }
    const std::string name = text.substr(name_start);
    for (std::size_t i = 0; i < entry.values.size(); ++i) {
      if (i != 0) text += name;
      text += ':';
      if (!entry.values[i].empty()) text += ' ';
      AppendEscapedValue(entry.values[i], text);
      text += '\n';
    }
  }
  return text;
}

}  // namespace headerproof
