#include "src/report/sections/argument.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "src/cases/printable.h"
#include "src/report/report.h"

namespace headerproof {
namespace {

constexpr int kPictureWidth = 950;

// All claims at or below `id`.
void CollectClaims(const Report& report, const std::string& id, std::set<std::string>& met,
                   std::vector<const ReportClaim*>& claims) {
  if (!met.insert(id).second) return;
  if (const ReportClaim* claim = report.Find(id)) claims.push_back(claim);
  const ArgumentNode* node = FindNode(report.argument, id);
  if (node == nullptr) return;
  for (const std::string& below : node->supported_by) CollectClaims(report, below, met, claims);
}

std::string StatusOf(const ReportClaim& claim) {
  const std::string verdict(VerdictName(claim.verdict.kind()));
  if (claim.excused) return verdict + ", excused";
  return claim.as_expected ? verdict : verdict + ", not as expected";
}

// Makes the nodes of one figure; each returns the index of what it made.
class FigureMaker {
 public:
  explicit FigureMaker(const Report& report) : report_(report) {}

  std::size_t Add(const std::string& id, bool is_root) {
    const ArgumentNode* node = FindNode(report_.argument, id);
    const ReportClaim* claim = report_.Find(id);
    GsnNode drawn;
    drawn.name = id;
    if (claim != nullptr) {
      drawn.text = claim->claim.statement;
      drawn.status = StatusOf(*claim);
      drawn.tone = VerdictTone(claim->verdict.kind());
      drawn.link = "claim-" + id;
    } else if (node != nullptr) {
      drawn.kind = node->kind;
      drawn.text = node->text;
      drawn.undeveloped = node->undeveloped;
      if (node->kind == ArgumentKind::kGoal) drawn.status = VerdictsBelow(report_, id);
      if (node->kind == ArgumentKind::kContext) AddCited(*node, drawn);
    }
    const bool is_away = node != nullptr && node->apart && !is_root;
    if (is_away) {
      drawn.away = "argued in a picture of its own";
      drawn.link = "argument-" + id;
    }
    const std::size_t index = figure_.size();
    figure_.push_back(drawn);
    if (is_away) return index;
    if (node != nullptr) {
      for (const std::string& beside : node->in_context_of) AddContext(index, beside);
      for (const std::string& below : node->supported_by) AddSupport(index, below);
    }
    if (claim != nullptr) AddConditions(index, *claim);
    if (claim != nullptr && !claim->claim.change) AddSolutions(index, *claim);
    return index;
  }

  GsnFigure Take() { return std::move(figure_); }

 private:
  void AddSupport(std::size_t parent, const std::string& id) {
    const ArgumentNode* node = FindNode(report_.argument, id);
    if (node == nullptr || node->kind != ArgumentKind::kSolution) {
      const std::size_t child = Add(id, false);
      figure_[parent].supported_by.push_back(child);
      return;
    }
    bool is_there = false;
    for (const StoredEvidence& stored : report_.evidence) {
      if (!IsNamed(node->evidence, stored.evidence.id)) continue;
      is_there = true;
      const Evidence& evidence = stored.evidence;
      AddSolution(parent, evidence,
                  VariesByClock(evidence) ? "ran for a time" : Grouped(evidence.count));
    }
    if (!is_there) AddMissing(parent, node->evidence);
  }

  void AddContext(std::size_t parent, const std::string& id) {
    const std::size_t child = Add(id, false);
    figure_[parent].in_context_of.push_back(child);
  }

  void AddCited(const ArgumentNode& context, GsnNode& drawn) const {
    for (const std::string& id : context.claims) {
      if (const ReportClaim* cited = report_.Find(id)) {
        drawn.text += fmt::format(" {}: {}.", id, StatusOf(*cited));
        drawn.link = "claim-" + id;
      }
    }
  }

  void AddConditions(std::size_t parent, const ReportClaim& claim) {
    for (const std::string& condition : claim.conditions) {
      GsnNode drawn;
      drawn.kind = ArgumentKind::kAssumption;
      drawn.name = "only if";
      drawn.text = condition;
      figure_[parent].in_context_of.push_back(figure_.size());
      figure_.push_back(drawn);
    }
  }

  void AddSolution(std::size_t parent, const Evidence& evidence, const std::string& count) {
    GsnNode drawn;
    drawn.kind = ArgumentKind::kSolution;
    drawn.name = evidence.id;
    drawn.text = count;
    drawn.link = "evidence-" + evidence.id;
    if (evidence.digest != report_.digest) {
      drawn.status = "stale";
      drawn.tone = "unknown";
    } else if (!evidence.finished()) {
      drawn.status = "unfinished";
      drawn.tone = "unknown";
    }
    figure_[parent].supported_by.push_back(figure_.size());
    figure_.push_back(drawn);
  }

