#include "peers/benchmark_evidence.h"

#include <fmt/format.h>

#include <filesystem>

#include "src/cases/printable.h"
#include "src/evidence/files.h"
#include "src/evidence/strict_json.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostOctets = std::size_t{16} << 20;

void JudgeSaving(const Measurement& after, const std::string& cases, Evidence& evidence) {
  const std::string where = fmt::format("{}/{}", after.path, after.entries);
  const std::string saves = "saves/" + where;
  evidence.counts[saves] = after.is_significant() && after.ratio < 1 ? 1 : 0;
  evidence.counts["costs/" + where] = after.is_significant() && after.ratio > 1 ? 1 : 0;
  if (!after.is_significant() || after.ratio < 1) return;
  const std::filesystem::path file =
      std::filesystem::path(cases) / fmt::format("{:03}.case", after.entries);
  evidence.contradictions.push_back(
      {.key = saves,
       .detail = fmt::format("After the change yarpc-go takes {:.2f} times as long on the {} path "
                             "for {} entries (p {:.3f}).",
                             *after.ratio, after.path, after.entries, *after.p),
       .counterexample = ReadFile(file, kMostOctets)});
}

}  // namespace

Evidence BenchmarkEvidence(const std::string& file, const std::string& cases) {
  const nlohmann::json json = ParseStrictJson(ReadFile(file, kMostOctets), file);
  JsonPlace root(json, file);
  const JsonPlace schema = root.Field("schema");
  if (schema.Count() != 1) schema.Fail("is unknown");
  const std::uint64_t rounds = root.Field("rounds").Count();
  Evidence evidence;
  evidence.id = "benchmark-yarpc-go";
  evidence.kind = EvidenceKind::kBenchmark;
  evidence.scope = fmt::format(
      "{} rounds, in each of them every version and policy on the same lowercase metadata: "
      "processor time of one conversion, medians, p by the Mann-Whitney test of benchstat",
      rounds);
  evidence.complete = true;
  evidence.seconds = root.Field("seconds").Number();
  for (const JsonPlace& place : root.Field("measurements").Items()) {
    evidence.measurements.push_back(ParseMeasurement(place));
    evidence.count += rounds;
    const Measurement& last = evidence.measurements.back();
    if (last.subject != "yarpc-go" || last.policy != "direct") continue;
    if (!last.ratio || !last.p) place.Fail("is compared with nothing");
    JudgeSaving(last, cases, evidence);
  }
  root.NoMoreFields();
  return evidence;
}

}  // namespace headerproof
