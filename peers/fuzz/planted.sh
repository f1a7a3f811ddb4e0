#!/usr/bin/env bash
# Whether the differential target finds a fault that yarpc-go has only where three special names meet
# (peers/yarpc-go/patch, -planted): from no seeds, each seed of the random numbers on its own. Says
# for each how long it took; exit 0 if all found it, 1 if any did not.
#
#   peers/fuzz/planted.sh [SECONDS [SEED...]]
#
# SECONDS for each, 60 unless said; SEED 1 to 10 unless said. Needs Go and what ci/fuzz.sh needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
seconds=${1-60}
if [ $# -gt 1 ]; then seeds=("${@:2}"); else mapfile -t seeds < <(seq 10); fi

cmake --preset fuzz -DHEADERPROOF_PEERS=ON >/dev/null
cmake --build --preset fuzz --target fuzz_yarpc_go_planted -- --quiet
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
missed=0
for seed in "${seeds[@]}"; do
  start=$(date +%s.%N)
  if build/fuzz/fuzz_yarpc_go_planted -seed="$seed" -max_total_time="$seconds" -max_len=4096 \
    -len_control=0 -artifact_prefix="$work/" >"$work/log" 2>&1; then
    echo "seed $seed: not found in $seconds s"
    missed=1
  else
    grep -q 'yarpc-go-after-ordered is not what the model predicts' "$work/log" || {
      tail -n 40 "$work/log" >&2
      echo "seed $seed: it ended otherwise" >&2
      exit 2
    }
    executions=$(grep -o '^#[0-9]*' "$work/log" | tail -n 1)
    awk -v seed="$seed" -v start="$start" -v end="$(date +%s.%N)" -v runs="${executions#?}" 'BEGIN {
      printf "seed %s: found in %.1f s, after at least %s inputs\n", seed, end - start, runs }'
  fi
done
exit "$missed"
