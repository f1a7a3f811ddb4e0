#!/usr/bin/env bash
# Runs fuzz targets for a time, one after the other, and prints what each did.
#
#   ci/fuzz.sh [--seconds N] [TARGET...]     N seconds for each (default 60); all targets by default
#
# Each starts from a copy of corpus/ and fuzz/seeds/ in fuzz-work/TARGET/, where its new inputs, its
# log and its tally stay; corpus/ is only read. An input that breaks a relation is kept in crashes/.
# Exit: 0, nothing found; 1, something was, or a target did not run to its end; 2, bad usage.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  echo "$1" >&2
  echo "usage: ci/fuzz.sh [--seconds N] [TARGET...]" >&2
  exit 2
}

mapfile -t known < <(grep -o '^[a-z_]*' fuzz/targets.txt | grep .)
seconds=60
targets=()
while [ $# -gt 0 ]; do
  case "$1" in
    --seconds)
      [[ "${2-}" =~ ^[1-9][0-9]*$ ]] || usage "--seconds takes a number above 0"
      seconds=$2
      shift
      ;;
    -*) usage "unknown option: $1" ;;
    *)
      [[ " ${known[*]} " == *" $1 "* ]] || usage "no such target: $1; these are: ${known[*]}"
      targets+=("$1")
      ;;
  esac
  shift
done
[ ${#targets[@]} -gt 0 ] || targets=("${known[@]}")

mkdir -p build
cmake --preset fuzz >build/configure-fuzz.log 2>&1 || { cat build/configure-fuzz.log; exit 1; }
cmake --build --preset fuzz -- --quiet

# The count that line $1 of tally $2 names; 0 if there is none.
count() {
  awk -v key="$1 " 'index($0, key) == 1 { n = $NF } END { print n + 0 }' "$2" 2>/dev/null || echo 0
}

mkdir -p crashes
status=0
table=$(printf '%-14s %11s %9s %7s %9s %9s %s' target runs a-second covered lowercase misspelled found)
for target in "${targets[@]}"; do
  work=fuzz-work/$target
  mkdir -p "$work/corpus"
  for source in corpus fuzz/seeds; do
    if [ -d "$source" ]; then cp -r "$source/." "$work/corpus/"; fi
  done
  rm -f "$work/tally"
  found=nothing
  mapfile -t options < <(sed -n 's/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' fuzz/headerproof.options)
  if ! HEADERPROOF_TALLY=$work/tally build/fuzz/fuzz/"$target" "${options[@]}" \
    -dict=fuzz/headerproof.dict -print_funcs=0 -print_final_stats=1 -max_total_time="$seconds" \
    -artifact_prefix="crashes/$target-" "$work/corpus" >"$work/log" 2>&1; then
    found="see $work/log"
    status=1
    sed -n '/^Target /,/^==[0-9]*==/p' "$work/log" | grep -v '^==' || tail -n 20 "$work/log"
  fi
  runs=$(count cases "$work/tally")
  lowercase=$((runs - $(count 'class none' "$work/tally")))
  covered=$(grep -o 'cov: [0-9]*' "$work/log" | tail -n 1 | grep -o '[0-9]*' || echo 0)
  table+=$(printf '\n%-14s %11d %9d %7d %9d %9d  %s' "$target" "$runs" $((runs / seconds)) \
    "$covered" "$lowercase" "$(count 'class misspelled' "$work/tally")" "$found")
done
echo "$table"
exit $status
