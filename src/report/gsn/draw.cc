// The layout as SVG.
#include <fmt/format.h>

#include <string>

#include "src/report/gsn/layout.h"
#include "src/report/section.h"

namespace headerproof {
namespace {

// A sign for a verdict beside its word, so that colour is not alone: a check mark, one in
// parentheses, a cross, a question mark.
std::string SignOf(const std::string& tone) {
  if (tone == "holds") return "&#10003; ";
  if (tone == "conditional") return "(&#10003;) ";
  if (tone == "refuted") return "&#10007; ";
  if (tone == "unknown") return "? ";
  return "";
}

std::string Fill(const std::string& tone) {
  return tone.empty() ? "var(--card)" : fmt::format("var(--{}-back)", tone);
}

std::string Stroke(const std::string& tone) {
  return tone.empty() ? "var(--text)" : fmt::format("var(--{})", tone);
}

std::string Outline(const GsnNode& node, const GsnBox& box) {
  const std::string paint = fmt::format("fill=\"{}\" stroke=\"{}\" stroke-width=\"1.5\"",
                                        Fill(node.tone), Stroke(node.tone));
  const auto& [x, y] = box.corner;
  switch (node.kind) {
    case ArgumentKind::kGoal:
      return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" {}/>", x, y, box.width,
                         box.height, paint);
    case ArgumentKind::kStrategy:
      return fmt::format("<polygon points=\"{},{} {},{} {},{} {},{}\" {}/>", x + kGsnSkew, y,
                         box.right(), y, box.right() - kGsnSkew, box.bottom(), x, box.bottom(),
                         paint);
    case ArgumentKind::kSolution:
      return fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {}/>", box.middle_x(),
                         box.middle_y(), box.width / 2, paint);
    case ArgumentKind::kContext:
      return fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"16\" ry=\"16\" {}/>", x, y,
          box.width, box.height, paint);
    case ArgumentKind::kAssumption:
    case ArgumentKind::kJustification:
      return fmt::format("<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" {}/>", box.middle_x(),
                         box.middle_y(), box.width / 2, box.height / 2, paint);
  }
  return {};
}

std::string TextLine(int x, int y, int size, std::string_view attributes, const std::string& text) {
  return fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\"{}>{}</text>", x, y, size, attributes,
                     text);
}

constexpr std::string_view kCentred = " text-anchor=\"middle\"";
constexpr std::string_view kName = " font-weight=\"700\" fill=\"var(--faint)\"";
constexpr std::string_view kCentredName =
    " text-anchor=\"middle\" font-weight=\"700\" fill=\"var(--faint)\"";

// Name, text and verdict of a goal or a strategy, from its left side.
std::string BoxText(const GsnNode& node, const GsnBox& box) {
  const int x = box.corner.x + 12 + (node.kind == ArgumentKind::kStrategy ? kGsnSkew : 0);
  int y = box.corner.y + 21 - kGsnLine;
  std::string svg;
  for (const std::string& line : box.name) {
    svg += TextLine(x, y += kGsnLine, kGsnFont - 2, kName, EscapedMarkup(line));
  }
  for (const std::string& line : box.lines) {
    svg += TextLine(x, y += kGsnLine, kGsnFont, "", EscapedMarkup(line));
  }
  y += 4;
  for (const std::string& line : box.status) {
    const std::string paint = fmt::format(" font-weight=\"700\" fill=\"{}\"", Stroke(node.tone));
    const std::string sign = &line == &box.status.front() ? SignOf(node.tone) : "";
    svg += TextLine(x, y += kGsnLine, kGsnFont, paint, sign + EscapedMarkup(line));
  }
  if (!node.away.empty()) {
    const int top = box.bottom() - kGsnAway;
    svg += fmt::format("<path d=\"M{} {}H{}\" stroke=\"{}\"/>", box.corner.x, top, box.right(),
                       Stroke(node.tone));
    svg += TextLine(x, top + 16, kGsnFont - 2, " fill=\"var(--link)\"", EscapedMarkup(node.away));
  }
  return svg;
}

