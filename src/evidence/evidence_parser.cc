// Reading evidence: the other half of evidence.cc.
#include <algorithm>

#include "src/evidence/evidence.h"
#include "src/evidence/strict_json.h"

namespace headerproof {
namespace {

bool IsIdOctet(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

std::string ParseId(const JsonPlace& place) {
  std::string id = place.String();
  if (id.empty() || id.size() > 100 || id.front() == '.' || !std::ranges::all_of(id, IsIdOctet)) {
    place.Fail("has to be 1 to 100 of a-z, 0-9, '-' and '.', not beginning with '.'");
  }
  return id;
}

std::map<std::string, std::uint64_t> ParseCounts(JsonPlace place) {
  std::map<std::string, std::uint64_t> counts;
  for (const auto& [key, value] : place.Fields()) counts.emplace(key, value.Count());
  return counts;
}

std::optional<double> OptionalNumber(const JsonPlace& place) {
  if (place.IsNull()) return std::nullopt;
  return place.Number();
}

}  // namespace

Measurement ParseMeasurement(JsonPlace place) {
  Measurement measurement;
  measurement.subject = place.Field("subject").String();
  measurement.policy = place.Field("policy").String();
  measurement.path = place.Field("path").String();
  measurement.entries = place.Field("entries").Count();
  measurement.nanoseconds = place.Field("nanoseconds").Number();
  const JsonPlace allocations = place.Field("allocations");
  if (!allocations.IsNull()) measurement.allocations = allocations.Count();
  measurement.ratio = OptionalNumber(place.Field("ratio"));
  measurement.p = OptionalNumber(place.Field("p"));
  // Bounds on what a picture has to show: a day, a thousand times, a million entries.
  constexpr double kMostNanoseconds = 86'400e9;
  constexpr double kMostRatio = 1000;
  constexpr std::uint64_t kMostEntries = 1'000'000;
  if (measurement.nanoseconds > kMostNanoseconds || measurement.ratio.value_or(0) > kMostRatio ||
      measurement.entries == 0 || measurement.entries > kMostEntries) {
    place.Fail("is no measurement: of 1 to 1000000 entries, at most 86400 s and a ratio of 1000");
  }
  place.NoMoreFields();
  return measurement;
}

Evidence ParseEvidence(std::string_view text, const std::string& file) {
  const nlohmann::json json = ParseStrictJson(text, file);
  JsonPlace root(json, file);
  const JsonPlace schema = root.Field("schema");
  if (schema.Count() != kEvidenceSchema) {
    schema.Fail("is " + std::to_string(schema.Count()) + "; this build reads " +
                std::to_string(kEvidenceSchema) + " alone");
  }
  Evidence evidence;
  evidence.id = ParseId(root.Field("id"));
  const JsonPlace kind = root.Field("kind");
  const auto known_kind = FindEvidenceKind(kind.String());
  if (!known_kind) kind.Fail("is none of the kinds of evidence");
  evidence.kind = *known_kind;
  evidence.subject = root.Field("subject").String();
  evidence.scope = root.Field("scope").String();
  evidence.complete = root.Field("complete").Bool();
  evidence.count = root.Field("count").Count();
  evidence.counts = ParseCounts(root.Field("counts"));
  evidence.classes = ParseCounts(root.Field("classes"));
  for (auto& [path, kinds] : root.Field("differences").Fields()) {
    for (auto& [name, place] : kinds.Fields()) {
      DifferenceEvidence& difference = evidence.differences[path][name];
      difference.cases = place.Field("cases").Count();
      difference.smallest = place.Field("smallest").CaseText();
      place.NoMoreFields();
    }
  }
  if (root.Has("counterexamples")) {
    for (const auto& [key, place] : root.Field("counterexamples").Fields()) {
      evidence.counterexamples.emplace(key, place.CaseText());
    }
  }
  for (JsonPlace& place : root.Field("contradictions").Items()) {
    Contradiction contradiction{place.Field("key").String(), place.Field("detail").String(), {}};
    const JsonPlace counterexample = place.Field("counterexample");
    if (!counterexample.IsNull()) contradiction.counterexample = counterexample.CaseText();
    place.NoMoreFields();
    evidence.contradictions.push_back(std::move(contradiction));
  }
  for (JsonPlace& place : root.Field("conditions").Items()) {
    evidence.conditions.push_back({place.Field("key").String(), place.Field("sentence").String()});
    place.NoMoreFields();
  }
  if (root.Has("measurements")) {
    for (const JsonPlace& place : root.Field("measurements").Items()) {
      evidence.measurements.push_back(ParseMeasurement(place));
    }
  }
  evidence.command = root.Field("command").String();
  const JsonPlace seed = root.Field("seed");
  if (!seed.IsNull()) evidence.seed = seed.Count();
  for (const auto& [what, version] : root.Field("versions").Fields()) {
    evidence.versions.emplace(what, version.String());
  }
  evidence.commit = root.Field("commit").String();
  evidence.seconds = root.Field("seconds").Number();
  if (root.Has("durations")) {
    for (const auto& [what, seconds] : root.Field("durations").Fields()) {
      evidence.durations.emplace(what, seconds.Number());
    }
  }
  evidence.by_clock = root.Has("by_clock") && root.Field("by_clock").Bool();
  evidence.notes = root.Field("notes").Strings();
  root.NoMoreFields();
  return evidence;
}

}  // namespace headerproof
