#include "src/evidence/evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <system_error>

#include "src/cases/escape.h"
#include "src/cases/printable.h"
#include "src/evidence/digest.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, kEvidenceKindCount> kKindNames = {
    "enumeration", "property", "corpus",   "fuzz",      "wire",    "golden",
    "peer",        "mutants",  "coverage", "benchmark", "citation"};

// Case text for a file: data, so neither masked nor cut.
std::string CaseText(std::string_view text) {
  std::string printable;
  for (const char c : text) {
    if (c == '\n' || (c >= ' ' && c <= '~')) {
      printable += c;
    } else {
      AppendHexEscape(static_cast<unsigned char>(c), printable);
    }
  }
  return printable;
}

template <class Map>
Json PrintMap(const Map& map) {
  Json json = Json::object();
  for (const auto& [key, value] : map) {
    if constexpr (std::is_same_v<typename Map::mapped_type, std::string>) {
      json[Printable(key)] = Printable(value);
    } else {
      json[Printable(key)] = value;
    }
  }
  return json;
}

// Four figures are more than a measurement is good for; and few enough to stay as they are when
// read again.
Json Figure(std::optional<double> figure) {
  if (!figure) return nullptr;
  return Json::parse(fmt::format("{:.4g}", *figure));
}

Json PrintMeasurement(const Measurement& measurement) {
  Json json;
  json["subject"] = Printable(measurement.subject);
  json["policy"] = Printable(measurement.policy);
  json["path"] = Printable(measurement.path);
  json["entries"] = measurement.entries;
  json["nanoseconds"] = Figure(measurement.nanoseconds);
  json["allocations"] = measurement.allocations ? Json(*measurement.allocations) : Json(nullptr);
  json["ratio"] = Figure(measurement.ratio);
  json["p"] = Figure(measurement.p);
  return json;
}

}  // namespace

std::string_view EvidenceKindName(EvidenceKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

std::optional<EvidenceKind> FindEvidenceKind(std::string_view name) {
  const auto found = std::ranges::find(kKindNames, name);
  if (found == kKindNames.end()) return std::nullopt;
  return static_cast<EvidenceKind>(found - kKindNames.begin());
}

std::string PrintEvidence(const Evidence& evidence) {
  Json json;
  json["schema"] = kEvidenceSchema;
  json["id"] = Printable(evidence.id);
  json["kind"] = EvidenceKindName(evidence.kind);
  json["subject"] = Printable(evidence.subject);
  json["scope"] = Printable(evidence.scope);
  json["complete"] = evidence.complete;
  json["count"] = evidence.count;
  json["counts"] = PrintMap(evidence.counts);
  json["classes"] = PrintMap(evidence.classes);
  json["differences"] = Json::object();
  for (const auto& [path, kinds] : evidence.differences) {
    Json& of_path = json["differences"][Printable(path)] = Json::object();
    for (const auto& [kind, difference] : kinds) {
      of_path[Printable(kind)] = {{"cases", difference.cases},
                                  {"smallest", CaseText(difference.smallest)}};
    }
  }
  for (const auto& [key, counterexample] : evidence.counterexamples) {
    json["counterexamples"][Printable(key)] = CaseText(counterexample);
  }
  json["contradictions"] = Json::array();
  for (const Contradiction& contradiction : evidence.contradictions) {
    Json one = {{"key", Printable(contradiction.key)}, {"detail", Printable(contradiction.detail)}};
    one["counterexample"] = contradiction.counterexample
                                ? Json(CaseText(*contradiction.counterexample))
                                : Json(nullptr);
    json["contradictions"].push_back(one);
  }
  json["conditions"] = Json::array();
  for (const Condition& condition : evidence.conditions) {
    json["conditions"].push_back(
        {{"key", Printable(condition.key)}, {"sentence", Printable(condition.sentence)}});
  }
  for (const Measurement& measurement : evidence.measurements) {
    json["measurements"].push_back(PrintMeasurement(measurement));
  }
  json["command"] = Printable(evidence.command);
  json["seed"] = evidence.seed ? Json(*evidence.seed) : Json(nullptr);
  json["versions"] = PrintMap(evidence.versions);
  json["commit"] = Printable(evidence.commit);
  json["seconds"] = evidence.seconds;
  json["durations"] = PrintMap(evidence.durations);
  json["by_clock"] = evidence.by_clock;
  json["notes"] = Json::array();
  for (const std::string& note : evidence.notes) json["notes"].push_back(Printable(note));
  return json.dump(2) + "\n";
}

bool VariesByClock(const Evidence& evidence) {
  return evidence.by_clock || evidence.kind == EvidenceKind::kFuzz ||
         evidence.kind == EvidenceKind::kBenchmark;
}

bool IsNamed(std::string_view pattern, std::string_view id) {
  if (!pattern.ends_with('*')) return pattern == id;
  return id.starts_with(pattern.substr(0, pattern.size() - 1));
}

void WriteEvidence(const fs::path& folder, const Evidence& evidence) {
  MakeFolder(folder);
  FileSet files;
  files.Write(folder / (evidence.id + ".json"), PrintEvidence(evidence));
  files.Commit();
}

std::vector<StoredEvidence> ReadEvidenceFolder(const fs::path& folder) {
  std::error_code error;
  std::vector<fs::path> paths;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().extension() == ".json") paths.push_back(entry->path());
  }
  if (error) {
    throw UserError(Printable(folder.native()) + ": cannot be read: " + error.message());
  }
  std::ranges::sort(paths);
  std::vector<StoredEvidence> found;
  for (const fs::path& path : paths) {
    const std::string text = ReadFile(path, kMostEvidenceOctets);
    Evidence evidence = ParseEvidence(text, path.native());
    if (path.stem() != evidence.id) {
      throw UserError(Printable(path.native()) + ": holds the evidence \"" +
                      Printable(evidence.id) + "\", which belongs in a file of that name");
    }
    found.push_back({std::move(evidence), path.native(), Sha256(text)});
  }
  return found;
}

}  // namespace headerproof
