#include "src/report/gsn/layout.h"

#include <algorithm>
#include <cstdlib>

namespace headerproof {
namespace {

constexpr int kMargin = 12;  // around the picture
constexpr int kGap = 18;     // between neighbours
constexpr int kDrop = 40;    // from an element down to what supports it
constexpr int kIndent = 30;  // of a list under its element
constexpr int kAcross = 44;  // from an element to what stands beside it
constexpr int kTextWidth = 188;
constexpr int kListTextWidth = 272;  // of an element in a list, which has the room
constexpr int kContextWidth = 236;
constexpr int kCircleTextWidth = 84;

// A subtree, laid out with its upper left corner at 0, 0.
struct Block {
  int width = 0;
  int height = 0;
  int anchor_x = 0;  // the middle of the root's element
  std::vector<GsnBox> boxes;
  std::vector<GsnLine> lines;
};

void Place(const Block& block, int x, int y, Block& into) {
  for (GsnBox box : block.boxes) {
    box.corner = {box.corner.x + x, box.corner.y + y};
    into.boxes.push_back(std::move(box));
  }
  for (GsnLine line : block.lines) {
    for (GsnPoint& point : line.points) point = {point.x + x, point.y + y};
    into.lines.push_back(std::move(line));
  }
  into.width = std::max(into.width, x + block.width);
  into.height = std::max(into.height, y + block.height);
}

// The element's own size: its text, broken for its shape.
GsnBox Measure(const GsnFigure& figure, std::size_t index, bool in_list) {
  const GsnNode& node = figure[index];
  GsnBox box;
  box.node = index;
  const auto text_height = [&box](int others) {
    return static_cast<int>(box.lines.size()) * kGsnLine + others;
  };
  switch (node.kind) {
    case ArgumentKind::kSolution: {
      box.lines = WrapToWidth(node.name, kGsnFont - 1, kCircleTextWidth);
      const std::vector<std::string> text = WrapToWidth(node.text, kGsnFont - 2, kCircleTextWidth);
      box.lines.insert(box.lines.end(), text.begin(), text.end());
      box.width = box.height = std::max(104, text_height(48));
      break;
    }
    case ArgumentKind::kAssumption:
    case ArgumentKind::kJustification:
      box.lines = WrapToWidth(node.text, kGsnFont - 1, kContextWidth - 44);
      box.width = kContextWidth + 16;
      box.height = text_height(kGsnLine + 26) * 5 / 4;
      break;
    case ArgumentKind::kContext:
      box.lines = WrapToWidth(node.text, kGsnFont - 1, kContextWidth - 28);
      box.width = kContextWidth;
      box.height = text_height(kGsnLine + 22);
      break;
    case ArgumentKind::kGoal:
    case ArgumentKind::kStrategy: {
      const int text_width = in_list ? kListTextWidth : kTextWidth;
      const int skew = node.kind == ArgumentKind::kStrategy ? 2 * kGsnSkew : 0;
      box.name = WrapToWidth(node.name, kGsnFont, text_width);
      box.lines = WrapToWidth(node.text, kGsnFont, text_width);
      box.width = text_width + 24 + skew;
      // Bold, and with a sign before it.
      if (!node.status.empty())
        box.status = WrapToWidth(node.status, kGsnFont + 1, text_width - 20);
      const int status =
          static_cast<int>(box.status.size()) * kGsnLine + (box.status.empty() ? 0 : 6);
      box.height = text_height(static_cast<int>(box.name.size()) * kGsnLine + 22 + status +
                               (node.away.empty() ? 0 : kGsnAway));
      break;
    }
  }
  return box;
}

class Layouter {
 public:
  explicit Layouter(const GsnFigure& figure) : figure_(figure) {}

  Block LayOut(std::size_t index, int width, bool in_list) const {
    const Block head = Head(index, in_list);
    const std::vector<std::size_t>& children = figure_[index].supported_by;
    if (children.empty()) return head;
    const bool only_leaves = std::ranges::all_of(children, [this](std::size_t child) {
      return figure_[child].supported_by.empty() && figure_[child].in_context_of.empty();
    });
    if (in_list && only_leaves && head.width + kAcross + Head(children[0], false).width <= width) {
      return Beside(head, children, width);
    }
    Block across = Across(head, children, ShareOf(children, width));
    Block below = Below(head, children, width);
    return across.width <= width && across.height <= below.height ? across : below;
  }

 private:
  // What is left of `width` for each child that has children, if the others are as wide as they
  // are.
  int ShareOf(const std::vector<std::size_t>& children, int width) const {
    int shares = 0;
    int left = width - kGap * (static_cast<int>(children.size()) - 1);
    for (const std::size_t child : children) {
      if (figure_[child].supported_by.empty()) {
        left -= Head(child, false).width;
      } else {
        ++shares;
      }
    }
    return left / std::max(1, shares);
  }

