// Our converter on the cases that yarpc-go's benchmarks take (bench/yarpc_go_cases), so that one
// script can set them side by side. A benchmark's name: PATH/ENTRIES/POLICY/FORM.
//
//   headerproof_yarpc_go_bench FOLDER [Google Benchmark's flags]
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <variant>

#include "bench/benches.h"
#include "src/cases/text.h"
#include "src/converter/convert.h"

namespace headerproof {
namespace {

// By count of entries; empty if the folder holds a file that is no case.
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

template <Path path, KeyPolicy policy, class Text>
void Register(const std::shared_ptr<const Metadata>& metadata) {
  RegisterRun(std::string(PathName(path)) + "/" + std::to_string(metadata->size()) + "/" +
                  SubjectName<policy, Text>(),
              [metadata] { return Convert<path, policy, Text>(*metadata); });
}

template <KeyPolicy policy>
void RegisterPolicy(const std::shared_ptr<const Metadata>& metadata) {
  Register<Path::kRequest, policy, std::string>(metadata);
  Register<Path::kRequest, policy, std::string_view>(metadata);
  Register<Path::kResponse, policy, std::string>(metadata);
  Register<Path::kResponse, policy, std::string_view>(metadata);
}

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
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
