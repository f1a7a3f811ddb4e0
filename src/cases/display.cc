#include "src/cases/display.h"

#include <algorithm>
#include <array>

#include "src/cases/escape.h"
#include "src/converter/fold.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostOctets = 160;

// `text`, which is printable, cut to a bounded length; `octets` is the length before escaping.
std::string Cut(std::string text, std::size_t octets) {
  if (text.size() <= kMostOctets) return text;
  text.resize(kMostOctets);
  // Do not end within an escape.
  const std::size_t escape = text.rfind('\\');
  if (escape != std::string::npos && escape + 4 > kMostOctets) text.resize(escape);
  return text + "... (" + std::to_string(octets) + " octets)";
}

std::string Masked(std::size_t octets) {
  return "(masked, " + std::to_string(octets) + " octets)";
}

}  // namespace

bool HoldsCredentials(std::string_view name) {
  constexpr std::array<std::string_view, 6> kWords = {"authorization", "cookie",   "token",
                                                      "secret",        "password", "key"};
  const std::string folded = Fold(name);
  return std::ranges::any_of(
      kWords, [&folded](std::string_view word) { return folded.find(word) != std::string::npos; });
}

std::string DisplayName(std::string_view name) {
  return Cut(EscapeName(name.substr(0, kMostOctets + 1)), name.size());
}

std::string DisplayValue(std::string_view name, std::string_view value) {
  if (HoldsCredentials(name)) return Masked(value.size());
  return Cut(EscapeValue(value.substr(0, kMostOctets + 1)), value.size());
}

std::string DisplayMessage(std::string_view message) {
  const std::size_t values = message.find(":[");
  if (values != std::string_view::npos && HoldsCredentials(message)) {
    return Cut(EscapeValue(message.substr(0, std::min(values, kMostOctets + 1))), values) + ":[" +
           Masked(message.size() - values - 2) + "]";
  }
  return Cut(EscapeValue(message.substr(0, kMostOctets + 1)), message.size());
}

std::string DisplayCase(const Metadata& metadata, std::size_t most_lines) {
  std::string text;
  std::size_t lines = 0;
  std::size_t left_out = 0;
  const auto add_line = [&](const std::string& line) {
    if (lines < most_lines) {
      text += line + "\n";
      ++lines;
    } else {
      ++left_out;
    }
  };
  for (const auto& [name, values] : metadata) {
    if (values.empty()) add_line(DisplayName(name));
    for (const std::string& value : values) {
      add_line(DisplayName(name) + ":" + (value.empty() ? "" : " " + DisplayValue(name, value)));
    }
  }
  if (left_out != 0) text += "# and " + std::to_string(left_out) + " more lines\n";
  return text;
}

}  // namespace headerproof
