#include "src/audit/run_mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>
#include <variant>

#include "src/audit/golden_files.h"
#include "src/audit/run_stacks.h"
#include "src/cases/escape.h"
#include "src/engines/replay.h"
#include "src/evidence/build_info.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

constexpr std::string_view kFuzz = "fuzz";
constexpr std::string_view kFuzzPrefix = "fuzz-";
constexpr std::string_view kSeeded = "-seeded";

bool IsOfFuzzTarget(const MutationResult& result) {
  return result.engine.starts_with(kFuzzPrefix);
}

// The quickest of the targets that killed a mutant without seeds; or, if none did, one that did not
// and tried the most; null if none met it.
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

// Fuzz targets ask one or two relations each: what neither a search nor any seed shows to one is
// no fault of its, as long as another sees it.
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
    result.beyond = fmt::format("No case of the corpus shows {} to {}: it asks for something else.",
                                result.mutant->name, result.engine);
  }
  results.insert(results.end(), together.begin(), together.end());
}

}  // namespace

EngineRun MutantsRun(const QuickOptions& options) {
  const std::string id = "mutants";
  return {id, EvidenceKind::kMutants,
          fmt::format("every wrong converter against a part of the enumeration, {} sampled cases, "
                      "the corpus, outcomes recorded from yarpc-go, and what gRPC C++ delivers",
                      kMostSampled),
          AuditCommand(id), [options](const Progress& progress) {
            const std::vector<Metadata> corpus = CasesBelow(options.corpus);
            const std::vector<GoldenRecord> golden = ReadGoldenFolder(options.golden).records;
            const std::vector<Metadata> delivered = DeliveredByGrpc();
            std::vector<MatrixEngine> engines = JudgingEngines(options.seed, corpus);
            engines.push_back({"yarpc-go", [&golden](const ConverterSet& converter_set) {
                                 return KillByGolden(converter_set, golden);
                               }});
            if (!delivered.empty()) {
              engines.push_back({"wire", [&delivered](const ConverterSet& converter_set) {
                                   return KillByCases(converter_set, delivered);
                                 }});
            }
            const auto results = RunMutants(engines, AllMutants(), progress);
            Evidence evidence;
            evidence.subject = "the judge and the engines that ask it";
            evidence.seed = options.seed;
            evidence.complete = results.size() == engines.size() * AllMutants().size();
            AddMutationResults(results, evidence);
            return evidence;
          }};
}

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
    ++evidence.count;
    evidence.durations[pair] = seconds;
    evidence.counts[(result.killed ? "cases/" : "survived/") + pair] = result.cases;
    if (result.killed) {
      ++evidence.counts["killed/" + engine];
    } else if (!engine.starts_with(kFuzzPrefix)) {
      evidence.contradictions.push_back(
          {"survived/" + engine,
           fmt::format("{} did not catch {}, which {}", engine, mutant->name, mutant->summary),
           std::string()});
    }
  }
}

Evidence EvidenceOfMatrix(const std::string& file) {
  std::string text;
  if (!ReadCaseText(file, text)) throw UserError("a matrix: " + text);
  auto read = ReadMutationResults(text);
  if (const auto* message = std::get_if<std::string>(&read)) {
    throw UserError(fmt::format("{}: {}", EscapeValue(file), *message));
  }
  auto& results = std::get<std::vector<MutationResult>>(read);
  std::set<std::string> engines;
  for (const MutationResult& result : results) engines.insert(result.engine);
  const bool is_of_fuzz = std::ranges::all_of(results, IsOfFuzzTarget);
  if (engines.empty() || (engines.size() > 1 && !is_of_fuzz)) {
    throw UserError(
        fmt::format("{}: has to be of one engine, or of fuzz targets alone", EscapeValue(file)));
  }
  Evidence evidence;
  evidence.kind = EvidenceKind::kMutants;
  evidence.subject = "headerproof " + std::string(BuildVersion());
  evidence.seed = 1;
  evidence.commit = BuildCommit();
  evidence.versions.emplace("headerproof", BuildVersion());
  for (const MutationResult& result : results) evidence.seconds += result.seconds;
  if (is_of_fuzz) {
    evidence.id = "mutants-fuzz";
    evidence.scope = "every wrong converter against fuzz targets, with seeds and without";
    evidence.command = "ci/mutants.sh";
    evidence.notes.push_back(
        "The targets text_form and headers judge no converter: none can be planted in them.");
    JudgeTargetsTogether(results);
  } else {
    const std::string& engine = *engines.begin();
    evidence.id = "mutants-" + engine;
    evidence.scope = fmt::format("every wrong converter against {}", engine);
    evidence.command = "HEADERPROOF_MATRIX=FILE build/release/properties/relations_test";
    for (const Mutant& mutant : AllMutants()) {
      const auto met = std::ranges::find(results, &mutant, &MutationResult::mutant);
      if (met != results.end()) continue;
      MutationResult missing;
      missing.engine = engine;
      missing.mutant = &mutant;
      missing.beyond = Beyond(engine, mutant);
      results.push_back(missing);
    }
  }
  AddMutationResults(results, evidence);
  evidence.complete = true;
  return evidence;
}

}  // namespace headerproof
