// The benchmarks, with Google Benchmark's own flags; ratios.py runs them and sets them in relation.
#include "bench/benches.h"

int main(int argc, char** argv) {
  headerproof::RegisterConvertBenches();
  headerproof::RegisterGrowthBenches();
  headerproof::RegisterJudgeBenches();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
