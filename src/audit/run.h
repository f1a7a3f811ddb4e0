// The engines that an audit runs itself: those that are done in about a minute. The others write
// their evidence into a folder, and the audit reads it.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
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

// All of them, in the order in which they are run; on `threads` threads each.
std::vector<EngineRun> QuickEngines(std::size_t threads);

// The evidence of one engine: what run() gives, with id, kind, scope, command, this build's commit
// and version, and how long it took.
Evidence RunEngine(const EngineRun& engine, const Progress& progress);

}  // namespace headerproof
