#include "src/evidence/evidence.h"

#include <algorithm>
#include <system_error>

#include "src/evidence/digest.h"
#include "src/evidence/evidence_fields.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"

namespace headerproof {

namespace fs = std::filesystem;

void StampEvidence(Evidence& evidence, std::string_view digest) {
  const std::string version(BuildVersion());
  if (evidence.subject.empty()) evidence.subject = "headerproof " + version;
  evidence.versions.emplace("headerproof", version);
  evidence.commit = digest == BuildDigest() ? BuildCommit() : "unknown";
  evidence.digest = digest;
}

std::string PrintEvidence(Evidence evidence) {
  Mask(evidence);
  nlohmann::ordered_json json = {{"schema", kEvidenceSchema}};
  json.update(WriteJson(evidence));
  return json.dump(2) + "\n";
}

Evidence ParseEvidence(std::string_view text, const std::string& file) {
  const JsonDocument document(text, file);
  JsonPlace root = document.root();
  const JsonPlace schema = root.Field("schema");
  if (const std::uint64_t number = schema.Count(); number != kEvidenceSchema) {
    schema.Fail(fmt::format("is {}; this build reads only {}", number, kEvidenceSchema));
  }
  Evidence evidence;
  ReadJson(root, evidence);
  return evidence;
}

Evidence ParseDraft(std::string_view text, const std::string& file) {
  const JsonDocument document(text, file);
  Draft draft;
  ReadJson(document.root(), draft);
  StampEvidence(draft, std::string(draft.digest));
  return draft;
}

bool VariesByClock(const Evidence& evidence) {
  return evidence.by_clock || evidence.kind == EvidenceKind::kFuzz ||
         evidence.kind == EvidenceKind::kBenchmark;
}

bool IsNamed(std::string_view pattern, std::string_view id) {
  if (!pattern.ends_with('*')) return pattern == id;
  return id.starts_with(pattern.substr(0, pattern.size() - 1));
}

StoredEvidence WriteEvidence(const fs::path& folder, const Evidence& evidence) {
  const fs::path path = folder / (evidence.id + ".json");
  const std::string text = PrintEvidence(evidence);
  Evidence stored = ParseEvidence(text, path.native());
  MakeFolder(folder);
  FileSet files;
  files.Write(path, text);
  files.Commit();
  return {std::move(stored), path.native(), Sha256(text)};
}

std::vector<StoredEvidence> ReadEvidenceFolder(const fs::path& folder) {
  std::vector<fs::path> paths;
  try {
    for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".json") paths.push_back(entry.path());
    }
  } catch (const fs::filesystem_error& error) {
    throw UserError(Printable(folder.native()) + ": cannot be read: " + error.code().message());
  }
  std::ranges::sort(paths);
  std::vector<StoredEvidence> found;
  for (const fs::path& path : paths) {
    const std::string text = ReadFile(path, kMostEvidenceOctets);
    Evidence evidence = ParseEvidence(text, path.native());
    if (path.stem() != evidence.id) {
      throw UserError(Printable(path.native()) + ": has the evidence \"" + evidence.id +
                      "\"; rename it to " + evidence.id + ".json");
    }
    found.push_back({std::move(evidence), path.native(), Sha256(text)});
  }
  return found;
}

}  // namespace headerproof
