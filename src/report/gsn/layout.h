// Where each element of a figure lies, and how the lines between them run.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "src/report/gsn/figure.h"

namespace headerproof {

struct GsnPoint {
  int x = 0;
  int y = 0;
};

// One element: its box, and its text already broken.
struct GsnBox {
  std::size_t node = 0;
  GsnPoint corner;  // upper left
  int width = 0;
  int height = 0;
  std::vector<std::string> lines;
  std::vector<std::string> name;    // the name's lines, of a goal or a strategy
  std::vector<std::string> status;  // the verdict's lines, a goal's

  int middle_x() const { return corner.x + width / 2; }
  int middle_y() const { return corner.y + height / 2; }
  int right() const { return corner.x + width; }
  int bottom() const { return corner.y + height; }
};

// A line of straight pieces; its arrowhead is at the last point.
struct GsnLine {
  std::vector<GsnPoint> points;
  bool is_support = true;  // else it is context
};

struct GsnLayout {
  int width = 0;
  int height = 0;
  std::vector<GsnBox> boxes;  // in the order of the figure's nodes
  std::vector<GsnLine> lines;
};

inline constexpr int kGsnFont = 13;    // pixels
inline constexpr int kGsnLine = 17;    // from line to line
inline constexpr int kGsnSkew = 14;    // of a strategy's sides
inline constexpr int kGsnAway = 24;    // the compartment of an away goal
inline constexpr int kGsnDiamond = 9;  // half of its height

// Children stand side by side where that fits `width` and is not taller, else one below the other;
// what supports an element of such a list stands beside it, in rows.
GsnLayout LayOutGsn(const GsnFigure& figure, int width);

}  // namespace headerproof
