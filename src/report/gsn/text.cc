// Breaking text into lines without asking a font: by widths as wide as DejaVu Sans, which is among
// the widest that a browser takes for sans-serif.
#include <algorithm>

#include "src/report/gsn/figure.h"

namespace headerproof {
namespace {

// In hundredths of the font's size.
int WidthOf(char c) {
  constexpr std::string_view kNarrow = "iljI.,:;'|! `";
  constexpr std::string_view kSlim = "frt()[]{}/\\-\"J";
  constexpr std::string_view kWide = "mwMW@%+=<>~#&";
  if (kNarrow.find(c) != std::string_view::npos) return 34;
  if (kSlim.find(c) != std::string_view::npos) return 43;
  if (kWide.find(c) != std::string_view::npos) return 94;
  return c >= 'A' && c <= 'Z' ? 74 : 63;
}

int WidthOf(std::string_view text, int size) {
  int hundredths = 0;
  for (const char c : text) hundredths += WidthOf(c);
  return hundredths * size / 100;
}

// A line may end behind a space, a hyphen or a slash. How far the first piece of `text` reaches, in
// which none may end but behind its last character.
std::size_t PieceEnd(std::string_view text) {
  const std::size_t end = text.find_first_of(" -/");
  return end == std::string_view::npos ? text.size() : end + 1;
}

}  // namespace

std::vector<std::string> WrapToWidth(std::string_view text, int size, int width) {
  std::vector<std::string> lines;
  std::string line;
  const auto end_line = [&] {
    while (line.ends_with(' ')) line.pop_back();
    if (!line.empty()) lines.push_back(line);
    line.clear();
  };
  while (!text.empty()) {
    std::string_view piece = text.substr(0, PieceEnd(text));
    const std::string_view seen = piece.substr(0, piece.find_last_not_of(' ') + 1);
    if (WidthOf(line + std::string(seen), size) > width) end_line();
    while (piece.size() > 1 && WidthOf(piece, size) > width + WidthOf(" ", size)) {
      piece.remove_suffix(1);
    }
    line += piece;
    text.remove_prefix(piece.size());
  }
  end_line();
  return lines;
}

}  // namespace headerproof
