# shellcheck shell=bash disable=SC2034,SC2154
# What a run found, brought from where an engine writes it to where it stays, so that nothing is lost
# or torn whenever the run is killed. For ci/fuzz.sh.
#
# An engine writes only below $fuzz_work/TARGET/run, where a file may be torn. From there
# $fuzz_work/TARGET/corpus and $crashes get whole files alone: written aside, checked against their
# names (the SHA-1 of their octets, as libFuzzer names inputs), and renamed. run is removed when all
# of it has been brought; if there is one when a run begins, an earlier run was killed, and what it
# left is brought first. Bringing twice does no harm.

# Every seed of the repository once, in one folder without folders.
refresh_seeds() {
  local aside=$fuzz_work/seeds.part
  rm -rf "$aside"
  mkdir "$aside"
  fuzz/seed_archive.py "$aside.zip" corpus fuzz/seeds
  python3 -m zipfile -e "$aside.zip" "$aside"
  rm -rf "$aside.zip" "$fuzz_work/seeds"
  mv "$aside" "$fuzz_work/seeds"
}

# Makes run/known of target $1, the inputs that are no news, as links.
gather_known() {
  local work=$fuzz_work/$1
  rm -rf "$work/run/known"
  mkdir -p "$work/corpus" "$work/run/known"
  if $from_nothing; then return; fi
  local from
  for from in "$fuzz_work/seeds" "$work/corpus"; do
    find "$from" -type f -exec cp --link --no-clobber --target-directory "$work/run/known" {} +
  done
}

# Makes run anew, with the inputs to start from.
prepare() {
  local run=$fuzz_work/$1/run
  mkdir -p "$run"/{new,artifacts,tallies,tmp,afl}
  gather_known "$1"
}

# Moves finding $1, of the kind $2, to $crashes; names it by target $3 and its octets. From the name
# src/triage/origin.cc knows the engine.
keep_finding() {
  local name
  name=$crashes/$3-$2-$(sha1sum <"$1" | cut -d ' ' -f 1)
  cp "$1" "$crashes/.part"
  mv "$crashes/.part" "$name"
  rm -f "$1"
  findings=$((findings + 1))
  first_finding=${first_finding:-$name}
}

# Brings the findings that a run of target $1 left.
bring_findings() {
  local run=$fuzz_work/$1/run file kind
  for file in "$run"/artifacts/* "$run"/afl/*/{crashes,hangs}/id:*; do
    [ -f "$file" ] || continue
    case "$file" in
      */artifacts/slow-unit-*) continue ;;
      */artifacts/*) kind=$(basename "$file") kind=${kind%%-*} ;;
      */hangs/*) kind=afl-timeout ;;
      *) kind=afl-crash ;;
    esac
    keep_finding "$file" "$kind" "$1"
  done
}

# Brings what a run of target $1 left. Sets findings (how many), first_finding (its file), new_files
# and new_edges (what was merged), and covered (edges, of all that is known).
settle() {
  local target=$1 work=$fuzz_work/$1 run=$fuzz_work/$1/run file code=0 found=()
  findings=0 first_finding="" new_files=0 new_edges=0 covered=0
  bring_findings "$target"
  for file in "$run"/new "$run"/tmp/*/C* "$run"/afl/*/queue; do
    if [ -d "$file" ] && [ -n "$(find "$file" -type f -print -quit)" ]; then found+=("$file"); fi
  done
  gather_known "$target"
  find "$run/known" -type f -printf '%f\n' | sort >"$run/names"
  mkdir -p "$run"/{artifacts,tmp,none}
  # By what our own converters do, whichever a run judged: else one that judges a wrong one would drop
  # what a killed run before it had found.
  start_group "$run/merge.log" env -u HEADERPROOF_PLANTED_MUTANT "${libfuzzer[@]}" "$run/known" "$run/none" "${found[@]}" -merge=1
  while group_lives; do nap; done
  end_group || code=$?
  # Without an end of the process that really merges, the other still ends with 0.
  if [ $code -ne 0 ] || ! grep -q '^#[0-9]*	DONE ' "$run/merge.log"; then
    echo "ci/fuzz.sh: $target: could not merge; what was found stays in $work/unmerged.$$; to try again," \
      "rename that to $work/run" >&2
    tail -n 5 "$run/merge.log" | LC_ALL=C tr -c '[:print:]\n' '?' >&2
    mv "$run" "$work/unmerged.$$"
    status=1
    return
  fi
  # An input that breaks something only now, since the implementation changed, is no input to merge.
  bring_findings "$target"
  new_edges=$(sed -n 's/^MERGE-OUTER: .* features added; \([0-9]*\) new coverage edges.*/\1/p' "$run/merge.log")
  covered=$(sed -n 's/^#[0-9]*\tDONE *cov: \([0-9]*\) .*/\1/p' "$run/merge.log" | tail -n 1)
  find "$run/known" -type f -printf '%f\n' | sort | comm -13 "$run/names" - >"$run/merged"
  while IFS= read -r file; do
    mv "$run/known/$file" "$work/corpus/$file"
    new_files=$((new_files + 1))
  done < <(cd "$run/known" && sed "s/.*/&  &/" ../merged | sha1sum --check 2>/dev/null | sed -n 's/: OK$//p')
  if [ -f "$run/tally" ]; then mv "$run/tally" "$work/tally"; fi
  rm -rf "$run"
}

# The count that line $1 of tally $2 names; 0 if there is none.
count() {
  awk -v key="$1 " 'index($0, key) == 1 { n = $NF } END { print n + 0 }' "$2" 2>/dev/null || echo 0
}

# The last line of log $1, fit for a terminal.
last_words() { tail -n 1 "$1" 2>/dev/null | LC_ALL=C tr -cd '[:print:]' | cut -c -90; }

# What finding $2 of target $1 is: the case, what differs, how to replay it, a draft of a test.
describe_finding() {
  local said
  said=$(timeout 60 build/fuzz/fuzz/"$1" -print_funcs=0 "$2" 2>&1 | LC_ALL=C tr -c '[:print:]\n\t' '?') || true
  if ! grep -q '^Target ' <<<"$said"; then
    echo "$1: $2, replayed by build/fuzz/fuzz/$1, breaks no relation; the end of what it says:"
    tail -n 15 <<<"$said"
    return
  fi
  sed -n '/^Target /,/^==[0-9]*==/p' <<<"$said" | grep -v '^=='
}
