#include "src/audit/run_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <variant>

#include "src/audit/from_tally.h"
#include "src/cases/escape.h"
#include "src/engines/replay.h"
#include "src/evidence/build_info.h"
#include "src/evidence/user_error.h"
#include "src/fuzzing/counts.h"

namespace headerproof {
namespace {

Evidence PropertyEvidence(const Tally& tally) {
  Evidence evidence;
  evidence.id = "property-rapidcheck";
  evidence.kind = EvidenceKind::kProperty;
  evidence.scope = "metadata of the generator, drawn and grown by RapidCheck from a printed seed";
  evidence.command =
      "HEADERPROOF_CASES=20000 RC_PARAMS=\"seed=1\" build/release/properties/relations_test";
  AddTally(tally, evidence);
  return evidence;
}

// A target checks one relation, or on one path: its counts have no path.
Evidence FuzzEvidence(const std::string& target, const Tally& tally) {
  Evidence evidence;
  evidence.id = "fuzz-" + target;
  std::ranges::replace(evidence.id, '_', '-');
  evidence.kind = EvidenceKind::kFuzz;
  evidence.scope = fmt::format("inputs of the fuzz target {}, from the corpus, for a time", target);
  evidence.command = fmt::format("ci/fuzz.sh --seconds 10 {}", target);
  evidence.by_clock = true;
  evidence.count = tally.checks;
  evidence.counts["runs"] = tally.cases;
  for (const Relation relation : kRelations) {
    evidence.counts[std::string(RelationName(relation))] =
        tally.relations[static_cast<std::size_t>(relation)];
  }
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    evidence.classes[std::string(InputClassName(static_cast<InputClass>(i)))] = tally.classes[i];
  }
  return evidence;
}

}  // namespace

Evidence EvidenceOfTally(const std::string& file) {
  std::string text;
  if (!ReadCaseText(file, text)) throw UserError("a tally: " + text);
  const auto read = ReadFuzzTally(text);
  if (const auto* message = std::get_if<std::string>(&read)) {
    throw UserError(fmt::format("{}: {}", EscapeValue(file), *message));
  }
  const auto& [target, tally] = std::get<FuzzTally>(read);
  Evidence evidence =
      target == "rapidcheck" ? PropertyEvidence(tally) : FuzzEvidence(target, tally);
  evidence.subject = "headerproof " + std::string(BuildVersion());
  evidence.complete = true;
  evidence.commit = BuildCommit();
  evidence.versions.emplace("headerproof", BuildVersion());
  if (tally.violations != 0) {
    // What was found, and its smallest case, stands in the output of the process.
    evidence.contradictions.push_back(
        {evidence.id, fmt::format("{} violations were found", tally.violations), std::nullopt});
    evidence.complete = false;
  }
  return evidence;
}

}  // namespace headerproof
