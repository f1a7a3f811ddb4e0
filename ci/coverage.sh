#!/usr/bin/env bash
# Measures what the seeds alone and enumeration alone cover of the core, writes it as evidence, and
# fails if the seeds fall below a floor (ci/strength/coverage.py).
#
#   ci/coverage.sh [--full] [--evidence DIR]     evidence in report/evidence unless said
#
# --full: enumeration of all three scopes whole, and all tests of the core: some ten minutes.
# What is not covered is listed in build/coverage/measured/missed-by-*.txt.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  echo "usage: ci/coverage.sh [--full] [--evidence DIR]" >&2
  exit 2
}

full=false
evidence=report/evidence
while [ $# -gt 0 ]; do
  case "$1" in
    --full) full=true ;;
    --evidence)
      [ -n "${2-}" ] || usage
      evidence=$2
      shift
      ;;
    *) usage ;;
  esac
  shift
done

ci/setup.sh
started=$SECONDS
measured=build/coverage/measured
rm -rf "$measured"
mkdir -p "$measured"
log=build/configure-coverage.log
cmake --preset coverage >"$log" 2>&1 || { cat "$log" >&2; exit 2; }
targets=(core_check)
if $full; then targets+=(core_tests); fi
cmake --build --preset coverage --target "${targets[@]}" -- --quiet || exit 2

# Merges the profiles in $measured/$1/.
merge() {
  llvm-profdata-19 merge -sparse "$measured/$1"/*.profraw -o "$measured/$1.profdata"
}

core_check=build/coverage/ci/strength/core_check
# Runs the parts of core_check that follow; what they cover is covered by $1.
measure() {
  source_of_inputs=$1
  shift
  LLVM_PROFILE_FILE=$measured/$source_of_inputs/%p.profraw "$core_check" . "$@"
}

measure seeds seeds
measure enumeration quick
if $full; then measure enumeration enumeration; fi
merge seeds
merge enumeration
sources=("seeds=$measured/seeds.profdata:$core_check"
  "enumeration=$measured/enumeration.profdata:$core_check")
if $full; then
  mapfile -t tests <build/coverage/ci/strength/core_tests.txt
  for test in "${tests[@]}"; do
    LLVM_PROFILE_FILE=$measured/all/%p.profraw "$test" >"$measured/test.log" 2>&1 ||
      { cat "$measured/test.log" >&2; exit 2; }
  done
  merge all
  objects=$(IFS=:; echo "${tests[*]}")
  sources+=("all=$measured/all.profdata:$objects")
fi
python3 ci/strength/coverage.py "$evidence" $((SECONDS - started)) "${sources[@]}"
