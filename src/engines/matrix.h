// The matrix: every engine runs against every mutant that it can express, and one that survives is
// a fault of the engine. Tests require it, and the audit gives it as evidence.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/engines/kill.h"
#include "src/engines/progress.h"
#include "src/mutants/mutants.h"

namespace headerproof {

struct MatrixEngine {
  std::string name;  // a-z, 0-9 and '-'; express.h may know what it cannot express
  std::function<KillResult(const ConverterSet& converter_set)> run;
};

// The cases that sampling tries of one seed, before it gives up.
inline constexpr std::uint64_t kMostSampled = 10'000;

// Enumeration, sampling from `seed`, and the corpus, asking the relations of `options`. The cases
// of the corpus are borrowed: they outlive the engines.
std::vector<MatrixEngine> JudgingEngines(std::uint64_t seed, std::span<const Metadata> corpus,
                                         const CheckOptions& options = {});

// What one engine did to one mutant.
struct MutationResult {
  std::string engine;
  const Mutant* mutant = nullptr;
  KillResult result;   // nothing was tried if the engine cannot express the mutant
  double seconds = 0;  // of processor time
  std::string beyond;  // why it cannot, a sentence; empty if it can

  bool survived() const { return beyond.empty() && !result.killed; }
};

// Why the engine need not kill the mutant: it is equivalent, or the engine cannot express it. A
// sentence; empty if it must.
std::string Beyond(std::string_view engine, const Mutant& mutant);

// All of `engines` and `mutants`, mutant by mutant; fewer, if `progress` ended it.
std::vector<MutationResult> RunMutants(const std::vector<MatrixEngine>& engines,
                                       std::span<const Mutant> mutants, const Progress& progress);

// "ENGINE MUTANT" of each that survived.
std::vector<std::string> Survivors(const std::vector<MutationResult>& results);

}  // namespace headerproof
