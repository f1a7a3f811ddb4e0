#include "src/audit/audit.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

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

bool IsEngine(const AuditOptions& options, const std::string& id) {
  return std::ranges::find(options.engines, id, &EngineRun::id) != options.engines.end();
}

constexpr std::size_t kMostReportOctets = std::size_t{64} << 20;

// What an audit reads, each file once. An engine's new evidence replaces what its folder had.
struct Inputs {
  std::optional<OldReport> before;
  std::vector<StoredEvidence> own;      // of the report's folder
  std::vector<StoredEvidence> further;  // of further folders, in their order
};

// Throws UserError if anything is wrong with `options` or with what they name.
Inputs ReadInputs(const AuditOptions& options) {
  for (const std::string& id : options.only) {
    if (IsEngine(options, id)) continue;
    std::string names;
    for (const EngineRun& engine : options.engines) names += " " + engine.id;
    throw UserError("no engine is named " + Printable(id, 80) + "; these are:" + names);
  }
  if (fs::exists(options.out) && !fs::is_directory(options.out)) {
    throw UserError(Printable(options.out.native()) + ": is not a folder");
  }
  Inputs inputs;
  if (options.compare) {
    inputs.before =
        ParseOldReport(ReadFile(*options.compare, kMostReportOctets), options.compare->native());
  }
  if (fs::exists(OwnFolder(options))) inputs.own = ReadEvidenceFolder(OwnFolder(options));
  for (const fs::path& folder : options.evidence) {
    std::ranges::move(ReadEvidenceFolder(folder), std::back_inserter(inputs.further));
  }
  return inputs;
}

// What counts of the evidence: of an id that is there more than once, the first of this build, or
// the first. One of this build with contradictions is never passed over, with one exception:
// evidence in the report's folder that none of the engines writes is an older copy of what a
// further folder has.
std::vector<StoredEvidence> Choose(const AuditOptions& options, const Inputs& inputs) {
  struct Rank {
    bool is_fresh, is_original, is_contradicting;
    auto operator<=>(const Rank&) const = default;
  };
  std::map<std::string, std::pair<Rank, const StoredEvidence*>> best;
  const auto offer = [&best](const StoredEvidence& stored, bool is_original) {
    const Evidence& one = stored.evidence;
    const bool is_fresh = one.digest == BuildDigest();
    const Rank rank{is_fresh, is_original, is_fresh && !one.contradictions.empty()};
    const auto [found, is_new] = best.try_emplace(one.id, rank, &stored);
    if (!is_new && rank > found->second.first) found->second = {rank, &stored};
  };
  for (const StoredEvidence& one : inputs.own) offer(one, IsEngine(options, one.evidence.id));
  for (const StoredEvidence& one : inputs.further) offer(one, true);
  std::vector<StoredEvidence> chosen;
  for (const auto& [id, ranked] : best) chosen.push_back(*ranked.second);
  return chosen;
}

bool IsStopped(const AuditOptions& options) {
  return options.stop != nullptr && *options.stop;
}

bool IsThere(const EngineRun& engine, const std::vector<StoredEvidence>& evidence) {
  return std::ranges::any_of(evidence, [&engine](const StoredEvidence& stored) {
    return stored.evidence.id == engine.id && stored.evidence.scope == engine.scope &&
           stored.evidence.digest == BuildDigest() && stored.evidence.finished();
  });
}

// Runs the engines whose evidence is not there. An interrupted one leaves none.
void RunEngines(const AuditOptions& options, Inputs& inputs) {
  const std::vector<StoredEvidence> there = Choose(options, inputs);
  for (const EngineRun& engine : options.engines) {
    if (!options.only.empty() && !options.only.contains(engine.id)) continue;
    if (!options.rerun && !engine.always && IsThere(engine, there)) continue;
    if (IsStopped(options)) return;
    const Evidence evidence =
        RunEngine(engine, [&options, &engine](std::uint64_t done, std::uint64_t total) {
          if (options.progress) options.progress(engine.id, done, total);
          return !IsStopped(options);
        });
    if (!evidence.finished() && IsStopped(options)) return;
    std::erase_if(inputs.own,
                  [&engine](const StoredEvidence& one) { return one.evidence.id == engine.id; });
    inputs.own.push_back(WriteEvidence(OwnFolder(options), evidence));
  }
}

// The report, and what it cites of further folders: a report comes with all its evidence.
void WriteReport(const Report& report, const std::vector<StoredEvidence>& evidence,
                 const AuditOptions& options) {
  const fs::path own = OwnFolder(options);
  MakeFolder(own);
  FileSet files;
  std::map<std::string, std::string> digests;  // of what the attestation is about
  const auto write = [&](const std::string& name, const std::string& octets) {
    files.Write(options.out / name, octets);
    digests[name] = Sha256(octets);
  };
  for (const StoredEvidence& stored : evidence) {
    const fs::path place = own / (stored.evidence.id + ".json");
    digests[place.lexically_relative(options.out).native()] = stored.sha256;
    if (stored.file == place.native()) continue;
    const std::string octets = ReadFile(stored.file, kMostEvidenceOctets);
    if (Sha256(octets) != stored.sha256) {
      throw UserError(Printable(stored.file) + ": was changed while the audit read it");
    }
    files.Write(place, octets);
  }
  write("index.html", RenderPage(report));
  write("audit.json", RenderJson(report));
  write("audit.md", RenderMarkdown(report));
  write("junit.xml", RenderJunit(report));
  write("audit.sarif", RenderSarif(report));
  files.Write(options.out / "attestation.json", RenderAttestation(report, digests));
  files.Commit();
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

void CheckAudit(const AuditOptions& options) {
  ReadInputs(options);
}

AuditResult RunAudit(const AuditOptions& options) {
  Inputs inputs = ReadInputs(options);
  RunEngines(options, inputs);
  AuditResult result;
  result.interrupted = IsStopped(options);
  if (result.interrupted) return result;
  const std::vector<StoredEvidence> evidence = Choose(options, inputs);
  result.report = MakeReport(*options.claims, evidence, BuildVersion(), BuildCommit(),
                             BuildDigest(), options.absent_tools);
  if (inputs.before) AddComparison(*inputs.before, result.report);
  WriteReport(result.report, evidence, options);
  return result;
}

void PrintAudit(const AuditResult& result, const fs::path& out, std::FILE* file) {
  const bool colour = isatty(fileno(file)) != 0;
  const std::string text = RenderTerminal(result.report, colour) +
                           "The report: " + Printable((out / "index.html").native()) +
                           "; to sign: " + Printable((out / "attestation.json").native()) + "\n";
  if (std::fputs(text.c_str(), file) < 0 || std::fflush(file) != 0) {
    throw UserError("the table cannot be printed: " + std::generic_category().message(errno));
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
