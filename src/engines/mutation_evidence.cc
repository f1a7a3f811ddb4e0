#include "src/engines/mutation_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include "src/cases/text.h"
#include "src/engines/kill.h"

namespace headerproof {
namespace {

constexpr std::string_view kFuzz = "fuzz";
constexpr std::string_view kFuzzPrefix = "fuzz-";
constexpr std::string_view kSeeded = "-seeded";

Evidence OfPrograms(std::string id, std::string scope, std::string command,
                    const std::vector<MutationResult>& results) {
  Evidence evidence;
  evidence.id = std::move(id);
  evidence.kind = EvidenceKind::kMutants;
  evidence.scope = std::move(scope);
  evidence.ended = Ended::kFinished;
  evidence.command = std::move(command);
  evidence.seed = 1;
  for (const MutationResult& result : results) {
    if (result.engine != kFuzz) evidence.seconds += result.seconds;  // that one counts others again
  }
  AddMutationResults(results, evidence);
  return evidence;
}

// The target that killed a mutant after the fewest cases, without seeds; if none did, the one that
// tried the most; null if none tried it.
const MutationResult* BestOf(const std::vector<MutationResult>& results, const Mutant& mutant) {
  const MutationResult* best = nullptr;
  for (const MutationResult& result : results) {
    if (result.mutant != &mutant || result.engine.ends_with(kSeeded)) continue;
    const auto is_better = [&result](const MutationResult& other) {
      if (result.result.killed != other.result.killed) return result.result.killed;
      return result.result.killed ? result.result.cases < other.result.cases
                                  : result.result.cases > other.result.cases;
    };
    if (best == nullptr || is_better(*best)) best = &result;
  }
  return best;
}

// Adds the engine "fuzz", and marks what is beyond a target.
void JudgeTargetsTogether(std::vector<MutationResult>& results) {
  std::set<std::pair<std::string, const Mutant*>> shown;
  for (const MutationResult& result : results) {
    if (result.result.killed && result.engine.ends_with(kSeeded)) {
      shown.emplace(result.engine, result.mutant);
    }
  }
  std::vector<MutationResult> together;
  for (const Mutant& mutant : AllMutants()) {
    MutationResult result;
    if (const MutationResult* const best = BestOf(results, mutant)) result = *best;
    result.engine = kFuzz;
    result.mutant = &mutant;
    result.beyond = Beyond(kFuzz, mutant);
    together.push_back(std::move(result));
  }
  for (MutationResult& result : results) {
    std::string seeded = result.engine;
    if (!seeded.ends_with(kSeeded)) seeded += kSeeded;
    if (result.result.killed || shown.contains({seeded, result.mutant})) continue;
    result.beyond = fmt::format("No case of the corpus shows {} to {}: it checks something else.",
                                result.mutant->name, result.engine);
  }
  results.insert(results.end(), together.begin(), together.end());
}

// A case that shows `mutant`, as text. It is looked for once.
std::optional<std::string> PassedOver(const Mutant& mutant) {
  static std::map<const Mutant*, std::optional<std::string>> known;
  const auto [place, is_new] = known.try_emplace(&mutant);
  if (is_new) {
    if (const auto found = CaseThatKills(MutantConverters(mutant))) {
      place->second = PrintCase(*found);
    }
  }
  return place->second;
}

}  // namespace

void AddMutationResults(const std::vector<MutationResult>& results, Evidence& evidence) {
  for (const auto& [engine, mutant, result, seconds, beyond] : results) {
    const std::string pair = fmt::format("{}/{}", engine, mutant->name);
    if (!beyond.empty()) {
      evidence.counts["beyond/" + pair] = 1;
      ++evidence.counts["beyond/" + engine];
      if (std::ranges::find(evidence.notes, beyond) == evidence.notes.end()) {
        evidence.notes.push_back(beyond);
      }
      continue;
    }
    evidence.count += std::max<std::uint64_t>(result.cases, 1);
    evidence.durations[pair] = seconds;
    evidence.counts[(result.killed ? "cases/" : "survived/") + pair] = result.cases;
    if (result.killed) {
      ++evidence.counts["killed/" + engine];
    } else if (!engine.starts_with(kFuzzPrefix)) {
      evidence.contradictions.push_back(
          {"survived/" + engine,
           fmt::format("{} did not kill {}, which {}", engine, mutant->name, mutant->summary),
           result.cases == 0 ? std::nullopt : PassedOver(*mutant)});
    }
  }
}

Evidence MutationEvidence(const std::string& engine, std::vector<MutationResult> results) {
  for (const Mutant& mutant : AllMutants()) {
    if (std::ranges::find(results, &mutant, &MutationResult::mutant) != results.end()) continue;
    results.push_back({engine, &mutant, {}, 0, Beyond(engine, mutant)});
  }
  return OfPrograms("mutants-" + engine, "every mutant against " + engine,
                    "HEADERPROOF_EVIDENCE=DIR build/release/properties/relations_test", results);
}

Evidence FuzzMutationEvidence(std::vector<MutationResult> results) {
  JudgeTargetsTogether(results);
  Evidence evidence =
      OfPrograms("mutants-fuzz", "every mutant against fuzz targets, with seeds and without",
                 "ci/mutants.sh", results);
  evidence.notes.emplace_back(
      "The targets text_form and headers judge no converter: no mutant can be planted in them.");
  return evidence;
}

}  // namespace headerproof
