// Our converter on the cases that yarpc-go's benchmarks take (bench/yarpc_go_cases), reported as Go
// reports its own, so that one script can set them side by side (bench/yarpc_go.sh).
//
//   headerproof_yarpc_go_bench FOLDER [Google Benchmark's flags]
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

#include "src/cases/text.h"
#include "src/converter/convert.h"

namespace {

std::uint64_t allocations = 0;  // of this process, which has one thread

void* Allocate(std::size_t size) {
  ++allocations;
  if (void* const room = std::malloc(size)) return room;
  throw std::bad_alloc();
}

}  // namespace

// Counted, as Go counts its own. The others of the standard's forms end in these.
void* operator new(std::size_t size) {
  return Allocate(size);
}
void operator delete(void* room) noexcept {
  std::free(room);
}
void operator delete(void* room, std::size_t) noexcept {
  std::free(room);
}

namespace headerproof {
namespace {

constexpr const char* kAllocations = "allocations";

// By count of entries; empty if the folder holds a file that is not a case.
std::map<std::size_t, std::shared_ptr<const Metadata>> ReadCases(const std::string& folder) {
  std::map<std::size_t, std::shared_ptr<const Metadata>> cases;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    std::ifstream stream(file.path(), std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    auto parsed = ParseCase(text);
    auto* const metadata = std::get_if<Metadata>(&parsed);
    if (metadata == nullptr) return {};
    const std::size_t entries = metadata->size();
    cases[entries] = std::make_shared<const Metadata>(std::move(*metadata));
  }
  return cases;
}

// "BenchmarkRequest/subject=headerproof-owning/entries=15/policy=direct".
template <Path path, KeyPolicy policy, class Text>
std::string GoName(std::size_t entries) {
  std::string name = path == Path::kRequest ? "BenchmarkRequest" : "BenchmarkResponse";
  name += "/subject=headerproof-";
  name += std::is_same_v<Text, std::string> ? "owning" : "zero-copy";
  name.append("/entries=").append(std::to_string(entries));
  return name.append("/policy=").append(KeyPolicyName(policy));
}

template <Path path, KeyPolicy policy, class Text>
void Register(const std::shared_ptr<const Metadata>& metadata) {
  benchmark::RegisterBenchmark(
      GoName<path, policy, Text>(metadata->size()).c_str(), [metadata](benchmark::State& state) {
        const std::uint64_t before = allocations;
        for (auto _ : state) {
          auto&& result = Convert<path, policy, Text>(*metadata);
          benchmark::DoNotOptimize(&result);
          benchmark::ClobberMemory();
        }
        state.counters[kAllocations] = benchmark::Counter(static_cast<double>(allocations - before),
                                                          benchmark::Counter::kAvgIterations);
      });
}

template <KeyPolicy policy>
void RegisterPolicy(const std::shared_ptr<const Metadata>& metadata) {
  Register<Path::kRequest, policy, std::string>(metadata);
  Register<Path::kRequest, policy, std::string_view>(metadata);
  Register<Path::kResponse, policy, std::string>(metadata);
  Register<Path::kResponse, policy, std::string_view>(metadata);
}

// A line for each run, as `go test -bench` prints it.
class GoReporter : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      std::printf("%s %lld %.2f ns/op %.2f cpu-ns/op %.0f allocs/op\n",
                  run.benchmark_name().c_str(), static_cast<long long>(run.iterations),
                  run.GetAdjustedRealTime(), run.GetAdjustedCPUTime(),
                  run.counters.at(kAllocations).value);
    }
  }
};

}  // namespace
}  // namespace headerproof

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const auto cases = argc == 2
                         ? headerproof::ReadCases(argv[1])
                         : std::map<std::size_t, std::shared_ptr<const headerproof::Metadata>>();
  if (cases.empty()) {
    std::fprintf(stderr, "usage: headerproof_yarpc_go_bench FOLDER_OF_CASES\n");
    return 2;
  }
  using headerproof::KeyPolicy;
  for (const auto& [entries, metadata] : cases) {
    headerproof::RegisterPolicy<KeyPolicy::kCanonicalizing>(metadata);
    headerproof::RegisterPolicy<KeyPolicy::kDirect>(metadata);
    headerproof::RegisterPolicy<KeyPolicy::kGuarded>(metadata);
    headerproof::RegisterPolicy<KeyPolicy::kRejecting>(metadata);
  }
  headerproof::GoReporter reporter;
  benchmark::RunSpecifiedBenchmarks(&reporter);
  benchmark::Shutdown();
  return 0;
}
