#!/usr/bin/env bash
# Whether the differential target finds a fault that yarpc-go has only where three special names meet
# (peers/yarpc-go/patch, -planted): from no seeds, each seed of the random numbers on its own. Says
# for each how long it took, in seconds of processor time, since the clock of a shared machine says
# nothing; exit 0 if all found it, 1 if any did not.
#
#   peers/fuzz/planted.sh [SECONDS [SEED...]]
#
# SECONDS of processor time for each, 60 unless said; SEED 1 to 10 unless said. Needs Go and what ci/fuzz.sh needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1-60}
if [ $# -gt 1 ]; then seeds=("${@:2}"); else mapfile -t seeds < <(seq 10); fi

cmake --preset fuzz-peers >/dev/null
cmake --build --preset fuzz-peers --target fuzz_yarpc_go_planted -- --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missed=0
TIMEFORMAT='%U %S'
for seed in "${seeds[@]}"; do
  status=0
  spent=$({
    # shellcheck disable=SC2016  # what bash is given expands there
    time bash -c 'ulimit -S -t "$1"; shift; exec "$@"' limited "$seconds" \
      build/fuzz-peers/fuzz_yarpc_go_planted -seed="$seed" -max_len=4096 -len_control=0 \
      -artifact_prefix="$work/" >"$work/log" 2>&1
  } 2>&1) || status=$?
  inputs=$(grep -o '^#[0-9]*' "$work/log" | tail -n 1 | tr -d '#')
  if grep -q 'yarpc-go-after-ordered is not what the model predicts' "$work/log"; then
    awk -v seed="$seed" -v spent="$spent" -v inputs="$inputs" 'BEGIN {
      split(spent, part, " ")
      printf "seed %s: found in %.1f s, after more than %s inputs\n", seed, part[1] + part[2], inputs }'
  elif [ "$status" -eq 152 ]; then # ended by the limit
    echo "seed $seed: not found in $seconds s, after more than $inputs inputs"
    missed=1
  else
    tail -n 40 "$work/log" >&2
    echo "seed $seed: it ended otherwise" >&2
    exit 2
  fi
done
exit "$missed"
