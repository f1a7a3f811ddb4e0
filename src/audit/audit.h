// The audit: runs the quick engines, reads the evidence of the others, judges every claim and
// writes the report. This is what the command `headerproof audit` calls.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "src/audit/run.h"
#include "src/claims/claims.h"
#include "src/evidence/evidence.h"
#include "src/evidence/user_error.h"
#include "src/report/report.h"

namespace headerproof {

// Where an engine is; called now and then, by one thread at a time.
using AuditProgress =
    std::function<void(std::string_view engine, std::uint64_t done, std::uint64_t total)>;

struct AuditOptions {
  std::filesystem::path out;  // the report's folder; it is made. Evidence goes to out/evidence
  // Further folders of evidence, which exist. What counts of theirs is copied to out/evidence.
  std::vector<std::filesystem::path> evidence;
  std::vector<EngineRun> engines;  // QuickEngines(...)
  std::set<std::string> only;      // ids of the engines to run; empty: all. The rest is only read
  // A folder of evidence that was committed; it need not exist. What counts of it is copied to
  // out/recorded.
  std::filesystem::path recorded;
  bool rerun = false;                  // also run engines whose evidence for this build is there
  bool requires_all = false;           // excuse nothing
  std::set<std::string> absent_tools;  // AbsentTools(): excuses for `unknown`
  const ClaimList* claims = &BuiltInClaims();
  std::optional<std::filesystem::path> compare;  // an older audit.json
  const std::atomic<bool>* stop = nullptr;       // set by a signal handler; may be null
  AuditProgress progress;                        // may be null
};

struct AuditResult {
  bool interrupted = false;  // `stop` was set: no report was written; whole evidence is kept
  Report report;             // meaningful unless interrupted

  // What `headerproof audit` exits with: 0, 1 (a verdict is not as expected, or something got worse
  // since the older report), or 130.
  int exit_code() const;
};

// Throws UserError if anything is wrong with `options` that can be found without running an engine:
// an unknown engine in `only`, an older report or evidence that cannot be read.
void CheckAudit(const AuditOptions& options);

// Checks its options, runs the engines, judges the claims by all evidence, and writes the report.
// Throws UserError if an engine, a folder or a file fails; the report in `out` is then as it was.
AuditResult RunAudit(const AuditOptions& options);

// Prints the table to `file`, in colour if it is a terminal, and last where the report is. Throws
// UserError if it cannot be written.
void PrintAudit(const AuditResult& result, const std::filesystem::path& out, std::FILE* file);

// Those of the tools that make evidence which this machine or build lacks: programs, by
// the folders of $PATH, and libraries, by `present`, which names those that are linked in.
std::set<std::string> AbsentTools(const ClaimList& claims, const std::set<std::string>& present);

}  // namespace headerproof
