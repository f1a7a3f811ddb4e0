#!/usr/bin/env bash
# Has the fuzz targets meet the mutants: every target that judges converters judges, in their place,
# each converter that is wrong on purpose (src/mutants), without seeds and from the seeds, and says
# after how many inputs it noticed.
#
#   ci/mutants.sh [--quick] [MUTANT...]     all mutants by default
#
# --quick: each mutant only until one target caught it without seeds. What was met is kept in
# build/mutants/fuzz.matrix, for `headerproof audit --matrix`; run again, the script goes on where it
# was stopped, unless the targets were built anew. Its times are of the processor. The same seed of libFuzzer, and bounds on inputs,
# give the same inputs.
# Exit: 0, each mutant that can be told apart was caught by some target without seeds; 1, some
# escaped; 2, bad usage.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  echo "$1" >&2
  echo "usage: ci/mutants.sh [--quick] [MUTANT...]" >&2
  exit 2
}

quick=false
mutants=()
for argument in "$@"; do
  case "$argument" in
    --quick) quick=true ;;
    -*) usage "unknown option: $argument" ;;
    *) mutants+=("$argument") ;;
  esac
done

work=build/mutants
matrix=$work/fuzz.matrix
mkdir -p "$work/new"
cmake --preset fuzz >build/configure-fuzz.log 2>&1 || { cat build/configure-fuzz.log; exit 1; }
cmake --build --preset fuzz -- --quiet

# The targets that ask a relation: the others judge no converter.
mapfile -t targets < <(sed -n 's/^\([a-z_]*\) *relation.*/\1/p' fuzz/targets.txt)
# An unknown suspect is answered by the list of all; what no case tells apart is marked in it.
mapfile -t known < <(HEADERPROOF_SUSPECT=unknown build/fuzz/fuzz/replay_request_path - 2>&1 </dev/null |
  sed -n 's/^  \([a-z0-9-]*\)$/\1/p')
[ ${#known[@]} -gt 0 ] || { echo "the targets name no mutants" >&2; exit 1; }
for mutant in "${mutants[@]}"; do
  [[ " ${known[*]} " == *" $mutant "* ]] || usage "no such mutant, or none that can be told apart: $mutant"
done
[ ${#mutants[@]} -gt 0 ] || mutants=("${known[@]}")

# What other executables met is no evidence of these.
stamp=$(sha256sum "${targets[@]/#/build/fuzz/fuzz/}" | sha256sum | cut -c 1-64)
if [ "$(cat "$work/stamp" 2>/dev/null || true)" != "$stamp" ]; then
  echo "headerproof-matrix 1" >"$matrix"
  echo "$stamp" >"$work/stamp"
fi

mapfile -t options < <(sed -n 's/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' fuzz/headerproof.options)
options+=(-seed=1 -dict=fuzz/headerproof.dict -print_funcs=0 -artifact_prefix="$work/")
inputs=100000  # without seeds, where a seed shows the mutant to the target: some 30 s
few=2000       # where none does

# Succeeds if engine $1 caught mutant $2.
caught() {
  grep -q "^caught $1 $2 " "$matrix"
}

# Target $1 meets mutant $2 as engine $3, with libFuzzer's arguments $4 and on.
meet() {
  local target=$1 mutant=$2 engine=$3 what=escaped
  shift 3
  if grep -q "^[a-z]* $engine $mutant " "$matrix"; then return; fi
  rm -f "$work/tally"
  local TIMEFORMAT='%U %S' cases
  {
    time HEADERPROOF_SUSPECT=$mutant HEADERPROOF_TALLY=$work/tally \
      "build/fuzz/fuzz/$target" "${options[@]}" "$@" >"$work/log" 2>&1 || what=caught
  } 2>"$work/time"
  if ! cases=$(awk '/^cases /{ print $2 }' "$work/tally" 2>/dev/null) ||
    { [ $what = caught ] && ! grep -q '^violations [1-9]' "$work/tally"; }; then
    echo "$target did not run to its end with $mutant planted:" >&2
    tail -n 20 "$work/log" >&2
    exit 1
  fi
  echo "$what $engine $mutant $cases $(awk '{ printf "%.3f", $1 + $2 }' "$work/time")" >>"$matrix"
}

escaped=0
for mutant in "${mutants[@]}"; do
  by=""
  for target in "${targets[@]}"; do
    engine=fuzz-${target//_/-}
    meet "$target" "$mutant" "$engine-seeded" -runs=0 "$work/new" corpus fuzz/seeds
    if caught "$engine-seeded" "$mutant"; then
      meet "$target" "$mutant" "$engine" -runs="$inputs"
    elif ! $quick; then
      meet "$target" "$mutant" "$engine" -runs="$few"
    fi
    if caught "$engine" "$mutant"; then
      by+=" $target"
      if $quick; then break; fi
    fi
  done
  if [ -z "$by" ]; then
    echo "escaped all targets: $mutant"
    escaped=$((escaped + 1))
  elif [ -t 1 ] || ! $quick; then
    echo "$mutant:$by"
  fi
done
echo "${#mutants[@]} mutants, $escaped escaped; $matrix"
[ "$escaped" -eq 0 ]
