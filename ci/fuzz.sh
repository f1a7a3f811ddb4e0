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
#   --work DIR       keep everything in DIR, findings in DIR/crashes (default: the repository's
#                    fuzz-work and crashes)
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
called_from=$PWD
cd "$(dirname "$0")/.."

fail() {
  echo "ci/fuzz.sh: $1" >&2
  exit 2
}
usage() { fail "$1; ci/fuzz.sh --help says what there is"; }

mapfile -t known_targets < <(fuzz/target_names.sh)
is_target() {
  local target
  for target in "${known_targets[@]}"; do
    if [ "$target" = "$1" ]; then return; fi
  done
  return 1
}
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
      [[ "${2-}" =~ ^[^-] ]] || usage "--work takes a folder"
      fuzz_work=$(cd "$called_from" && realpath -m "$2")
      crashes=$fuzz_work/crashes
      # libFuzzer starts its processes by a shell, and does not quote.
      [[ "$fuzz_work" =~ ^[A-Za-z0-9/._+@-]+$ ]] ||
        usage "libFuzzer can use no folder whose path has other characters than A-Za-z0-9/._+@-: $fuzz_work"
      shift
      ;;
    --help)
      ci/say_help.sh ci/fuzz.sh
      exit
      ;;
    -*) usage "unknown option: $1" ;;
    *)
      is_target "$1" || usage "no such target: $1; these are: ${known_targets[*]}"
      targets+=("$1")
      ;;
  esac
  shift
done
[ ${#targets[@]} -gt 0 ] || targets=("${known_targets[@]}")

stops=0
# What comes within half a second, to this process and then to its group, is one signal.
trap 'if [ $stops -eq 0 ]; then
  stops=1
  stopped_at=${EPOCHREALTIME/./}
elif [ $((${EPOCHREALTIME/./} - stopped_at)) -gt 500000 ]; then
  echo "ci/fuzz.sh: stopped at once; the next run takes in what was found" >&2
  exit 130
fi' INT TERM

cannot_use() { fail "cannot use the folder $1; mend that, or give another: --work DIR"; }
mkdir -p build
for folder in "$fuzz_work" "$crashes" "${targets[@]/#/$fuzz_work/}"; do
  { mkdir -p "$folder" && [ -w "$folder" ]; } || cannot_use "$folder"
done
for folder in "${targets[@]/#/$fuzz_work/}"; do
  if [ -e "$folder/run" ] && [ ! -d "$folder/run" ]; then cannot_use "$folder/run"; fi
done
{ exec {lock}>"$fuzz_work/lock"; } 2>/dev/null || cannot_use "$fuzz_work"
flock --wait 2 "$lock" ||
  fail "another run uses $fuzz_work; wait for its end, or give a folder: --work DIR"

# A build outlives a killed run: it must not hold the lock of the folder, and the next waits for it.
{ exec {building}>build/fuzz.lock; } 2>/dev/null || fail "cannot write to build/fuzz.lock"
flock --nonblock "$building" || { echo "ci/fuzz.sh: waits for another build" && flock "$building"; }
build() (
  exec {lock}>&-
  cmake --preset fuzz >build/configure-fuzz.log 2>&1 || { cat build/configure-fuzz.log && return 1; }
  cmake --build --preset fuzz -- --quiet || return 1
  if [ "$engine" = afl ]; then fuzz/build_afl.sh; fi
)
built=true
build || built=false
if [ $stops -gt 0 ]; then exit 130; fi
$built || exit 2
exec {building}>&-
# A converter to judge that there is not would look like a finding.
build/fuzz/fuzz/replay_request_path - </dev/null >/dev/null || exit 2

# shellcheck source=fuzz/process_group.sh
. fuzz/process_group.sh
# shellcheck source=fuzz/keep_inputs.sh
. fuzz/keep_inputs.sh
# shellcheck source=fuzz/engines.sh
. fuzz/engines.sh

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
    ended="ended with $code, see $fuzz_work/$target/log"
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
  if [ -d "$work/run" ]; then
    settle "$target"
    if [ "$findings" -gt 0 ]; then
      echo "$target: $findings findings of an earlier run that was killed, as $first_finding"
      describe_finding "$target" "$first_finding"
      status=1
    fi
  fi
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
