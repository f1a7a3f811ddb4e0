#include "src/audit/audit.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <tuple>

#include "src/cases/printable.h"
#include "src/evidence/build_info.h"
#include "src/evidence/digest.h"
#include "src/evidence/files.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

fs::path OwnFolder(const AuditOptions& options) {
  return options.out / "evidence";
}

// Whether this audit makes the evidence itself, or was given it.
bool IsOwn(const AuditOptions& options, const std::string& id) {
  return std::ranges::find(options.engines, id, &EngineRun::id) != options.engines.end() ||
         std::ranges::find(options.given, id, &Evidence::id) != options.given.end();
}

// All evidence, in which an id may occur more than once: the first of this commit stands for all,
// or the first. One of this commit with contradictions is never passed over, but for one reason:
// what lies in the report's folder and is not of this audit's making is an older copy of what a
// further folder has.
std::vector<StoredEvidence> ReadAll(const AuditOptions& options) {
  std::vector<StoredEvidence> kept = ReadEvidenceFolder(OwnFolder(options));
  std::set<std::string> copies;
  for (const StoredEvidence& one : kept) {
    if (!IsOwn(options, one.evidence.id)) copies.insert(one.evidence.id);
  }
  for (const fs::path& folder : options.evidence) {
    for (StoredEvidence& found : ReadEvidenceFolder(folder)) {
      const auto same = std::ranges::find(
          kept, found.evidence.id, [](const StoredEvidence& one) { return one.evidence.id; });
      if (same == kept.end()) {
        kept.push_back(std::move(found));
        continue;
      }
      const auto rank = [](const StoredEvidence& one, bool is_copy) {
        const bool is_fresh = one.evidence.commit == BuildCommit();
        return std::tuple(is_fresh, !is_copy, is_fresh && !one.evidence.contradictions.empty());
      };
      if (rank(found, false) > rank(*same, copies.contains(found.evidence.id))) {
        copies.erase(found.evidence.id);
        *same = std::move(found);
      }
    }
  }
  return kept;
}

bool IsStopped(const AuditOptions& options) {
  return options.stop != nullptr && *options.stop;
}

bool IsThere(const EngineRun& engine, const std::vector<StoredEvidence>& evidence) {
  return std::ranges::any_of(evidence, [&engine](const StoredEvidence& stored) {
    return stored.evidence.id == engine.id && stored.evidence.scope == engine.scope &&
           stored.evidence.commit == BuildCommit() && stored.evidence.complete;
  });
}

void RunEngines(const AuditOptions& options, const fs::path& folder,
                const std::vector<StoredEvidence>& there) {
  for (const EngineRun& engine : options.engines) {
    if (!options.only.empty() && !options.only.contains(engine.id)) continue;
    if (!options.rerun && !engine.always && IsThere(engine, there)) continue;
    if (IsStopped(options)) return;
    const Evidence evidence =
        RunEngine(engine, [&options, &engine](std::uint64_t done, std::uint64_t total) {
          if (options.progress) options.progress(engine.id, done, total);
          return !IsStopped(options);
        });
    if (!evidence.complete && IsStopped(options)) return;
    WriteEvidence(folder, evidence);
  }
}

void CheckOnly(const AuditOptions& options) {
  for (const std::string& id : options.only) {
    if (std::ranges::find(options.engines, id, &EngineRun::id) == options.engines.end()) {
      std::string names;
      for (const EngineRun& engine : options.engines) names += " " + engine.id;
      throw AuditError(
          fmt::format("no engine is named {}; these are:{}", Printable(id, 80), names));
    }
  }
}

constexpr std::size_t kMostReportOctets = std::size_t{64} << 20;

std::optional<OldReport> ReadOldReport(const AuditOptions& options) {
  if (!options.compare) return std::nullopt;
  return ParseOldReport(ReadFile(*options.compare, kMostReportOctets), options.compare->native());
}

// What the report cites of other folders: without it the report would be none.
void WriteForeign(const std::vector<StoredEvidence>& evidence, const fs::path& own,
                  FileSet& files) {
  for (const StoredEvidence& stored : evidence) {
    const fs::path place = own / (stored.evidence.id + ".json");
    if (stored.file == place.native()) continue;
    const std::string octets = ReadFile(stored.file, kMostEvidenceOctets);
    if (Sha256(octets) != stored.sha256) {
      throw AuditError(Printable(stored.file) + ": was changed while the audit read it");
    }
    files.Write(place, octets);
  }
}

void WriteReport(const Report& report, const fs::path& out, FileSet& files) {
  files.Write(out / "index.html", RenderPage(report));
  files.Write(out / "audit.json", RenderJson(report));
  files.Write(out / "audit.md", RenderMarkdown(report));
  files.Write(out / "junit.xml", RenderJunit(report));
  files.Write(out / "audit.sarif", RenderSarif(report));
}

bool IsOnPath(const std::string& tool) {
  const char* path = std::getenv("PATH");
  std::string_view folders = path == nullptr ? "" : path;
  while (!folders.empty()) {
    const std::size_t end = std::min(folders.find(':'), folders.size());
    const fs::path file = fs::path(folders.substr(0, end)) / tool;
    if (access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file)) return true;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
  return false;
}

}  // namespace

int AuditResult::exit_code() const {
  if (interrupted) return 130;
  const bool is_worse = report.comparison && report.comparison->is_worse();
  return report.as_expected() && !is_worse ? 0 : 1;
}

AuditResult RunAudit(const AuditOptions& options) {
  CheckOnly(options);
  const std::optional<OldReport> before = ReadOldReport(options);
  const fs::path own = OwnFolder(options);
  if (fs::exists(own)) ReadEvidenceFolder(own);
  for (const fs::path& folder : options.evidence) ReadEvidenceFolder(folder);
  MakeFolder(own);
  for (const Evidence& evidence : options.given) WriteEvidence(own, evidence);
  RunEngines(options, own, ReadAll(options));
  AuditResult result;
  result.interrupted = IsStopped(options);
  if (result.interrupted) return result;
  const std::vector<StoredEvidence> evidence = ReadAll(options);
  result.report =
      MakeReport(*options.claims, evidence, BuildVersion(), BuildCommit(), options.absent_tools);
  if (before) AddComparison(*before, result.report);
  FileSet files;
  WriteForeign(evidence, own, files);
  WriteReport(result.report, options.out, files);
  files.Commit();
  return result;
}

void PrintAudit(const AuditResult& result, const fs::path& out, std::FILE* file) {
  const bool colour = isatty(fileno(file)) != 0;
  const std::string text = RenderTerminal(result.report, colour) +
                           "The report: " + Printable((out / "index.html").native()) + "\n";
  if (std::fputs(text.c_str(), file) < 0 || std::fflush(file) != 0) {
    throw AuditError("the table cannot be printed: " + std::generic_category().message(errno));
  }
}

std::set<std::string> AbsentTools(const ClaimList& claims, const std::set<std::string>& present) {
  std::set<std::string> absent;
  for (const Claim& claim : claims.claims) {
    if (claim.excuse && !present.contains(*claim.excuse) && !IsOnPath(*claim.excuse)) {
      absent.insert(*claim.excuse);
    }
  }
  return absent;
}

}  // namespace headerproof
