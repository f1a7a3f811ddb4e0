// The engines that an audit runs itself: within the default budget they are done in a minute on two
// cores. The others write their evidence into a folder, and the audit reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/engines/progress.h"
#include "src/evidence/evidence.h"

namespace headerproof {

struct EngineRun {
  std::string id;  // of the evidence
  EvidenceKind kind;
  std::string scope;    // a sentence: what it will have tried
  std::string command;  // the line that repeats it

  // Runs it. Evidence that is not complete was stopped by `progress`. Fills what an engine knows;
  // RunEngine() adds the rest.
  std::function<Evidence(const Progress& progress)> run;

  bool always = false;  // what it tests may change between two runs of one build: run again
};

// Seconds on two cores, about; what is tried depends on it alone, and not on how fast the machine
// is. It decides how many cases are sampled, 20,000 for each second, and, from kWideBudget on, that
// the scopes of the enumeration are the wide ones.
inline constexpr unsigned kDefaultBudget = 60;
inline constexpr unsigned kWideBudget = 300;

struct QuickOptions {
  std::size_t threads = 1;
  std::string corpus;  // a folder of cases
  std::string golden;  // a folder of recorded outcomes (*.golden)
  unsigned budget = kDefaultBudget;
  std::uint64_t seed = 1;  // of the sampling
};

// All of them, in the order in which they are run. An engine whose input is missing throws
// UserError when it is run.
std::vector<EngineRun> QuickEngines(const QuickOptions& options);

// The line that runs the engine `id` again, with `budget`, and nothing else.
std::string AuditCommand(std::string_view id, unsigned budget = kDefaultBudget);

// The evidence of one engine: what run() gives, with id, kind, scope, command, this build's commit
// and version, and how long it took.
Evidence RunEngine(const EngineRun& engine, const Progress& progress);

}  // namespace headerproof
