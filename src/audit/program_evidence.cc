#include "src/audit/program_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <variant>

#include "src/engines/mutation_evidence.h"
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

static std::string WrongWith(const FuzzResult& result) {
  if (!result.engine.starts_with("fuzz-")) return "has an engine that is not fuzz-TARGET";
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

}  // namespace

Evidence FuzzEvidence(const std::vector<std::string>& files, int status, double seconds) {
  std::optional<FuzzCounts> all;
  for (const std::string& file : files) {
    FuzzCounts counts = ReadCounts(file);
    if (!all) {
      all = std::move(counts);
    } else if (counts.target == all->target && counts.build == all->build) {
      all->tally.Add(counts.tally);
    } else {
      throw UserError(Printable(file) + ": is of another target or build than " + files.front());
    }
  }
  if (!all) throw UserError("no counts: name the files that the fuzz target left");
  const auto& [build, target, tally] = *all;
  Evidence evidence;
  evidence.id = "fuzz-" + target;
  std::ranges::replace(evidence.id, '_', '-');
  evidence.kind = EvidenceKind::kFuzz;
  evidence.scope = fmt::format("inputs of the fuzz target {}, from the corpus, for a time", target);
  evidence.ended = status == 0 && tally.violations == 0 ? Ended::kFinished : Ended::kFailed;
  evidence.command = fmt::format("ci/fuzz.sh --seconds 10 {}", target);
  evidence.seconds = seconds;
  evidence.by_clock = true;
  // A target checks one relation, or one path: its counts have no path.
  evidence.count = tally.checks;
  evidence.counts["runs"] = tally.cases;
  for (const Relation relation : kRelations) {
    evidence.counts[std::string(RelationName(relation))] =
        tally.relations[static_cast<std::size_t>(relation)];
  }
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    evidence.classes[std::string(InputClassName(static_cast<InputClass>(i)))] = tally.classes[i];
  }
  if (status != 0) evidence.notes.push_back(fmt::format("The run ended with status {}.", status));
  if (tally.violations != 0) {
    // The target printed what it found, with the smallest case.
    evidence.contradictions.push_back(
        {evidence.id, fmt::format("{} violations were found.", tally.violations), std::nullopt});
  }
  StampEvidence(evidence, build);
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
  return ParseDraft(ReadFile(file, kMostEvidenceOctets), file);
}

}  // namespace headerproof