  // The element with its context on its right.
  Block Head(std::size_t index, bool in_list) const {
    Block head;
    GsnBox box = Measure(figure_, index, in_list);
    const std::vector<std::size_t>& contexts = figure_[index].in_context_of;
    int height = 0;
    std::vector<GsnBox> beside;
    for (const std::size_t context : contexts) {
      beside.push_back(Measure(figure_, context, false));
      beside.back().corner = {box.width + kAcross, height};
      height += beside.back().height + kGap / 2;
    }
    if (!contexts.empty()) height -= kGap / 2;
    const int tallest = std::max(box.height, height);
    box.corner.y = (tallest - box.height) / 2;
    head.width = box.width;
    for (GsnBox& context : beside) {
      context.corner.y += (tallest - height) / 2;
      const int bend = box.width + kAcross / 2;
      // A step of a pixel or two, from rounding, would look like a fault.
      const bool is_level = std::abs(context.middle_y() - box.middle_y()) <= 2;
      const int to = is_level ? box.middle_y() : context.middle_y();
      head.lines.push_back({{{box.width, box.middle_y()},
                             {bend, box.middle_y()},
                             {bend, to},
                             {context.corner.x, to}},
                            false});
      head.width = std::max(head.width, context.right());
    }
    const int diamond = figure_[index].undeveloped ? 2 * kGsnDiamond : 0;
    head.height = tallest + diamond;
    head.anchor_x = box.middle_x();
    head.boxes.push_back(std::move(box));
    head.boxes.insert(head.boxes.end(), beside.begin(), beside.end());
    return head;
  }

  // What supports the element, under it and side by side.
  Block Across(const Block& head, const std::vector<std::size_t>& children, int share) const {
    std::vector<Block> blocks;
    int width = -kGap;
    for (const std::size_t child : children) {
      blocks.push_back(LayOut(child, share, false));
      width += blocks.back().width + kGap;
    }
    const int first = blocks.front().anchor_x;
    const int last = width - blocks.back().width + blocks.back().anchor_x;
    const int middle = (first + last) / 2;
    const int head_x = std::max(0, middle - head.anchor_x);
    const int children_x = head_x + head.anchor_x - middle;
    Block all;
    Place(head, head_x, 0, all);
    all.anchor_x = head_x + head.anchor_x;
    const int top = head.height + kDrop;
    const GsnPoint from = {all.anchor_x, head.boxes.front().bottom()};
    int x = children_x;
    for (const Block& block : blocks) {
      Place(block, x, top, all);
      const int to = x + block.anchor_x;
      const int bend = top - kDrop / 2;
      all.lines.push_back(
          {{from, {from.x, bend}, {to, bend}, {to, top + block.boxes.front().corner.y}}, true});
      x += block.width + kGap;
    }
    return all;
  }

  // One below the other, along a line down from the element.
  Block Below(const Block& head, const std::vector<std::size_t>& children, int width) const {
    Block all;
    Place(head, 0, 0, all);
    all.anchor_x = head.anchor_x;
    const GsnPoint from = {kIndent / 2, head.boxes.front().bottom()};
    int y = head.height + kDrop / 2;
    for (const std::size_t child : children) {
      const Block block = LayOut(child, width - kIndent - kGap, true);
      Place(block, kIndent + kGap / 2, y, all);
      const GsnBox& box = block.boxes.front();
      all.lines.push_back({{from,
                            {from.x, y + box.middle_y()},
                            {kIndent + kGap / 2 + box.corner.x + SideOf(box), y + box.middle_y()}},
                           true});
      y += block.height + kGap;
    }
    return all;
  }

  // Leaves on the right of the element, in rows that fit.
  Block Beside(const Block& head, const std::vector<std::size_t>& children, int width) const {
    std::vector<Block> leaves;
    for (const std::size_t child : children) leaves.push_back(Head(child, false));
    Block rows;
    std::vector<GsnLine> lines;
    int x = 0;
    int y = 0;
    int row_height = 0;
    const int room = width - head.width - kAcross;
    const int middle = head.boxes.front().middle_y();
    for (const Block& leaf : leaves) {
      if (x > 0 && x + leaf.width > room) {
        x = 0;
        y += row_height + kGap;
        row_height = 0;
      }
      Place(leaf, x, y, rows);
      row_height = std::max(row_height, leaf.height);
      x += leaf.width + kGap;
    }
    const int tallest = std::max(head.height, rows.height);
    const int head_y = (tallest - head.height) / 2;
    const int rows_y = (tallest - rows.height) / 2;
    Block all;
    all.anchor_x = head.anchor_x;
    Place(head, 0, head_y, all);
    Place(rows, head.width + kAcross, rows_y, all);
    // A bus over each row, so that no line crosses a neighbour.
    const GsnPoint from = {head.boxes.front().right(), head_y + middle};
    const int bend = head.width + kAcross / 2 - 6;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const GsnBox& box = all.boxes[head.boxes.size() + i];
      const bool is_first_of_row = box.corner.x == head.width + kAcross;
      if (is_first_of_row) {
        all.lines.push_back({{from,
                              {bend, from.y},
                              {bend, box.middle_y()},
                              {box.corner.x + SideOf(box), box.middle_y()}},
                             true});
      } else {
        const int above = box.corner.y - kGap / 2;
        all.lines.push_back({{from,
                              {bend, from.y},
                              {bend, above},
                              {box.middle_x(), above},
                              {box.middle_x(), box.corner.y}},
                             true});
      }
    }
    return all;
  }

  // How far a shape's left side lies inside of its box, at half its height.
  int SideOf(const GsnBox& box) const {
    return figure_[box.node].kind == ArgumentKind::kStrategy ? kGsnSkew / 2 : 0;
  }

  const GsnFigure& figure_;
};

}  // namespace

GsnLayout LayOutGsn(const GsnFigure& figure, int width) {
  Block all;
  Place(Layouter(figure).LayOut(0, width - 2 * kMargin, false), kMargin, kMargin, all);
  std::ranges::sort(all.boxes, {}, &GsnBox::node);
  return {all.width + kMargin, all.height + kMargin, std::move(all.boxes), std::move(all.lines)};
}

}  // namespace headerproof
