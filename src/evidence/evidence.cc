#include "src/evidence/evidence.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <system_error>

#include "src/evidence/digest.h"
#include "src/evidence/evidence_fields.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"

namespace headerproof {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kNoChecksum =
    "0000000000000000000000000000000000000000000000000000000000000000";

std::string Checksum(std::string text, const std::string& checksum) {
  const std::size_t place = text.rfind(checksum);
  if (place != std::string::npos) text.replace(place, checksum.size(), kNoChecksum);
  return Sha256(text);
}

// UTC, to the second.
std::string TimeText(std::chrono::system_clock::time_point time) {
  const std::time_t seconds = std::chrono::system_clock::to_time_t(time);
  std::tm utc{};
  gmtime_r(&seconds, &utc);
  std::array<char, sizeof "2026-11-30T12:00:00Z"> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text.data();
}

}  // namespace

void StampEvidence(Evidence& evidence, std::string_view digest) {
  const std::string version(BuildVersion());
  if (evidence.subject.empty()) evidence.subject = "headerproof " + version;
  evidence.versions.emplace("headerproof", version);
  evidence.versions.emplace("compiler", BuildCompiler());
  evidence.commit = digest == PartDigest(evidence.depends_on) ? BuildCommit() : "unknown";
  evidence.digest = digest;
  evidence.started =
      TimeText(std::chrono::system_clock::now() -
               std::chrono::milliseconds(static_cast<std::int64_t>(evidence.seconds * 1000)));
  for (auto* const counted : {&evidence.counts, &evidence.classes}) {
    std::erase_if(*counted, [](const auto& one) { return one.second == 0; });
  }
}

void StampEvidence(Evidence& evidence) {
  StampEvidence(evidence, PartDigest(evidence.depends_on));
}

std::string PrintEvidence(Evidence evidence) {
  Mask(evidence);
  nlohmann::ordered_json json = {{"schema", kEvidenceSchema}};
  json.update(WriteJson(evidence));
  json["checksum"] = kNoChecksum;
  const std::string text = json.dump(2) + "\n";
  std::string signed_text = text;
  return signed_text.replace(text.rfind(kNoChecksum), kNoChecksum.size(), Sha256(text));
}

Evidence ParseEvidence(std::string_view text, const std::string& file) {
  const JsonDocument document(text, file);
  JsonPlace root = document.root();
  const JsonPlace schema = root.Field("schema");
  if (const std::uint64_t number = schema.Count(); number != kEvidenceSchema) {
    schema.Fail(fmt::format("is {}; this build reads only {}", number, kEvidenceSchema));
  }
  JsonPlace checksum = root.Field("checksum");
  const std::string named = checksum.String();
  Evidence evidence;
  ReadJson(root, evidence);
  if (Checksum(std::string(text), named) != named) {
    checksum.Fail("is not that of this file: it was changed since it was written; make it anew");
  }
  return evidence;
}

Evidence ParseDraft(std::string_view text, const std::string& file) {
  const JsonDocument document(text, file);
  Draft draft;
  ReadJson(document.root(), draft);
  // The whole of what was measured decides; only then is the part known.
  const bool is_ours = draft.digest == BuildDigest();
  StampEvidence(draft, is_ours ? PartDigest(draft.depends_on) : std::string(draft.digest));
  if (draft.digest.empty()) {
    throw UserError(Printable(file) + ": depends_on names no part: " + draft.depends_on);
  }
  return draft;
}

bool VariesByClock(const Evidence& evidence) {
  return evidence.by_clock || evidence.kind == EvidenceKind::kFuzz ||
         evidence.kind == EvidenceKind::kBenchmark;
}

bool IsNamed(std::string_view pattern, std::string_view name) {
  if (!pattern.ends_with('*')) return pattern == name;
  return name.starts_with(pattern.substr(0, pattern.size() - 1));
}

bool IsAnyNamed(const std::vector<std::string>& patterns, std::string_view name) {
  return std::ranges::any_of(patterns,
                             [name](const std::string& pattern) { return IsNamed(pattern, name); });
}

static bool IsFresh(const Evidence& evidence) {
  return evidence.digest == PartDigest(evidence.depends_on);
}

StoredEvidence WriteEvidence(const fs::path& folder, const Evidence& evidence) {
  const fs::path path = folder / (evidence.id + ".json");
  const std::string text = PrintEvidence(evidence);
  Evidence stored = ParseEvidence(text, path.native());
  MakeFolder(folder);
  FileSet files;
  files.Write(path, text);
  files.Commit();
  const bool is_fresh = IsFresh(stored);
  return {std::move(stored), path.native(), Sha256(text), is_fresh};
}

template <class Iterator>
static std::vector<StoredEvidence> ReadEvidence(const fs::path& folder) {
  std::vector<fs::path> paths;
  try {
    for (const fs::directory_entry& entry : Iterator(folder)) {
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
    const bool is_fresh = IsFresh(evidence);
    found.push_back({std::move(evidence), path.native(), Sha256(text), is_fresh});
  }
  return found;
}

std::vector<StoredEvidence> ReadEvidenceFolder(const fs::path& folder) {
  return ReadEvidence<fs::directory_iterator>(folder);
}

std::vector<StoredEvidence> ReadRecordedEvidence(const fs::path& folder) {
  if (!fs::exists(folder)) return {};
  auto found = ReadEvidence<fs::recursive_directory_iterator>(folder);
  for (StoredEvidence& one : found) one.is_recorded = true;
  return found;
}

}  // namespace headerproof