// The lines of a solution, a context or an ellipse, centred.
std::string CentredText(const GsnNode& node, const GsnBox& box) {
  const bool is_solution = node.kind == ArgumentKind::kSolution;
  const int size = is_solution ? kGsnFont - 2 : kGsnFont - 1;
  const int lines = static_cast<int>(box.lines.size()) + (is_solution ? !node.status.empty() : 1);
  int y = box.middle_y() - (lines - 1) * kGsnLine / 2 + 4;
  std::string svg;
  if (!is_solution) {
    svg += TextLine(box.middle_x(), y, kGsnFont - 2, kCentredName, EscapedMarkup(node.name));
    y += kGsnLine;
  }
  for (const std::string& line : box.lines) {
    svg += TextLine(box.middle_x(), y, size, kCentred, EscapedMarkup(line));
    y += kGsnLine;
  }
  if (is_solution && !node.status.empty()) {
    const std::string paint =
        fmt::format("{} font-weight=\"700\" fill=\"{}\"", kCentred, Stroke(node.tone));
    svg += TextLine(box.middle_x(), y, size, paint, SignOf(node.tone) + EscapedMarkup(node.status));
  }
  // The notation's mark, at the ellipse's lower right.
  if (node.kind == ArgumentKind::kAssumption || node.kind == ArgumentKind::kJustification) {
    svg += TextLine(box.middle_x() + box.width * 2 / 5, box.middle_y() + box.height * 2 / 5 + 6,
                    kGsnFont + 1, " font-weight=\"700\"",
                    node.kind == ArgumentKind::kAssumption ? "A" : "J");
  }
  return svg;
}

std::string Element(const GsnNode& node, const GsnBox& box) {
  const bool has_box = node.kind == ArgumentKind::kGoal || node.kind == ArgumentKind::kStrategy;
  std::string svg = Outline(node, box) + (has_box ? BoxText(node, box) : CentredText(node, box));
  if (node.undeveloped) {
    const int x = box.middle_x();
    const int y = box.bottom();
    svg += fmt::format(
        "<polygon points=\"{},{} {},{} {},{} {},{}\" fill=\"var(--card)\" stroke=\"var(--text)\"/>",
        x, y, x + kGsnDiamond, y + kGsnDiamond, x, y + 2 * kGsnDiamond, x - kGsnDiamond,
        y + kGsnDiamond);
  }
  if (node.link.empty()) return fmt::format("<g>{}</g>\n", svg);
  const std::string label = fmt::format("{} {}{}{}", ArgumentKindName(node.kind), node.name,
                                        node.status.empty() ? "" : ": ", node.status);
  return fmt::format("<a href=\"#{}\" aria-label=\"{}\">{}</a>\n", EscapedMarkup(node.link),
                     EscapedMarkup(label), svg);
}

// With a solid head for support and a hollow one for context.
std::string Line(const GsnLine& line) {
  std::string path;
  for (const GsnPoint& point : line.points) {
    path += fmt::format("{}{} {}", path.empty() ? "M" : "L", point.x, point.y);
  }
  const GsnPoint& end = line.points.back();
  const bool is_down = line.points[line.points.size() - 2].x == end.x;
  const std::string head = is_down ? fmt::format("{},{} {},{} {},{}", end.x, end.y, end.x - 5,
                                                 end.y - 10, end.x + 5, end.y - 10)
                                   : fmt::format("{},{} {},{} {},{}", end.x, end.y, end.x - 10,
                                                 end.y - 5, end.x - 10, end.y + 5);
  return fmt::format(
      "<path d=\"{}\" fill=\"none\" stroke=\"var(--faint)\" stroke-width=\"1.3\"/>"
      "<polygon points=\"{}\" fill=\"{}\" stroke=\"var(--faint)\" stroke-width=\"1.3\"/>\n",
      path, head, line.is_support ? "var(--faint)" : "var(--card)");
}

}  // namespace

std::string DrawGsn(const GsnFigure& figure, int width) {
  const GsnLayout layout = LayOutGsn(figure, width);
  std::string svg = fmt::format(
      "<svg class=\"gsn\" width=\"{0}\" height=\"{1}\" "
      "viewBox=\"0 0 {0} {1}\" role=\"group\" font-family=\"Liberation Sans, Arial, Helvetica, "
      "sans-serif\" fill=\"var(--text)\">\n",
      layout.width, layout.height);
  for (const GsnLine& line : layout.lines) svg += Line(line);
  for (const GsnBox& box : layout.boxes) svg += Element(figure[box.node], box);
  return svg + "</svg>";
}

}  // namespace headerproof
