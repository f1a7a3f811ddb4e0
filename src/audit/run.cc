#include "src/audit/run.h"

#include <fmt/format.h>

#include <chrono>

#include "src/audit/build_info.h"
#include "src/audit/from_tally.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"

namespace headerproof {
namespace {

std::string OwnSubject() {
  return fmt::format("headerproof {}: four key policies, owning and zero-copy, and the model",
                     BuildVersion());
}

// The command that runs one engine again and nothing else.
std::string AuditCommand(std::string_view id) {
  return fmt::format("build/release/headerproof audit --only {} --rerun", id);
}

EngineRun EnumerationRun(Scope scope, std::size_t threads) {
  const std::string id = fmt::format("enumeration-{}", ScopeName(scope));
  return {id, EvidenceKind::kEnumeration, std::string(ScopeSentence(scope)), AuditCommand(id),
          [scope, threads](const Progress& progress) {
            const DividedResult result = Enumerate(scope, OwnSuites(), threads, progress);
            Evidence evidence;
            evidence.subject = OwnSubject();
            evidence.complete = result.complete;
            AddTally(result.tally, evidence);
            return evidence;
          }};
}

}  // namespace

std::vector<EngineRun> QuickEngines(std::size_t threads) {
  std::vector<EngineRun> engines;
  // A further quick engine (corpus, golden, mutants, sample, a short fuzz) is added here: a
  // function beside EnumerationRun that makes its EngineRun. Its claims are in claims.json.
  for (const Scope scope : kScopes) engines.push_back(EnumerationRun(scope, threads));
  return engines;
}

Evidence RunEngine(const EngineRun& engine, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  Evidence evidence = engine.run(progress);
  evidence.id = engine.id;
  evidence.kind = engine.kind;
  evidence.scope = engine.scope;
  evidence.command = engine.command;
  evidence.commit = BuildCommit();
  evidence.versions.emplace("headerproof", BuildVersion());
  evidence.seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return evidence;
}

}  // namespace headerproof
