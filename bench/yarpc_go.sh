#!/usr/bin/env bash
# The yardstick: yarpc-go before and after the change, guarded and rejecting, and our converter, on
# the same metadata in the same run. Rounds of everything, one after the other, so that what the
# machine does meanwhile falls on all alike. Writes OUT_DIR/yarpc_go_bench.md, what it rests on beside
# it, and OUT_DIR/evidence/benchmark-yarpc-go.json for the audit. Needs a build with Go and Google
# Benchmark; benchstat, which gives p, is built from peers/benchstat.
#
#   bench/yarpc_go.sh BUILD_DIR OUT_DIR [ROUNDS [SECONDS]]
#
# ROUNDS, at least 6, 10 unless said; SECONDS, for each benchmark in each round, 0.1 unless said. Takes
# about ROUNDS times SECONDS times 200.
set -euo pipefail

if [ $# -lt 2 ] || [ "${3-10}" -lt 6 ]; then
  echo "usage: bench/yarpc_go.sh BUILD_DIR OUT_DIR [ROUNDS, at least 6 [SECONDS]]" >&2
  exit 2
fi
source_dir=$(cd "$(dirname "$0")/.." && pwd)
build_dir=$(cd "$1" && pwd)
mkdir -p "$2"
out_dir=$(cd "$2" && pwd)
rounds=${3-10}
seconds=${4-0.1}
go=${GO:-go}
export GOWORK=off GOFLAGS="-buildvcs=false -mod=readonly"
export HEADERPROOF_CASES=$source_dir/bench/yarpc_go_cases
ours=$build_dir/bench/headerproof_yarpc_go_bench

if [ ! -d "$build_dir/yarpc-go/module" ] || [ ! -x "$ours" ] || [ ! -x "$build_dir/peer_evidence" ]; then
  echo "bench/yarpc_go.sh: $build_dir lacks the yarpc-go peer or the benchmarks" >&2
  exit 2
fi
(cd "$source_dir/peers/benchstat" && "$go" build -o "$build_dir/benchstat" golang.org/x/perf/cmd/benchstat)
(cd "$build_dir/yarpc-go/module" && "$go" test -c -o "$build_dir/yarpc_go_bench.test" ./benchmark)

rm -f "$out_dir"/yarpc_go_bench*
runs=$out_dir/yarpc_go_bench.txt
for ((round = 1; round <= rounds; ++round)); do
  echo "round $round of $rounds"
  "$build_dir/yarpc_go_bench.test" -test.bench . -test.run '^$' -test.cpu 1 -test.benchtime "${seconds}s" \
    >>"$runs"
  "$ours" "$HEADERPROOF_CASES" --benchmark_min_time="$seconds" >>"$runs" 2>/dev/null
done
"$build_dir/benchstat" -col /policy -format csv "$runs" \
  >"$out_dir/yarpc_go_bench.benchstat.csv" 2>"$out_dir/yarpc_go_bench.benchstat.log"
python3 "$source_dir/bench/yarpc_go_table.py" "$out_dir" "$SECONDS"
"$build_dir/peer_evidence" --out "$out_dir/evidence" --comparisons 0 \
  --benchmark "$out_dir/yarpc_go_bench.json" --cases "$HEADERPROOF_CASES"
cat "$out_dir/yarpc_go_bench.md"
