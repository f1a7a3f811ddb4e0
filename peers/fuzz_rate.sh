#!/usr/bin/env bash
# Prints one number: how many inputs the differential target (peers/fuzz/yarpc_go.cc, with yarpc-go
# linked in, AddressSanitizer and UndefinedBehaviorSanitizer) takes for each second of processor
# time, making them from no seeds. With --go, the same of Go's own fuzzing with one worker, of the
# change's claim alone (peers/yarpc-go/fuzz), which asks less of each input: as `go test -fuzz` comes,
# where it spends most of its time minimizing inputs in vain, since coverage changes with the order
# of Go's maps; and with --go-at-best, without that.
#
#   peers/fuzz_rate.sh [--go|--go-at-best] [SECONDS]     10 unless said
set -euo pipefail
cd "$(dirname "$0")/.."
is_go=false
limit=()
case "${1-}" in
  --go) is_go=true ;;
  --go-at-best) is_go=true limit=(-test.fuzzminimizetime=1x) ;;
esac
if $is_go; then shift; fi
seconds=${1-10}
go=${GO:-go}
export GOWORK=off GOFLAGS="-buildvcs=false -mod=readonly"
TIMEFORMAT='%U %S'

cmake --preset fuzz-peers >/dev/null
cmake --build --preset fuzz-peers --target fuzz_yarpc_go -- --quiet >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Runs "$@", its words in $work/log; prints the seconds of processor time that it took.
cpu() {
  local both
  both=$({ time "$@" >"$work/log" 2>&1; } 2>&1)
  awk "BEGIN {split(\"$both\", part, \" \"); print part[1] + part[2]}"
}

if $is_go; then
  (cd build/fuzz-peers/yarpc-go/module && "$go" test -c -fuzz=FuzzChange -o "$work/change.test" ./fuzz)
  spent=$(cpu "$work/change.test" -test.fuzz=FuzzChange -test.run='^$' -test.parallel=1 \
    -test.fuzztime="${seconds}s" "${limit[@]}" -test.fuzzcachedir="$work/cache")
  inputs=$(grep -o 'execs: [0-9]*' "$work/log" | tail -n 1 | tr -dc 0-9)
else
  spent=$(cpu build/fuzz-peers/fuzz_yarpc_go -seed=1 -max_total_time="$seconds" -max_len=4096 \
    -len_control=0 -artifact_prefix="$work/" -print_final_stats=1)
  inputs=$(grep 'number_of_executed_units' "$work/log" | tr -dc 0-9)
fi
awk -v inputs="$inputs" -v spent="$spent" 'BEGIN { printf "%d\n", inputs / spent }'
