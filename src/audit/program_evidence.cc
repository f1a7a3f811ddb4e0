#include "src/audit/program_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <set>
#include <system_error>
#include <utility>
#include <variant>

#include "src/audit/run.h"
#include "src/cases/text.h"
#include "src/claims/claims.h"
#include "src/engines/mutation_evidence.h"
#include "src/evidence/build_info.h"
#include "src/evidence/evidence_fields.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"
#include "src/fuzzing/counts.h"

namespace headerproof {

struct FuzzResult {
  std::string engine;
  std::string mutant;
  bool killed = false;
  std::uint64_t cases = 0;
  double seconds = 0;
};

static constexpr auto JsonFields(const FuzzResult* /*of*/) {
  return std::tuple(Field("engine", &FuzzResult::engine), Field("mutant", &FuzzResult::mutant),
                    Field("killed", &FuzzResult::killed), Field("cases", &FuzzResult::cases),
                    Field("seconds", &FuzzResult::seconds));
}

// A target that does counts a relation; the others count only checks.
static bool JudgesConverters(const std::string& evidence) {
  return std::ranges::any_of(BuiltInClaims().Find("fuzzed")->needs, [&](const Need& need) {
    return need.id == evidence && evidence.starts_with("fuzz-") && need.key != "checks";
  });
}

static std::string WrongWith(const FuzzResult& result) {
  std::string target = result.engine;
  if (target.ends_with("-seeded")) target.resize(target.rfind('-'));
  if (!JudgesConverters(target)) {
    return "has an engine that is not fuzz-TARGET or fuzz-TARGET-seeded of a target that judges "
           "converters; see `headerproof targets`";
  }
  if (result.killed && result.cases == 0) return "has a mutant killed by no case";
  return FindMutant(result.mutant) == nullptr ? "names no mutant; see `headerproof mutants`" : "";
}

struct FuzzResults {
  std::string digest;
  std::vector<FuzzResult> results;
};

static constexpr auto JsonFields(const FuzzResults* /*of*/) {
  return std::tuple(Field("digest", &FuzzResults::digest), Field("results", &FuzzResults::results));
}

static std::string WrongWith(const FuzzResults& results) {
  std::set<std::pair<std::string, std::string>> pairs;
  for (const FuzzResult& result : results.results) {
    if (!pairs.emplace(result.engine, result.mutant).second) {
      return fmt::format("has {} and {} twice", result.engine, result.mutant);
    }
  }
  return pairs.empty() ? "has no results" : WrongInDigest(results.digest);
}

namespace {

FuzzCounts ReadCounts(const std::string& file) {
  auto read = ReadFuzzCounts(ReadFile(file, kMostEvidenceOctets));
  if (const auto* message = std::get_if<std::string>(&read)) {
    throw UserError(Printable(file) + ": " + *message);
  }
  return std::get<FuzzCounts>(std::move(read));
}

// Whether a status says that someone ended the run.
bool IsStopped(int status) {
  const int signal = status < 0 ? -status : status - 128;
  return signal == SIGINT || signal == SIGTERM || signal == SIGKILL;
}

}  // namespace

Evidence FuzzEvidence(const FuzzRun& run) {
  FuzzCounts all{std::string(BuildDigest()), run.target, {}};
  for (const std::string& file : run.counts) {
    std::error_code error;
    const bool is_twice = std::ranges::count_if(run.counts, [&](const std::string& other) {
                            return other == file || std::filesystem::equivalent(other, file, error);
                          }) != 1;
    if (is_twice) throw UserError(Printable(file) + ": is named twice");
    FuzzCounts counts = ReadCounts(file);
    if (!counts.planted.empty()) {
      throw UserError(fmt::format("{}: is of the mutant {}, not of our converters", Printable(file),
                                  Printable(counts.planted, 80)));
    }
    if (counts.target != run.target) {
      throw UserError(fmt::format("{}: is of the target {}, not of {}", Printable(file),
                                  Printable(counts.target), Printable(run.target)));
    }
    if (&file == &run.counts.front()) {
      all = std::move(counts);
    } else if (counts.build == all.build) {
      all.tally.Add(counts.tally);
    } else {
      throw UserError(Printable(file) + ": is of another build than " +
                      Printable(run.counts.front()));
    }
  }
  const Tally& tally = all.tally;
  Evidence evidence;
  evidence.id = "fuzz-" + run.target;
  std::ranges::replace(evidence.id, '_', '-');
  evidence.kind = EvidenceKind::kFuzz;
  evidence.scope =
      fmt::format("inputs of the fuzz target {}, from the corpus, for a time", run.target);
  const bool was_stopped = IsStopped(run.status) && !run.finding && tally.violations == 0;
  const bool is_well = run.status == 0 && !run.finding && tally.violations == 0;
  evidence.ended = is_well       ? (tally.cases == 0 ? Ended::kStopped : Ended::kFinished)
                   : was_stopped ? Ended::kStopped
                                 : Ended::kFailed;
  evidence.command = fmt::format("ci/fuzz.sh --seconds 10 {}", run.target);
  evidence.seconds = run.seconds;
  evidence.by_clock = true;
  // A target checks one relation, or one path: its counts have no path.
  evidence.count = std::max(tally.checks, tally.cases);
  evidence.counts["runs"] = tally.cases;
  evidence.counts["checks"] = tally.checks;
  for (const Relation relation : kRelations) {
    evidence.counts[std::string(RelationName(relation))] =
        tally.relations[static_cast<std::size_t>(relation)];
  }
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    evidence.classes[std::string(InputClassName(static_cast<InputClass>(i)))] = tally.classes[i];
  }
  if (evidence.ended == Ended::kFailed) {
    const std::string how = fmt::format(
        "The target {} ended with status {} after {} inputs, and "
        "found {} violations.",
        run.target, run.status, tally.cases, tally.violations);
    if (run.finding) {
      const Metadata input = ParseCaseLeniently(ReadFile(*run.finding, kMostEvidenceOctets));
      evidence.contradictions.push_back({evidence.id, how, PrintCase(input)});
    } else {
      evidence.contradictions.push_back({evidence.id, how, how, CounterexampleType::kRun});
    }
  }
  StampEvidence(evidence, all.build);
  return evidence;
}

Evidence FuzzMutantsEvidence(const std::string& file) {
  const JsonDocument document(ReadFile(file, kMostEvidenceOctets), file);
  FuzzResults read;
  ReadJson(document.root(), read);
  std::vector<MutationResult> results;
  for (const auto& [engine, mutant, killed, cases, seconds] : read.results) {
    results.push_back({engine, FindMutant(mutant), {killed, cases}, seconds, ""});
  }
  Evidence evidence = FuzzMutationEvidence(std::move(results));
  StampEvidence(evidence, read.digest);
  return evidence;
}

Evidence DraftEvidence(const std::string& file) {
  Evidence evidence = ParseDraft(ReadFile(file, kMostEvidenceOctets), file);
  for (const EngineRun& engine : QuickEngines({})) {
    if (engine.id != evidence.id) continue;
    throw UserError(
        fmt::format("{}: {} is made by `headerproof audit` alone", Printable(file), evidence.id));
  }
  return evidence;
}

}  // namespace headerproof
