// The engines that an audit runs itself: those that are done in about a minute. The others write
// their evidence into a folder, and the audit reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/audit/evidence.h"
#include "src/engines/progress.h"

namespace headerproof {

struct EngineRun {
  std::string id;  // of the evidence
  EvidenceKind kind;
  std::string scope;    // a sentence: what it will have tried
  std::string command;  // the line that repeats it

  // Runs it. Evidence that is not complete was stopped by `progress`. Fills what an engine knows;
  // RunEngine() adds the rest.
  std::function<Evidence(const Progress& progress)> run;
};

struct QuickOptions {
  std::size_t threads = 1;
  std::string corpus;  // a folder of cases
  std::string golden;  // a folder of recorded outcomes (*.golden)
  std::uint64_t sampled_cases = 0;
  std::uint64_t seed = 1;  // of the sampling
};

// All of them, in the order in which they are run. An engine whose input is missing throws
// AuditError when it is run.
std::vector<EngineRun> QuickEngines(const QuickOptions& options);

// The line that runs the engine `id` again and nothing else.
std::string AuditCommand(std::string_view id);

// The evidence of one engine: what run() gives, with id, kind, scope, command, this build's commit
// and version, and how long it took.
Evidence RunEngine(const EngineRun& engine, const Progress& progress);

}  // namespace headerproof
