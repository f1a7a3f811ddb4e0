#!/usr/bin/env bash
# Has the fuzz targets meet the mutants: every target that judges converters judges, in their place,
# each converter that is wrong on purpose (src/mutants), without seeds and from the seeds, and says
# after how many inputs it noticed.
#
#   ci/mutants.sh [--quick] [MUTANT...]     all mutants by default
#
# --quick: each mutant only until one target killed it without seeds. What was met is kept in
# build/mutants/fuzz.matrix, for `headerproof audit --matrix`; run again, the script goes on where it
# was stopped, unless the targets were built anew, or their seeds, dictionary or options changed. Its
# times are of the processor. The same seed of libFuzzer, and bounds on inputs, give the same inputs.
# Exit: 0, each mutant that can be told apart was killed by some target without seeds; 1, some
# survived; 2, bad usage.
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
    --help)
      ci/say_help.sh ci/mutants.sh
      exit
      ;;
    -*) usage "unknown option: $argument" ;;
    *) mutants+=("$argument") ;;
  esac
done

work=build/mutants
matrix=$work/fuzz.matrix
mkdir -p "$work"
exec {lock}>"$work/lock"
flock -n "$lock" || { echo "another ci/mutants.sh is at work in $work" >&2; exit 2; }
cmake --preset fuzz >build/configure-fuzz.log 2>&1 || { cat build/configure-fuzz.log; exit 1; }
cmake --build --preset fuzz -- --quiet

# The targets that ask a relation: the others judge no converter.
mapfile -t targets < <(sed -n 's/^\([a-z_]*\) *relation.*/\1/p' fuzz/targets.txt)
# An unknown planted is answered by the list of all; what no case tells apart is marked in it.
mapfile -t known < <(HEADERPROOF_PLANTED_MUTANT=unknown build/fuzz/fuzz/replay_request_path - 2>&1 </dev/null |
  sed -n 's/^  \([a-z0-9-]*\)$/\1/p')
[ ${#known[@]} -gt 0 ] || { echo "the targets name no mutants" >&2; exit 1; }
for mutant in "${mutants[@]}"; do
  [[ " ${known[*]} " == *" $mutant "* ]] || usage "no such mutant, or none that can be told apart: $mutant"
done
[ ${#mutants[@]} -gt 0 ] || mutants=("${known[@]}")

# What other executables met, or these from other seeds, is no evidence.
stamp=$(
  find "${targets[@]/#/build/fuzz/fuzz/}" corpus fuzz/seeds fuzz/headerproof.dict \
    fuzz/headerproof.options -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum |
    sha256sum | cut -c 1-64
)
if [ "$(cat "$work/stamp" 2>/dev/null || true)" != "$stamp" ]; then
  echo "headerproof-matrix 1" >"$matrix"
  echo "$stamp" >"$work/stamp"
fi

mapfile -t options < <(sed -n 's/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' fuzz/headerproof.options)
options+=(-seed=1 -dict=fuzz/headerproof.dict -print_funcs=0)
inputs=100000  # without seeds, where a seed shows the mutant to the target: some 30 s
few=2000       # where none does

# Succeeds if engine $1 killed mutant $2.
killed() {
  grep -q "^killed $1 $2 " "$matrix"
}

# Target $1 meets mutant $2 as engine $3, with libFuzzer's arguments $4 and on. $aside names the
# files of this process.
meet() {
  local target=$1 mutant=$2 engine=$3 what=survived
  shift 3
  if grep -q "^[a-z]* $engine $mutant " "$matrix"; then return; fi
  rm -f "$aside.tally"
  local TIMEFORMAT='%U %S' cases
  {
    time HEADERPROOF_PLANTED_MUTANT=$mutant HEADERPROOF_TALLY=$aside.tally \
      "build/fuzz/fuzz/$target" "${options[@]}" -exact_artifact_path="$aside.input" "$@" \
      >"$aside.log" 2>&1 || what=killed
  } 2>"$aside.time"
  if ! cases=$(awk '/^cases /{ print $2 }' "$aside.tally" 2>/dev/null) ||
    { [ $what = killed ] && ! grep -q '^violations [1-9]' "$aside.tally"; }; then
    echo "$target did not run to its end with $mutant planted:" >&2
    tail -n 20 "$aside.log" >&2
    return 1
  fi
  echo "$what $engine $mutant $cases $(awk '{ printf "%.3f", $1 + $2 }' "$aside.time")" >>"$matrix"
}

# All targets meet mutant $1.
meet_all() {
  local mutant=$1 target engine
  for target in "${targets[@]}"; do
    engine=fuzz-${target//_/-}
    meet "$target" "$mutant" "$engine-seeded" -runs=0 "$aside.new" corpus fuzz/seeds
    if killed "$engine-seeded" "$mutant"; then
      meet "$target" "$mutant" "$engine" -runs="$inputs"
    elif ! $quick; then
      meet "$target" "$mutant" "$engine" -runs="$few"
    fi
    if $quick && killed "$engine" "$mutant"; then return; fi
  done
}

# As many processes as there are cores, each with its part of the mutants.
processes=$(nproc)
work_on_part() {
  local aside=$work/$1 i
  mkdir -p "$aside.new"
  for ((i = $1; i < ${#mutants[@]}; i += processes)); do meet_all "${mutants[i]}"; done
}
parts=()
trap 'kill "${parts[@]}" 2>/dev/null || true' EXIT
for ((part = 0; part < processes; part++)); do
  work_on_part "$part" &
  parts+=($!)
done
for part in "${parts[@]}"; do wait "$part"; done
trap - EXIT

survived=0
for mutant in "${mutants[@]}"; do
  if ! grep "^killed [a-z-]* $mutant " "$matrix" | grep -qv -- '-seeded '; then
    echo "survived all targets: $mutant"
    survived=$((survived + 1))
  fi
done
echo "${#mutants[@]} mutants, $survived survived; $matrix"
[ "$survived" -eq 0 ]
