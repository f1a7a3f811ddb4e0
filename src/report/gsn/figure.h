// Draws an argument as Goal Structuring Notation (community standard, version 3) draws it: goals as
// rectangles, strategies as parallelograms, solutions as circles, contexts as rounded boxes,
// assumptions and justifications as ellipses marked A and J; a solid arrowhead for "supported by",
// a hollow one for "in context of"; a diamond under what is undeveloped. A goal that is argued in
// another picture is drawn as an away goal, with a compartment that says where.
//
// The layout is our own: no font is asked for its widths, nothing depends on a hash or a clock, and
// the same figure gives the same octets.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "src/claims/argument.h"

namespace headerproof {

struct GsnNode {
  ArgumentKind kind = ArgumentKind::kGoal;
  std::string name;    // printable ASCII, as `text` and `status`; not escaped
  std::string text;    // a sentence; wrapped
  std::string status;  // a word for the verdict, or empty
  std::string tone;    // "holds", "conditional", "refuted", "unknown" or empty: its colour and sign
  std::string link;    // the id of an element on the page
  std::string away;    // what the compartment of an away goal says; empty: it is none
  bool undeveloped = false;
  std::vector<std::size_t> supported_by;   // indices of nodes; each is the child of one node
  std::vector<std::size_t> in_context_of;  // the same
};

// Node 0 is the root, and all others are below it.
using GsnFigure = std::vector<GsnNode>;

// An <svg> element, at most about `width` pixels wide. Its colours are the page's variables.
std::string DrawGsn(const GsnFigure& figure, int width);

// `text` broken behind spaces, hyphens and slashes into lines that are no wider than `width` pixels
// in most sans-serif fonts at `size` pixels; a longer word is broken where it has to be.
std::vector<std::string> WrapToWidth(std::string_view text, int size, int width);

}  // namespace headerproof