  void AddMissing(std::size_t parent, const std::string& id) {
    GsnNode drawn;
    drawn.kind = ArgumentKind::kSolution;
    drawn.name = Printable(id, 100);
    drawn.status = "missing";
    drawn.tone = "unknown";
    figure_[parent].supported_by.push_back(figure_.size());
    figure_.push_back(drawn);
  }

  void AddSolutions(std::size_t parent, const ReportClaim& claim) {
    for (const ReportUse& use : claim.uses) {
      const Evidence& evidence = report_.evidence[use.evidence].evidence;
      AddSolution(parent, evidence,
                  VariesByClock(evidence) ? "ran for a time" : Grouped(use.count));
    }
    std::set<std::string> missing;
    for (const Need& need : claim.claim.needs) {
      const bool is_there = std::ranges::any_of(claim.uses, [&](const ReportUse& use) {
        return IsNamed(need.id, report_.evidence[use.evidence].evidence.id);
      });
      if (!is_there && missing.insert(need.id).second) AddMissing(parent, need.id);
    }
  }

  const Report& report_;
  GsnFigure figure_;
};

std::string Joined(const std::vector<std::string>& texts) {
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

ReportTable ArgumentTable(const Report& report) {
  ReportTable table{
      "The argument as a table: each element that is not evidence",
      {"Element", "Kind", "What it says", "Supported by", "In context of", "Verdicts"},
      {}};
  for (const ArgumentNode& node : report.argument) {
    const ReportClaim* claim = report.Find(node.id);
    std::vector<std::string> beside = node.in_context_of;
    beside.insert(beside.end(), node.claims.begin(), node.claims.end());
    const std::string evidence = node.evidence.empty() ? "" : "evidence " + node.evidence;
    const bool has_verdict = node.kind == ArgumentKind::kGoal;
    table.rows.push_back(
        {{node.id, Tone::kPlain, false, claim == nullptr ? "" : "claim-" + node.id},
         {std::string(ArgumentKindName(node.kind)), Tone::kPlain, false, {}},
         {claim == nullptr ? node.text : claim->claim.statement, Tone::kText, false, {}},
         {node.undeveloped ? "undeveloped" : Joined(node.supported_by) + evidence,
          Tone::kText,
          false,
          {}},
         {Joined(beside), Tone::kText, false, {}},
         {claim != nullptr ? StatusOf(*claim)
          : has_verdict    ? VerdictsBelow(report, node.id)
                           : "",
          Tone::kText,
          false,
          {}}});
  }
  return table;
}

}  // namespace

std::string VerdictsBelow(const Report& report, const std::string& id) {
  std::set<std::string> met;
  std::vector<const ReportClaim*> claims;
  CollectClaims(report, id, met, claims);
  std::array<std::size_t, kVerdictKindCount> counts{};
  std::size_t unexpected = 0;
  for (const ReportClaim* claim : claims) {
    ++counts[static_cast<std::size_t>(claim->verdict.kind())];
    unexpected += claim->as_expected ? 0 : 1;
  }
  return CountsInWords(counts) +
         (unexpected == 0 ? "" : fmt::format("; {} not as expected", unexpected));
}

GsnFigure FigureOf(const Report& report, const std::string& id) {
  FigureMaker maker(report);
  maker.Add(id, true);
  return maker.Take();
}

std::optional<ReportSection> ArgumentSection(const Report& report) {
  if (report.argument.empty()) return std::nullopt;
  ReportSection section{"pictures",
                        "The argument, drawn",
                        {"In the Goal Structuring Notation: a rectangle is a goal, a parallelogram "
                         "a strategy, a circle a solution, which is evidence; a rounded box is "
                         "context, an ellipse an assumption (A) or a justification (J). A solid "
                         "arrowhead means supported by, a hollow one in context of. A goal with a "
                         "line above its foot is argued in a picture of its own. Every goal and "
                         "every circle leads to what it stands for."},
                        {},
                        {}};
  for (const ArgumentNode& node : report.argument) {
    const bool is_root = &node == &report.argument.front();
    if (!is_root && !node.apart) continue;
    section.pictures.push_back(
        {"argument-" + node.id, DrawGsn(FigureOf(report, node.id), kPictureWidth),
         fmt::format("{}: {} Verdicts: {}.", node.id, node.text, VerdictsBelow(report, node.id)),
         false});
  }
  section.tables.push_back(ArgumentTable(report));
  return section;
}

}  // namespace headerproof
