#!/usr/bin/env bash
# Prints the table of rates for docs/fuzzing.md: inputs for each second of processor time, of every
# target beside an empty one, under libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer.
#
#   fuzz/rates.sh [RUNS]     inputs for each figure (default 40000, at least 10000)
#
# All start from the same inputs of up to 4,096 octets, what libFuzzer kept in short runs of all
# targets from nothing, and make RUNS more by the mutator, seed 1: what a run does at work. Processor
# time, since the clock of a shared machine says nothing; the time to start is taken off. "reading"
# is a target that only reads its input. Then, where there is Go, Go's own fuzzing of the same claim
# on the real yarpc-go, as it comes and at its best (peers/fuzz_rate.sh), also for each second of
# processor time, and how many times that two targets are: request_path, and safe_policies, whose
# question is nearest; and the rate of ci/fuzz.sh by the clock with two jobs, beside one: say nothing
# of it unless the machine was idle.
set -euo pipefail
cd "$(dirname "$0")/.."
runs=${1:-40000}
[[ "$runs" =~ ^[1-9][0-9]{4,8}$ ]] || { echo "usage: fuzz/rates.sh [RUNS], at least 10000" >&2; exit 2; }
TIMEFORMAT='%U %S'

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -- --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t targets < <(fuzz/target_names.sh)

options=(-max_len=4096 -len_control=0 -print_funcs=0 -seed=1)
mkdir "$work/seeds"
for target in "${targets[@]}"; do
  build/fuzz/fuzz/"$target" "${options[@]}" -runs=1000 "$work/seeds" 2>/dev/null
done
count=$(find "$work/seeds" -type f | wc -l)

# Seconds of processor time that "$@" takes.
cpu() {
  local both
  both=$({ time "$@" >/dev/null 2>&1; } 2>&1)
  awk "BEGIN {split(\"$both\", part, \" \"); print part[1] + part[2]}"
}

# How many inputs target $1 makes and runs in a second.
rate() {
  local binary=build/fuzz/fuzz/$1 start all
  start=$(cpu "$binary" "${options[@]}" -keep_seed=1 -runs=0 "$work/seeds")
  mkdir "$work/new"
  all=$(cpu "$binary" "${options[@]}" -keep_seed=1 -runs=$((runs + count)) "$work/new" "$work/seeds")
  rm -r "$work/new"
  awk "BEGIN { printf \"%d\", $runs / ($all - $start) }"
}

echo "from $count inputs, $(cat "$work"/seeds/* | wc -c) octets, $runs more"
echo
echo "| target | inputs a second | of an empty target's |"
echo "| --- | --- | --- |"
declare -A rate_of
for target in empty reading "${targets[@]}"; do
  own=$(rate "$target")
  [ "$target" != empty ] || empty=$own
  rate_of[$target]=$own
  awk -v name="$target" -v own="$own" -v empty="$empty" 'BEGIN {
    printf "| `%s` | %d | %.2f |\n", name, own, own / empty }'
done

# A line below the table: what $1 is, its rate $2, and how many times the rate $3 that is.
beside() { awk -v what="$1" -v is="$2" -v than="$3" 'BEGIN { printf "%s: %d a second, %.2f times\n", what, is, is / than }'; }

echo
if [ -x peers/fuzz_rate.sh ] && command -v "${GO:-go}" >/dev/null; then
  for go in --go --go-at-best; do
    of_go=$(peers/fuzz_rate.sh "$go")
    echo "go test -fuzz, yarpc-go ($go): $of_go a second"
    for target in request_path safe_policies; do beside "$target" "${rate_of[$target]}" "$of_go"; done
  done
else
  echo "go test -fuzz: skipped, there is no Go"
fi

# What ci/fuzz.sh says of request_path's rate with $1 jobs.
with_jobs() {
  ci/fuzz.sh --work "$work/jobs" --seconds 60 --jobs "$1" --seed 1 request_path |
    awk '$1 == "request_path" { print $3 }'
}
with_jobs 1 >/dev/null # the corpus that both start from
of_one=$(with_jobs 1)
echo "request_path, one job: $of_one a second"
beside "request_path, two jobs" "$(with_jobs 2)" "$of_one"
