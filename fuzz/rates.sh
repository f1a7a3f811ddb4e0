#!/usr/bin/env bash
# Prints the table of rates for docs/fuzzing.md: inputs for each second of processor time, of every
# target beside an empty one, under libFuzzer with AddressSanitizer and UndefinedBehaviorSanitizer,
# mutating the same seeds of up to 4,096 octets by the same mutator.
#
#   fuzz/rates.sh [SECONDS]     seconds for each row (default 5); builds the preset fuzz first
#
# Processor time, since a machine that is shared says nothing by the clock. "reading" is a target
# that only reads its input: what reading and mutating cost, engine included.
set -euo pipefail
cd "$(dirname "$0")/.."
seconds=${1:-5}

cmake --preset fuzz >/dev/null
cmake --build --preset fuzz -- --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mapfile -t targets < <(grep -o '^[a-z_]*' fuzz/targets.txt | grep .)

options=(-max_len=4096 -len_control=0 -print_funcs=0 -seed=1)
mkdir "$work/seeds"
for target in "${targets[@]}"; do
  build/fuzz/fuzz/"$target" "${options[@]}" -runs=5000 "$work/seeds" 2>/dev/null
done

# Inputs a second of processor time of target $1.
rate() {
  mkdir "$work/$1"
  local TIMEFORMAT='%U %S' cpu
  cpu=$({ time build/fuzz/fuzz/"$1" "${options[@]}" -keep_seed=1 -print_final_stats=1 \
    -max_total_time="$seconds" "$work/$1" "$work/seeds" 2>"$work/log"; } 2>&1)
  awk -v cpu="$cpu" '/number_of_executed_units/ {
    split(cpu, part, " "); printf "%d\n", $2 / (part[1] + part[2]) }' "$work/log"
}

empty=$(rate empty)
reading=$(rate reading)
echo "$(find "$work/seeds" -type f | wc -l) seeds, $(cat "$work"/seeds/* | wc -c) octets"
echo
echo "| target | inputs a second | of an empty target's | reading and mutating, of the cost |"
echo "| --- | --- | --- | --- |"
echo "| (empty) | $empty | 1.00 | |"
echo "| (reading) | $reading | $(awk "BEGIN {printf \"%.2f\", $reading / $empty}") | 1.00 |"
for target in "${targets[@]}"; do
  own=$(rate "$target")
  awk -v name="$target" -v own="$own" -v empty="$empty" -v reading="$reading" 'BEGIN {
    printf "| `%s` | %d | %.2f | %.2f |\n", name, own, own / empty, own / reading }'
done
