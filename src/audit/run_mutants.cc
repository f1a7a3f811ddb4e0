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
#include "src/evidence/audit_error.h"
#include "src/evidence/build_info.h"

namespace headerproof {
namespace {

constexpr std::string_view kFuzz = "fuzz";
constexpr std::string_view kFuzzPrefix = "fuzz-";
constexpr std::string_view kSeeded = "-seeded";

bool IsOfFuzzTarget(const Meeting& meeting) {
  return meeting.engine.starts_with(kFuzzPrefix);
}

// The quickest of the targets that caught a mutant without seeds; or, if none did, one that did not
// and tried the most; null if none met it.
const Meeting* BestOf(const std::vector<Meeting>& meetings, const Mutant& mutant) {
  const Meeting* best = nullptr;
  for (const Meeting& meeting : meetings) {
    if (meeting.mutant != &mutant || meeting.engine.ends_with(kSeeded)) continue;
    const auto is_better = [&meeting](const Meeting& other) {
      if (meeting.result.caught != other.result.caught) return meeting.result.caught;
      return meeting.result.caught ? meeting.result.cases < other.result.cases
                                   : meeting.result.cases > other.result.cases;
    };
    if (best == nullptr || is_better(*best)) best = &meeting;
  }
  return best;
}

// Fuzz targets ask one or two relations each: what neither a search nor any seed shows to one is
// no fault of its, as long as another sees it.
void JudgeTargetsTogether(std::vector<Meeting>& meetings) {
  std::set<std::pair<std::string, const Mutant*>> shown;
  for (const Meeting& meeting : meetings) {
    if (meeting.result.caught && meeting.engine.ends_with(kSeeded)) {
      shown.emplace(meeting.engine, meeting.mutant);
    }
  }
  std::vector<Meeting> together;
  for (const Mutant& mutant : AllMutants()) {
    Meeting meeting;
    if (const Meeting* const best = BestOf(meetings, mutant)) meeting = *best;
    meeting.engine = kFuzz;
    meeting.mutant = &mutant;
    meeting.beyond = Beyond(kFuzz, mutant);
    together.push_back(std::move(meeting));
  }
  for (Meeting& meeting : meetings) {
    std::string seeded = meeting.engine;
    if (!seeded.ends_with(kSeeded)) seeded += kSeeded;
    if (meeting.result.caught || shown.contains({seeded, meeting.mutant})) continue;
    meeting.beyond =
        fmt::format("No case of the corpus shows {} to {}: it asks for something else.",
                    meeting.mutant->name, meeting.engine);
  }
  meetings.insert(meetings.end(), together.begin(), together.end());
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
            engines.push_back({"yarpc-go", [&golden](const Suite& suite) {
                                 return CatchByGolden(suite, golden);
                               }});
            if (!delivered.empty()) {
              engines.push_back({"wire", [&delivered](const Suite& suite) {
                                   return CatchByCases(suite, delivered);
                                 }});
            }
            const auto meetings = MeetMutants(engines, AllMutants(), progress);
            Evidence evidence;
            evidence.subject = "the judge and the engines that ask it";
            evidence.seed = options.seed;
            evidence.complete = meetings.size() == engines.size() * AllMutants().size();
            AddMeetings(meetings, evidence);
            return evidence;
          }};
}

void AddMeetings(const std::vector<Meeting>& meetings, Evidence& evidence) {
  for (const auto& [engine, mutant, result, seconds, beyond] : meetings) {
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
    evidence.counts[(result.caught ? "cases/" : "escaped/") + pair] = result.cases;
    if (result.caught) {
      ++evidence.counts["caught/" + engine];
    } else if (!engine.starts_with(kFuzzPrefix)) {
      evidence.contradictions.push_back(
          {"escaped/" + engine,
           fmt::format("{} did not catch {}, which {}", engine, mutant->name, mutant->summary),
           std::string()});
    }
  }
}

Evidence EvidenceOfMatrix(const std::string& file) {
  std::string text;
  if (!ReadCaseText(file, text)) throw AuditError("a matrix: " + text);
  auto read = ReadMeetings(text);
  if (const auto* message = std::get_if<std::string>(&read)) {
    throw AuditError(fmt::format("{}: {}", EscapeValue(file), *message));
  }
  auto& meetings = std::get<std::vector<Meeting>>(read);
  std::set<std::string> engines;
  for (const Meeting& meeting : meetings) engines.insert(meeting.engine);
  const bool is_of_fuzz = std::ranges::all_of(meetings, IsOfFuzzTarget);
  if (engines.empty() || (engines.size() > 1 && !is_of_fuzz)) {
    throw AuditError(
        fmt::format("{}: has to be of one engine, or of fuzz targets alone", EscapeValue(file)));
  }
  Evidence evidence;
  evidence.kind = EvidenceKind::kMutants;
  evidence.subject = "headerproof " + std::string(BuildVersion());
  evidence.seed = 1;
  evidence.commit = BuildCommit();
  evidence.versions.emplace("headerproof", BuildVersion());
  for (const Meeting& meeting : meetings) evidence.seconds += meeting.seconds;
  if (is_of_fuzz) {
    evidence.id = "mutants-fuzz";
    evidence.scope = "every wrong converter against fuzz targets, with seeds and without";
    evidence.command = "ci/mutants.sh";
    evidence.notes.push_back(
        "The targets text_form and headers judge no converter: none can be planted in them.");
    JudgeTargetsTogether(meetings);
  } else {
    const std::string& engine = *engines.begin();
    evidence.id = "mutants-" + engine;
    evidence.scope = fmt::format("every wrong converter against {}", engine);
    evidence.command = "HEADERPROOF_MATRIX=FILE build/release/properties/relations_test";
    for (const Mutant& mutant : AllMutants()) {
      const auto met = std::ranges::find(meetings, &mutant, &Meeting::mutant);
      if (met != meetings.end()) continue;
      Meeting missing;
      missing.engine = engine;
      missing.mutant = &mutant;
      missing.beyond = Beyond(engine, mutant);
      meetings.push_back(missing);
    }
  }
  AddMeetings(meetings, evidence);
  evidence.complete = true;
  return evidence;
}

}  // namespace headerproof
