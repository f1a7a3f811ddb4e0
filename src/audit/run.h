// The engines that an audit runs itself: with the default budget they take a minute on two cores.
// The others write their evidence into a folder, and the audit reads it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "src/audit/golden_files.h"
#include "src/engines/edges.h"
#include "src/engines/enumerate_fold.h"
#include "src/engines/progress.h"
#include "src/evidence/evidence.h"

namespace headerproof {

struct EngineRun {
  std::string id;  // of the evidence
  EvidenceKind kind;
  std::string scope;    // a sentence: what it will have tried
  std::string command;  // the line that repeats it; QuickEngines() fills in an empty one

  // Runs it. Evidence that is not finished was stopped by `progress`. Fills in what the engine
  // knows; RunEngine() adds the rest.
  std::function<Evidence(const Progress& progress)> run;

  bool always = false;  // run it again for the same build too: what it tests is not in the digest

  // Folders that it reads, by the parts of this build (parts.txt) that they have to be. Evidence of
  // other files is not of this build.
  std::map<std::string, std::string> reads{};

  // No count in its evidence is larger: how many members its scope has, times how often each is
  // checked. 0: not known beforehand.
  std::uint64_t most = 0;
};

// About how many seconds on two cores. What is tried depends on it alone, and not on how fast the
// machine is: 20,000 sampled cases for each second, and, from kWideBudget on, wider scopes of the
// enumeration.
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

// What the edges of the owning form and of the zero-copy one show. "sharp/PATH" and "sealed/PATH"
// count octets in places, "sharp-names/PATH" names with one uppercase letter that show a
// difference; what is otherwise contradicts the same key.
Evidence EdgesEvidence(const std::vector<Edges>& forms, bool is_complete);

// What the fold's enumeration showed, as evidence: "fold/lanes" and "fold/pairs" count names, and a
// fault contradicts "fold".
Evidence FoldEvidence(const FoldResult& result);

// How recorded outcomes compare with the model, which lowercases as Go does, and with both forms of
// ours where ASCII's lowercasing is the same. "outcomes/PATH" counts those held against the model,
// "shared/PATH" those held against a form; a difference contradicts "golden/PATH".
Evidence GoldenEvidence(const GoldenFolder& golden);

// Throws UserError if `options` name inputs that no engine could read. Runs nothing.
void CheckInputs(const QuickOptions& options);

// The line that runs the engine `id` again, with `budget`, and nothing else.
std::string AuditCommand(std::string_view id, unsigned budget = kDefaultBudget);

// The evidence of one engine: what run() gives, with id, kind, scope, command, what this build is,
// and how long it took.
Evidence RunEngine(const EngineRun& engine, const Progress& progress);

}  // namespace headerproof
