#!/usr/bin/env bash
# The main job: builds headerproof and whatever gives evidence, gathers it, audits, and prints the
# table of claims and where the report lies.
#
#   ci/audit.sh [--full] [--out DIR] [OPTION...]     --help says which options
#
# Evidence that takes another program: a seeded RapidCheck run, a short run of each fuzz target
# (--full: 60 s each), fuzz targets against wrong converters (--full: all of each), what the seeds
# cover, and, where there is Go, the real yarpc-go and grpc-go and what the change saves there
# (--full: more rounds). Without Go the audit says which claims are unknown for want of it.
set -euo pipefail
cd "$(dirname "$0")/.."

usage="usage: ci/audit.sh [--full] [--out DIR] [--rerun] [OPTION VALUE]...
  --full     take the time for more evidence
  --out DIR  the report's folder, report unless said
The options with a value are those of headerproof audit: --budget --compare --corpus --evidence
--golden --matrix --only --peer --tally. Paths are relative to the project's folder."

bad_usage() {
  printf 'ci/audit.sh: %s\n%s\n' "$1" "$usage" >&2
  exit 2
}

# Says what is wrong with the value $2 of option $1, if anything is.
wrong_value() {
  case "$1" in
    --out) [ -d "$2" ] || [ ! -e "$2" ] || echo "$1: no folder: $2" ;;
    --budget) [[ $2 =~ ^[1-9][0-9]{0,4}$ ]] || echo "$1: no number of seconds: $2" ;;
    --compare | --matrix | --tally) { [ -r "$2" ] && [ ! -d "$2" ]; } || echo "$1: no such file: $2" ;;
    --corpus | --evidence | --golden) [ -d "$2" ] || echo "$1: no such folder: $2" ;;
  esac
}

# All arguments first: what follows takes minutes.
full=false
out=report
arguments=()
with_value='^(--(out|budget|compare|corpus|evidence|golden|matrix|only|peer|tally))(=(.*))?$'
while [ $# -gt 0 ]; do
  if [[ $1 =~ $with_value ]]; then
    option=${BASH_REMATCH[1]}
    value=${BASH_REMATCH[4]}
    if [ "$1" = "$option" ] && [ $# -gt 1 ]; then
      shift
      value=$1
    fi
    [ -n "$value" ] || bad_usage "$option wants a value"
    wrong=$(wrong_value "$option" "$value")
    [ -z "$wrong" ] || bad_usage "$wrong"
    if [ "$option" = --out ]; then out=$value; else arguments+=("$option=$value"); fi
  else
    case "$1" in
      --help | -h)
        echo "$usage"
        exit
        ;;
      --full) full=true ;;
      --rerun) arguments+=(--rerun) ;;
      *) bad_usage "unknown argument: $1" ;;
    esac
  fi
  shift
done

fuzz_seconds=4
benchmark=(6 0.01)
meet=(ci/mutants.sh --quick)
if $full; then
  fuzz_seconds=60
  benchmark=(10 0.1)
  meet=(ci/mutants.sh)
fi

ci/setup.sh
mkdir -p build
log=build/audit-build.log
gathered=build/audit
rm -rf "$gathered"
mkdir -p "$gathered/peers"

run_logged() {
  "$@" >>"$log" 2>&1 || {
    cat "$log" >&2
    exit 2
  }
}

: >"$log"
echo "== build"
run_logged cmake --preset release
targets=(headerproof headerproof_sending_child relations_test)
has_go=false
has_benchmark=false
if grep -q '^HEADERPROOF_YARPC_GO_PEER:' build/release/CMakeCache.txt; then
  has_go=true
  targets+=(peer_evidence grpc_go_calls yarpc_go_calls)
  if grep -q '^benchmark_DIR:PATH=/' build/release/CMakeCache.txt; then
    has_benchmark=true
    targets+=(headerproof_yarpc_go_bench)
  fi
fi
run_logged cmake --build --preset release --target "${targets[@]}"

echo "== properties"
tallies=("$gathered/rapidcheck.tally")
HEADERPROOF_TALLY=$gathered/rapidcheck.tally HEADERPROOF_MATRIX=$gathered/rapidcheck.matrix \
  HEADERPROOF_CASES=20000 RC_PARAMS="seed=1" \
  build/release/properties/relations_test >"$gathered/properties.log" 2>&1 ||
  tail -n 40 "$gathered/properties.log"

echo "== fuzz targets, $fuzz_seconds s each"
rm -f fuzz-work/*/tally # of another commit, should this run not come to write its own
ci/fuzz.sh --seconds "$fuzz_seconds" || [ $? -ne 130 ] || exit 130
for tally in fuzz-work/*/tally; do
  if [ -f "$tally" ]; then tallies+=("$tally"); fi
done

echo "== fuzz targets and wrong converters"
"${meet[@]}" || [ $? -ne 130 ] || exit 130

echo "== coverage"
ci/coverage.sh --evidence "$gathered/peers" >"$gathered/coverage.log" 2>&1 ||
  tail -n 20 "$gathered/coverage.log"

# Source mutants take hours: what ci/mutate.sh last found is taken along.
if [ -f build/mutants/evidence/source-mutants.json ]; then
  cp build/mutants/evidence/source-mutants.json "$gathered/peers/"
fi

if $has_go; then
  echo "== yarpc-go and grpc-go"
  peers/evidence.sh build/release "$gathered/peers" || true
  if $has_benchmark; then
    echo "== what the change saves, ${benchmark[0]} rounds"
    bench/yarpc_go.sh build/release "$gathered/benchmark" "${benchmark[@]}" >>"$log" 2>&1 ||
      echo "it was not measured, see $log"
  fi
else
  echo "== skipped: yarpc-go and grpc-go (no Go 1.23 or newer)"
fi

echo "== audit"
for folder in "$gathered/peers" "$gathered/benchmark/evidence"; do
  if [ -d "$folder" ]; then arguments+=(--evidence "$folder"); fi
done
for tally in "${tallies[@]}"; do
  if [ -f "$tally" ]; then arguments+=(--tally "$tally"); fi
done
for matrix in "$gathered/rapidcheck.matrix" build/mutants/fuzz.matrix; do
  if [ -f "$matrix" ]; then arguments+=(--matrix "$matrix"); fi
done
exec build/release/headerproof audit --out "$out" "${arguments[@]}"
