// What the proof costs: one full check of two entries next to one conversion of them, the command's
// check of a case with many entries, and one case of the enumeration of names.
#include "bench/benches.h"
#include "bench/inputs.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/judge/converters.h"
#include "src/judge/judge.h"

namespace headerproof {
namespace {

void RegisterCheck(const std::string& name, const ConverterSet& converter_set,
                   const Metadata& metadata) {
  RegisterRun(name, [converter_set, metadata] { return Check(converter_set, metadata).obeyed(); });
}

void RegisterChecks(const std::string& input, const Metadata& metadata) {
  const std::string prefix = "judge/" + input + "/";
  RegisterRun(prefix + "conversion", [metadata] {
    return Convert<Path::kRequest, KeyPolicy::kDirect, std::string_view>(metadata);
  });
  RegisterCheck(prefix + "zero-copy", ZeroCopyConverters(), metadata);
  RegisterCheck(prefix + "owning", OwningConverters(), metadata);
}

// All relations in all orders that are tried, of both forms: about ten seconds for the last.
void RegisterEntries() {
  for (const std::size_t count : {10U, 100U, 1'000U, 10'000U, 100'000U}) {
    auto* const run = benchmark::RegisterBenchmark(
        ("check/entries/" + std::to_string(count)).c_str(), [count](benchmark::State& state) {
          const Metadata metadata = DistinctNames(count);
          const Examiner examiner(OwnConverterSets());
          for (auto _ : state) benchmark::DoNotOptimize(examiner.Violations(metadata));
        });
    if (count > 10'000) run->Iterations(1)->Repetitions(1);
  }
}

// Names of three octets, from all places of the scope alike.
void RegisterNameCase() {
  benchmark::RegisterBenchmark("engine/names", [](benchmark::State& state) {
    std::string octets;
    for (int octet = 0; octet < 256; ++octet) octets.push_back(static_cast<char>(octet));
    const NameScope names(octets, 3);
    constexpr std::uint64_t kStep = 104729;  // a prime, so that every last octet comes
    Examiner examiner(OwnConverterSets());
    std::uint64_t index = 0;
    for (auto _ : state) {
      index = (index + kStep) % names.size();
      benchmark::DoNotOptimize(examiner.Examine({{names.At(index), {"v"}}}));
    }
  });
}

}  // namespace

void RegisterJudgeBenches() {
  RegisterChecks("field-and-header", FieldAndHeader());
  RegisterChecks("two-headers", TwoHeaders());
  RegisterEntries();
  RegisterNameCase();
}

}  // namespace headerproof
