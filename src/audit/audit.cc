#include "src/audit/audit.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <iterator>
#include <map>
#include <system_error>
#include <utility>

#include "src/audit/choose.h"
#include "src/audit/run_peer.h"
#include "src/cases/printable.h"
#include "src/evidence/build_info.h"
#include "src/evidence/digest.h"
#include "src/evidence/files.h"
#include "src/http2/unique_fd.h"

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

struct Inputs {
  std::optional<OldReport> before;
  EvidenceFiles files;
};

// Throws UserError if claims cannot rest on it, or if it counts more than its engine could.
void CheckEvidence(const AuditOptions& options, const StoredEvidence& stored) {
  const Evidence& one = stored.evidence;
  if (!stored.is_fresh) return;  // what another build knew is not known here
  const std::string where = Printable(stored.file) + ": ";
  if (const std::string wrong = WrongForClaims(*options.claims, one); !wrong.empty()) {
    throw UserError(where + wrong);
  }
  for (const EngineRun& engine : options.engines) {
    if (engine.id != one.id || engine.scope != one.scope || engine.most == 0) continue;
    for (const auto& [key, count] : one.counts) {
      if (count <= engine.most) continue;
      throw UserError(
          fmt::format("{}counts {} of {}; its scope has only {}", where, count, key, engine.most));
    }
  }
}

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
  EvidenceFiles& files = inputs.files;
  if (fs::exists(OwnFolder(options))) {
    for (StoredEvidence& one : ReadEvidenceFolder(OwnFolder(options))) {
      // An earlier audit may have been of a converter that is not given now.
      const bool is_of_peer = one.evidence.id == kPeerEvidence;
      if (is_of_peer && options.claims->FindEvidence(kPeerEvidence) == nullptr) continue;
      (IsEngine(options, one.evidence.id) ? files.own : files.copied).push_back(std::move(one));
    }
  }
  for (const fs::path& folder : options.evidence) {
    std::ranges::move(ReadEvidenceFolder(folder), std::back_inserter(files.further));
  }
  files.recorded = ReadRecordedEvidence(options.recorded);
  for (const auto* const list : {&files.own, &files.copied, &files.further, &files.recorded}) {
    for (const StoredEvidence& one : *list) CheckEvidence(options, one);
  }
  return inputs;
}

bool IsStopped(const AuditOptions& options) {
  return options.stop != nullptr && *options.stop;
}

bool IsThere(const EngineRun& engine, const std::vector<StoredEvidence>& evidence) {
  return std::ranges::any_of(evidence, [&engine](const StoredEvidence& stored) {
    return stored.evidence.id == engine.id && stored.evidence.scope == engine.scope &&
           stored.is_fresh && stored.evidence.finished();
  });
}

// Runs the engines whose evidence is not there. An interrupted one leaves none, and one that did
// not finish leaves what contradicts.
void RunEngines(const AuditOptions& options, EvidenceFiles& files) {
  const std::vector<StoredEvidence> there = ChooseEvidence(files);
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
    const auto is_older = [&engine](const StoredEvidence& one) {
      return one.evidence.id == engine.id;
    };
    const bool contradicts = std::ranges::any_of(files.own, [&](const StoredEvidence& one) {
      return is_older(one) && !one.evidence.contradictions.empty();
    });
    if (contradicts && !evidence.finished()) continue;
    std::erase_if(files.own, is_older);
    files.own.push_back(WriteEvidence(OwnFolder(options), evidence));
    CheckEvidence(options, files.own.back());
  }
}

// The report, and what it cites of further folders: a report comes with all its evidence.
void WriteReport(const Report& report, const std::vector<StoredEvidence>& evidence,
                 const AuditOptions& options) {
  const fs::path own = OwnFolder(options);
  FileSet files;
  std::map<std::string, std::string> digests;  // of what the attestation is about
  const auto write = [&](const std::string& name, const std::string& octets) {
    files.Write(options.out / name, octets);
    digests[name] = Sha256(octets);
  };
  for (const StoredEvidence& stored : evidence) {
    const fs::path place = own / (stored.evidence.id + ".json");
    // Of several with one id a contradiction is kept.
    const bool has_better = std::ranges::any_of(evidence, [&](const StoredEvidence& other) {
      return &other != &stored && other.evidence.id == stored.evidence.id && !other.is_recorded &&
             other.evidence.contradictions.size() > stored.evidence.contradictions.size();
    });
    if (has_better) continue;
    const fs::path name =
        stored.is_recorded ? "recorded" / place.filename() : place.lexically_relative(options.out);
    digests[name.native()] = stored.sha256;
    if (stored.file == place.native()) continue;
    const std::string octets = ReadFile(stored.file, kMostEvidenceOctets);
    if (Sha256(octets) != stored.sha256) {
      throw UserError(Printable(stored.file) + ": was changed while the audit read it");
    }
    if (stored.is_recorded) MakeFolder(options.out / "recorded");
    files.Write(options.out / name, octets);
  }
  write("index.html", RenderPage(report));
  write("audit.json", RenderJson(report));
  write("audit.md", RenderMarkdown(report));
  write("junit.xml", RenderJunit(report));
  write("audit.sarif", RenderSarif(report));
  files.Write(options.out / "attestation.json", RenderAttestation(report, digests));
  files.Commit();
}

// Held while an audit writes to its folder: of two at once, one would report on the other's
// evidence.
class FolderLock {
 public:
  // Throws UserError if another holds it, or if `out` cannot be written.
  explicit FolderLock(const AuditOptions& options) {
    MakeFolder(OwnFolder(options));
    const fs::path folder = OwnFolder(options);
    fd_ = UniqueFd(open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!fd_) {
      throw UserError(Printable(folder.native()) + ": " + std::generic_category().message(errno));
    }
    if (flock(fd_.get(), LOCK_EX | LOCK_NB) != 0) {
      throw UserError(
          Printable(options.out.native()) +
          ": another audit uses this folder; wait for its end, or give another: --out DIR");
    }
  }

 private:
  UniqueFd fd_;
};

bool IsOnPath(const std::string& tool) {
  const char* path = std::getenv("PATH");
  // CMake looks for Go in its usual folder too (peers/CMakeLists.txt).
  const std::string searched = std::string(path == nullptr ? "" : path) + ":/usr/local/go/bin";
  std::string_view folders = searched;
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
  CheckAudit(options);  // before the folder is made; once it is ours, all is read again
  const FolderLock lock(options);
  Inputs inputs = ReadInputs(options);
  RunEngines(options, inputs.files);
  AuditResult result;
  result.interrupted = IsStopped(options);
  if (result.interrupted) return result;
  const std::vector<StoredEvidence> evidence = ChooseEvidence(inputs.files);
  result.report = MakeReport(*options.claims, evidence, BuildVersion(), BuildCommit(),
                             BuildDigest(), options.absent_tools, options.requires_all);
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
  for (const EvidenceSource& source : claims.evidence) {
    if (source.tool && !present.contains(*source.tool) && !IsOnPath(*source.tool)) {
      absent.insert(*source.tool);
    }
  }
  return absent;
}

}  // namespace headerproof
