#!/usr/bin/env bash
# Interrupts ci/fuzz.sh: two at once on one work folder, TERM, and kill -9 at random moments. Sees
# that no file of a corpus or a finding is lost or torn, that what an interrupted run had found is
# there after the next one, and that the next one goes on.
#
#   fuzz/interrupt_test.sh [KILLS [SEED]]     kills so often (default 3); SEED repeats a run's moments
set -euo pipefail
cd "$(dirname "$0")/.."
kills=${1:-3}
seed=${2:-$(($(date +%s) % 32768))}
RANDOM=$seed
target=request_path
engines=("--jobs 1" "--jobs 2")
if command -v afl-fuzz >/dev/null; then
  engines+=("--engine afl --seconds 8") # it needs some of them to begin
  fuzz/build_afl.sh
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
faults=0
complain() {
  echo "interrupt_test: $1" >&2
  faults=$((faults + 1))
}
echo "interrupt_test: $kills kills, seed $seed"

fuzz() { exec ci/fuzz.sh --work "$work" "$@" >>"$work/said" 2>&1 </dev/null; }

kept() { find "$work/$target/corpus" "$work/crashes" -type f ! -name .part 2>/dev/null | sort; }

# Every file that is kept is named by its octets, and those listed in file $1 are still there.
check_kept() {
  local file
  while IFS= read -r file; do
    [ "${file: -40}" = "$(sha1sum <"$file" | cut -c -40)" ] || complain "$2: torn: $file"
  done < <(kept)
  comm -23 "$1" <(kept) | while IFS= read -r file; do echo "interrupt_test: $2: lost: $file" >&2; done
  [ -z "$(comm -23 "$1" <(kept))" ] || faults=$((faults + 1))
}

# A finding of a run that was killed is told of, kept, and no success.
mkdir -p "$work/$target/run/artifacts"
echo "rpc-caller: x" >"$work/$target/run/artifacts/crash-left"
code=0
(fuzz --seconds 1 "$target") || code=$?
if [ $code -ne 1 ] || ! grep -q "^$target: 1 findings of an earlier run" "$work/said"; then
  complain "a killed run's finding ends the next with $code; it should be told of, and 1"
fi
kept | grep -q "/crashes/$target-crash-" || complain "a killed run's finding is not kept"

# Folders that cannot be used, a planted that there is not: nothing is run, and nothing kept.
refused() {
  local code=0
  (fuzz "$@" "$target") || code=$?
  [ $code -eq 2 ] || complain "ends with $code, not 2: $*"
}
refused --seconds 1 --work "$work/said"
refused --seconds 1 --work "$work/with a space"
refused --seconds 1 --work --jobs
refused --seconds 0
kept >"$work/before"
HEADERPROOF_PLANTED_MUTANT=unknown refused --seconds 1
[ -z "$(comm -13 "$work/before" <(kept))" ] || complain "an unknown planted leaves findings"

# An engine that does not begin has a row of the table, as one that ends early has.
if [[ "${engines[*]}" == *afl* ]]; then
  mkdir "$work/bin"
  printf '#!/bin/sh\necho "does not begin"; exit 3\n' >"$work/bin/afl-fuzz"
  chmod +x "$work/bin/afl-fuzz"
  code=0
  (PATH=$work/bin:$PATH fuzz --seconds 1 --engine afl "$target") || code=$?
  if [ $code -ne 1 ] || ! grep -q "^$target .* ended with 3, see $work/$target/log" "$work/said"; then
    complain "an engine that does not begin ends with $code; it should say so in the table, and 1"
  fi
fi

# Two at once.
(fuzz --seconds 6 "$target") &
first=$!
until [ -d "$work/$target/run/known" ]; do sleep 0.1; done
code=0
(fuzz --seconds 1 "$target") || code=$?
if [ $code -ne 2 ] || ! grep -q "another run uses $work" "$work/said"; then
  complain "a second run in one folder ends with $code; it should be refused with 2"
fi

# TERM.
kill -TERM "$first"
code=0
wait "$first" || code=$?
[ $code -eq 130 ] || complain "TERM: ends with $code, not 130"
grep -q "^$target .*stopped$" "$work/said" || complain "TERM: no row of the table says: stopped"
[ ! -e "$work/$target/run" ] || complain "TERM: something is left to bring"
[ -n "$(kept)" ] || complain "TERM: nothing was kept"

# kill -9.
mkdir "$work/seen"
for ((kill = 1; kill <= kills; ++kill)); do
  kept >"$work/before"
  read -r -a options <<<"${engines[$((RANDOM % ${#engines[@]}))]}"
  planted=""
  # Now and then a wrong converter, for findings.
  if [ $((RANDOM % 4)) -eq 0 ]; then planted=field-ignores-empty; fi
  (HEADERPROOF_PLANTED_MUTANT=$planted fuzz --seconds 3 "${options[@]}" "$target") &
  run=$!
  # One in four while it prepares; else from when it begins to use run, to after its end.
  moment=$((RANDOM % 5000))
  if [[ "${options[*]}" == *afl* ]]; then moment=$((moment * 2)); fi
  if [ $((RANDOM % 4)) -ne 0 ]; then
    until ! kill -0 "$run" 2>/dev/null || [ "$work/$target/log" -nt "$work/before" ]; do sleep 0.1; done
  fi
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  kill -KILL "$run" 2>/dev/null || true
  wait "$run" 2>/dev/null || true
  check_kept "$work/before" "kill $kill (${options[*]})"
  # What the engine had written when all of it was gone must not be lost to coverage.
  flock --wait 30 "$work/lock" true || complain "kill $kill (${options[*]}): half a minute later something still runs"
  left=0
  for folder in "$work/$target"/run/new "$work/$target"/run/tmp/*/C* "$work/$target"/run/afl/*/queue; do
    [ -d "$folder" ] || continue
    while IFS= read -r file; do
      cp "$file" "$work/seen/$(sha1sum <"$file" | cut -c -40)"
      left=$((left + 1))
    done < <(find "$folder" -type f)
  done
  echo "interrupt_test: kill $kill after $moment ms: ${options[*]}${planted:+, with a fault}: $left files left behind"
done

# The next run takes in what was left, and tells of findings; the one after it has none to tell of.
kept >"$work/before"
: >"$work/said"
code=0
(fuzz --seconds 1 "$target") || code=$?
if [ $code -ne 0 ] && ! { [ $code -eq 1 ] && grep -q "findings of an earlier run" "$work/said"; }; then
  complain "the run after the kills ends with $code"
  cat "$work/said" >&2
fi
code=0
(fuzz --seconds 1 "$target") || code=$?
[ $code -eq 0 ] || { complain "the second run after the kills ends with $code"; cat "$work/said" >&2; }
check_kept "$work/before" "the run after the kills"
[ ! -e "$work/$target/run" ] || complain "the run after the kills left something to bring"
if [ -n "$(find "$work/seen" -type f -print -quit)" ]; then
  mkdir "$work/all"
  cp "$work/seeds"/* "$work/$target/corpus"/* "$work/all"
  build/fuzz/fuzz/$target -merge=1 "$work/all" "$work/seen" >"$work/merge" 2>&1 ||
    complain "cannot merge what was seen: $(tail -n 1 "$work/merge")"
  grep -q '^MERGE-OUTER: 0 new files' "$work/merge" ||
    complain "coverage was lost: $(grep '^MERGE-OUTER: [0-9]* new files' "$work/merge")"
fi
[ $faults -eq 0 ] || exit 1
echo "interrupt_test: $(kept | wc -l) files, $(find "$work/seen" -type f | wc -l) seen in killed runs: nothing lost or torn"
