#!/usr/bin/env bash
# Runs fuzz targets for a time, one after the other, and prints what each did.
#
#   ci/fuzz.sh [OPTION...] [TARGET...]     all targets by default
#
#   --seconds N      for each target (default 60)
#   --engine E       libfuzzer (default), with AddressSanitizer and UndefinedBehaviorSanitizer; or
#                    afl, Debian's AFL++, with AddressSanitizer: installs it if it is missing
#   --jobs N         at once (default 1). libFuzzer with one ends at the first finding; with several,
#                    in fork mode, and AFL++ always, it goes on to the end of its time
#   --seed N         of the engine's choices (default: from the clock; printed)
#   --from-nothing   start from no inputs: neither corpus/ and fuzz/seeds nor those of earlier runs
#   --work DIR       keep everything in DIR (default: fuzz-work, and findings in crashes/)
#
# Each target starts from corpus/, fuzz/seeds and what earlier runs added to DIR/TARGET/corpus. Its
# log and its tally lie in DIR/TARGET; corpus/ is only read. Inputs with new coverage are merged at
# the end; a finding is kept, and its description printed. Ctrl-C or TERM ends a run early and in
# order (a second one at once); also after kill -9 nothing is lost: the next run takes in what was
# found (fuzz/keep_inputs.sh says how). One work folder serves one run at a time.
#
# Exit: 0, nothing found; 1, something was, or a target did not run to its end; 2, bad usage, or it
# could not run; 130, stopped, and nothing was found until then.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
  echo "ci/fuzz.sh: $1" >&2
  sed -n '4,13s/^# \{0,1\}//p' "$0" >&2
  exit 2
}

mapfile -t known_targets < <(fuzz/target_names.sh)
seconds=60
engine=libfuzzer
jobs=1
seed=$((($(date +%s) * 1000 + $$) % 4294967295 + 1))
from_nothing=false
fuzz_work=fuzz-work
crashes=crashes
targets=()
while [ $# -gt 0 ]; do
  case "$1" in
    --seconds | --jobs | --seed)
      [[ "${2-}" =~ ^[1-9][0-9]{0,9}$ ]] || usage "$1 takes a number above 0"
      declare "${1#--}=$2"
      shift
      ;;
    --engine)
      [[ "${2-}" =~ ^(libfuzzer|afl)$ ]] || usage "--engine takes libfuzzer or afl"
      engine=$2
      shift
      ;;
    --from-nothing) from_nothing=true ;;
    --work)
      [ -n "${2-}" ] || usage "--work takes a folder"
      fuzz_work=$2
      crashes=$2/crashes
      shift
      ;;
    -*) usage "unknown option: $1" ;;
    *)
      [[ " ${known_targets[*]} " == *" $1 "* ]] ||
        usage "no such target: $1; these are: ${known_targets[*]}"
      targets+=("$1")
      ;;
  esac
  shift
done
[ ${#targets[@]} -gt 0 ] || targets=("${known_targets[@]}")

mkdir -p build "$fuzz_work" "$crashes"
exec {lock}>"$fuzz_work/lock"
flock --wait 2 "$lock" || {
  echo "ci/fuzz.sh: another run uses $fuzz_work; wait for its end, or give a folder: --work DIR" >&2
  exit 2
}

# A build outlives a killed run: it must not hold the lock of the folder, and the next waits for it.
exec {building}>build/fuzz.lock
flock --nonblock "$building" || { echo "ci/fuzz.sh: waits for another build" && flock "$building"; }
cmake --preset fuzz >build/configure-fuzz.log 2>&1 {lock}>&- || { cat build/configure-fuzz.log; exit 2; }
cmake --build --preset fuzz -- --quiet {lock}>&- || exit 2
if [ "$engine" = afl ]; then fuzz/build_afl.sh {lock}>&- || exit 2; fi
exec {building}>&-

# shellcheck source=fuzz/process_group.sh
. fuzz/process_group.sh
# shellcheck source=fuzz/keep_inputs.sh
. fuzz/keep_inputs.sh
# shellcheck source=fuzz/engines.sh
. fuzz/engines.sh

stops=0
trap 'if [ $((++stops)) -gt 1 ]; then
  echo "ci/fuzz.sh: stopped at once; the next run takes in what was found" >&2
  exit 130
fi' INT TERM

# One line on a terminal, made anew each time.
show_progress() {
  if [ -t 2 ]; then printf '\r\033[K%s' "$1" >&2; fi
}

# Runs target $1 for its time, and sets ran_for (microseconds), ended (a word, "" if as it should), and
# early and late: the most memory that a process held in either half of the time, in mebibytes.
run_target() {
  local target=$1 begun=${EPOCHREALTIME/./} code=0 look=0
  early=0 late=0
  start_engine "$target"
  ended=""
  while group_lives; do
    ran_for=$((${EPOCHREALTIME/./} - begun))
    if [ $stops -gt 0 ] || [ $ran_for -ge $((seconds * 1000000)) ]; then break; fi
    if [ $((ran_for / 1000000)) -gt $look ]; then
      look=$((ran_for / 1000000))
      if [ $((look * 2)) -le "$seconds" ]; then look_at_memory early; else look_at_memory late; fi
    fi
    [ ! -t 2 ] || show_progress "$target: $((ran_for / 1000000)) of $seconds s  $(last_words "$fuzz_work/$target/log")"
    nap
  done
  end_engine "$target" || code=$?
  ran_for=$((${EPOCHREALTIME/./} - begun))
  show_progress ""
  if [ $stops -gt 0 ]; then
    ended=stopped
  elif [ $code -ne 0 ]; then
    ended="ended with $code"
  fi
}

refresh_seeds
status=0
echo "$engine, ${#targets[@]} targets, $seconds s each, $jobs at once, --seed $seed"
row='%-14s %11s %9s %7s %9s %9s %10s %9s %10s %7s  %s\n'
# shellcheck disable=SC2059 # the row is a format
table=$(printf "$row" target runs a-second covered new-edges new-files lowercase collision misspelled MiB found)
for target in "${targets[@]}"; do
  [ $stops -eq 0 ] || break
  work=$fuzz_work/$target
  set_libfuzzer "$target"
  if [ -d "$work/run" ]; then settle "$target"; fi
  prepare "$target"
  run_target "$target"
  measure "$target"
  settle "$target"
  outcome=$ended
  if [ "$findings" -gt 0 ]; then
    outcome="$findings, as $first_finding"
    describe_finding "$target" "$first_finding"
  elif [ -z "$ended" ]; then
    outcome=nothing
  fi
  if [ "$findings" -gt 0 ] || { [ -n "$ended" ] && [ "$ended" != stopped ]; }; then status=1; fi
  # shellcheck disable=SC2059
  table+=$(printf "\n$row" "$target" "$runs" $((runs * 1000000 / (ran_for + 1))) "$covered" "$new_edges" \
    "$new_files" $((tallied - $(count 'class none' "$work/tally"))) "$(count 'class collision' "$work/tally")" \
    "$(count 'class misspelled' "$work/tally")" "$early-$late" "$outcome")
done
echo "$table"
if [ $stops -gt 0 ] && [ $status -eq 0 ]; then exit 130; fi
exit $status
