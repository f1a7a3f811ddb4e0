#!/usr/bin/env bash
# Prints the table of rates for docs/fuzzing.md: inputs for each second of processor time, of every
# target beside an empty one, under libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer.
#
#   fuzz/rates.sh [ROUNDS]     rounds over the inputs for each figure (default 20)
#
# All run the same inputs of up to 4,096 octets: what libFuzzer kept in short runs of all targets
# from nothing, seed 1. "Mutating" also makes each input by the mutator: a run of as many inputs
# from the same seeds. Processor time, since the clock of a shared machine says nothing. "reading"
# is a target that only reads its input. Then, where there is Go, Go's own fuzzing of the same claim
# on the real yarpc-go, also for each second of processor time, and how many times that request_path
# is; and the rate of ci/fuzz.sh by the clock with two jobs, beside one: say nothing of it unless the
# machine was idle.
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-20}
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
mapfile -t seeds < <(find "$work/seeds" -type f | sort)

# Seconds of processor time that "$@" takes.
cpu() {
  local both
  both=$({ time "$@" >/dev/null 2>&1; } 2>&1)
  awk "BEGIN {split(\"$both\", part, \" \"); print part[1] + part[2]}"
}

# Inputs a second: $1 inputs, in $3 less $2 seconds.
rate() { awk "BEGIN {printf \"%d\", $1 / ($3 - $2)}"; }

# Of target $1, on the inputs as they are.
fixed() {
  local binary=build/fuzz/fuzz/$1
  rate $((${#seeds[@]} * rounds)) \
    "$(cpu "$binary" -runs=1 "${seeds[@]}")" "$(cpu "$binary" -runs=$((rounds + 1)) "${seeds[@]}")"
}

# Of target $1, making its inputs.
mutating() {
  local binary=build/fuzz/fuzz/$1 runs=$((${#seeds[@]} * rounds))
  rate "$runs" "$(cpu "$binary" "${options[@]}" -keep_seed=1 -runs=0 "$work/seeds")" \
    "$(cpu "$binary" "${options[@]}" -keep_seed=1 -runs=$((runs + ${#seeds[@]})) "$work/new" "$work/seeds")"
}

echo "${#seeds[@]} inputs, $(cat "${seeds[@]}" | wc -c) octets, $rounds rounds"
echo
echo "| target | same inputs, a second | of an empty target's | mutating, a second |"
echo "| --- | --- | --- | --- |"
for target in empty reading "${targets[@]}"; do
  rm -rf "$work/new"
  mkdir "$work/new"
  own=$(fixed "$target")
  [ "$target" != empty ] || empty=$own
  made=$(mutating "$target")
  [ "$target" != request_path ] || of_request_path=$made
  awk -v name="$target" -v own="$own" -v empty="$empty" -v made="$made" 'BEGIN {
    printf "| `%s` | %d | %.2f | %d |\n", name, own, own / empty, made }'
done

# A line below the table: what $1 is, its rate $2, and how many times the rate $3 that is.
beside() { awk -v what="$1" -v is="$2" -v than="$3" 'BEGIN { printf "%s: %d a second, %.2f times\n", what, is, is / than }'; }

echo
if [ -x peers/fuzz_rate.sh ] && command -v "${GO:-go}" >/dev/null; then
  of_go=$(peers/fuzz_rate.sh --go)
  echo "go test -fuzz, yarpc-go: $of_go a second"
  beside "request_path, mutating" "$of_request_path" "$of_go"
else
  echo "go test -fuzz: skipped, there is no Go"
fi

# What ci/fuzz.sh says of request_path's rate with $1 jobs.
with_jobs() {
  ci/fuzz.sh --work "$work/jobs" --seconds 30 --jobs "$1" --seed 1 request_path |
    awk '$1 == "request_path" { print $3 }'
}
with_jobs 1 >/dev/null # the corpus that both start from
of_one=$(with_jobs 1)
echo "request_path, one job: $of_one a second"
beside "request_path, two jobs" "$(with_jobs 2)" "$of_one"
