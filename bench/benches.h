// The groups of benchmarks. A benchmark's name is a path of words that ratios.py asks for:
//
//   convert/INPUT/PATH/SUBJECT    one conversion; SUBJECT is a policy, or "port" and a policy
//   growth/NAMES/SUBJECT/COUNT    one conversion of COUNT entries, request path
//   lookup/NAMES/SUBJECT/COUNT    a lookup of each of COUNT names in what that gave
//   judge/INPUT/SUITE             one full check; SUITE "conversion" is the conversion to compare
//   check/entries/COUNT           what the command `check` does with a case of COUNT entries
//   engine/names                  one case of the enumeration of names, two converter sets, with
//   its count
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "src/converter/convert.h"

namespace headerproof {

void RegisterConvertBenches();
void RegisterGrowthBenches();
void RegisterJudgeBenches();

// A benchmark of what `run()` does; its result, if any, is kept alive.
template <class Run>
void RegisterRun(const std::string& name, Run run) {
  benchmark::RegisterBenchmark(name.c_str(), [run](benchmark::State& state) {
    for (auto _ : state) {
      auto&& result = run();
      benchmark::DoNotOptimize(&result);
      benchmark::ClobberMemory();
    }
  });
}

// "direct/owning", "direct/zero-copy".
template <KeyPolicy policy, class Text>
std::string SubjectName() {
  return std::string(KeyPolicyName(policy)) +
         (std::is_same_v<Text, std::string> ? "/owning" : "/zero-copy");
}

}  // namespace headerproof
