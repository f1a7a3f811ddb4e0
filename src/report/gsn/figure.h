// The argument as a figure in the Goal Structuring Notation (community standard, version 3): a tree
// of elements that gsn/node.html.mustache draws with nested lists, so that the browser does the
// layout. Goals are rectangles, strategies parallelograms, solutions circles, contexts rounded
// boxes, assumptions and justifications ellipses marked A and J; a solid arrowhead means "supported
// by", a hollow one "in context of"; a diamond marks what is undeveloped. A goal that has a figure
// of its own is drawn elsewhere as an away goal, with a compartment that says so.
#pragma once

#include <string>
#include <vector>

#include "src/claims/argument.h"

namespace headerproof {

struct Report;

struct GsnNode {
  ArgumentKind kind = ArgumentKind::kGoal;
  std::string name = {};    // printable ASCII, as `text` and `status`; not escaped
  std::string text = {};    // a sentence
  std::string status = {};  // the verdict, or what is wrong with evidence; or empty
  std::string tone = {};    // "holds", "conditional", "refuted", "unknown" or empty
  std::string link = {};    // the id of an element on the page, or empty
  bool away = false;
  bool undeveloped = false;
  std::vector<GsnNode> supported_by = {};
  std::vector<GsnNode> in_context_of = {};
};

// The element `id` with everything below it down to away goals. A claim's solutions are the
// evidence that it used, and what it needs and lacks.
GsnNode FigureOf(const Report& report, const std::string& id);

// "holds, excused": a claim's verdict, and whether it is the expected one.
std::string StatusOf(const struct ReportClaim& claim);

// "3 hold, 1 refuted": the verdicts on all claims at or below the element `id` of the argument.
std::string VerdictsBelow(const Report& report, const std::string& id);

}  // namespace headerproof
