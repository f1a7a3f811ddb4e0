#include "peers/benchmark_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "src/cases/printable.h"
#include "src/evidence/evidence_fields.h"
#include "src/evidence/files.h"

namespace headerproof {

// What bench/yarpc_go_table.py prints.
struct MeasuredRounds {
  std::uint64_t schema = 0;
  std::uint64_t rounds = 0;
  double seconds = 0;
  std::vector<Measurement> measurements;
};

static constexpr auto JsonFields(const MeasuredRounds* /*of*/) {
  using T = MeasuredRounds;
  return std::tuple(Field("schema", &T::schema), Field("rounds", &T::rounds),
                    Field("seconds", &T::seconds), Field("measurements", &T::measurements));
}

static std::string WrongWith(const MeasuredRounds& measured) {
  if (measured.schema != 1) return "has an unknown schema";
  const bool is_compared = std::ranges::all_of(measured.measurements, [](const Measurement& one) {
    return one.policy != "direct" || (one.ratio && one.p);
  });
  return is_compared ? "" : "has a measurement of `direct` that is not compared with anything";
}

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
  const JsonDocument document(ReadFile(file, kMostOctets), file);
  MeasuredRounds measured;
  ReadJson(document.root(), measured);
  Evidence evidence;
  evidence.id = "benchmark-yarpc-go";
  evidence.kind = EvidenceKind::kBenchmark;
  evidence.scope = fmt::format(
      "{} rounds, in each of them every version and policy on the same lowercase metadata: "
      "processor time of one conversion, medians, p by the Mann-Whitney test of benchstat",
      measured.rounds);
  evidence.ended = Ended::kFinished;
  evidence.seconds = measured.seconds;
  evidence.count = measured.rounds * measured.measurements.size();
  for (const Measurement& one : measured.measurements) {
    if (one.subject == "yarpc-go" && one.policy == "direct") JudgeSaving(one, cases, evidence);
  }
  evidence.measurements = std::move(measured.measurements);
  return evidence;
}

}  // namespace headerproof
