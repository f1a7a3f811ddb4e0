#!/usr/bin/env bash
# Breaks copies of a folder that ci/service-build.sh filled, each in one way, and sees that
# fuzz/check_output.sh names what is broken, and finds no fault in an unbroken one.
#
#   fuzz/check_output_test.sh OUT     built for libFuzzer and AddressSanitizer
set -euo pipefail
out=$(realpath "$1")
cd "$(dirname "$0")/.."
repository=$PWD
target=$(fuzz/target_names.sh | head -n 1)
other=$(fuzz/target_names.sh | tail -n 1)
compiler=${CXX:-clang++-19}
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
faults=0
complain() {
  echo "check_output_test: $1" >&2
  cat "$place/said" >&2
  faults=$((faults + 1))
}

# A target that does nothing, in the place of the target.
replace_by_nothing() {
  rm "$target"
  "$compiler" -std=c++20 "$@" "$repository/fuzz/empty.cc" -o "$target"
}

# A script in the place of the target.
replace_by_script() {
  rm -f "$target"
  { echo '#!/bin/sh' && cat; } >"$target"
  chmod +x "$target"
}

# Breaks the folder that it is called in.
break_so_that() {
  local archive=${target}_seed_corpus.zip
  case "$1" in
    "a target is missing") rm "$other" ;;
    "an executable is extra") cp "$target" stray ;;
    "a target's name has a dot") cp "$target" "$target.bin" ;;
    "an archive has another name") mv "$archive" "$target-seed-corpus.zip" ;;
    "another target's archive is missing") rm "${other}_seed_corpus.zip" ;;
    "an archive is empty") : >"$archive" ;;
    "an archive is torn") truncate -s 2000 "$archive" ;;
    "an archive lacks seeds")
      "$repository/fuzz/seed_archive.py" "$archive" "$repository/corpus"
      ;;
    "a dictionary is missing") rm "$target.dict" ;;
    "a dictionary is broken") echo '"unterminated' >>"$target.dict" ;;
    "options are missing") rm "$target.options" ;;
    "options have no section") sed -i 1d "$target.options" ;;
    "options name an unknown one") echo "max_length = 4096" >>"$target.options" ;;
    "options forget the dictionary") sed -i '/^dict/d' "$target.options" ;;
    "a target needs a library") replace_by_nothing -fsanitize=fuzzer,address ;;
    "a target is hardly instrumented" | "a target has few edges")
      replace_by_nothing -fsanitize=fuzzer,address -static-libstdc++ -static-libgcc
      ;;
    "a target exits") replace_by_script <<<"exit 3" ;;
    "a target crashes on a seed")
      mv "$target" "$place/real"
      replace_by_script <<<"case \"\$*\" in *seeds*) exit 77 ;; esac; exec $place/real \"\$@\""
      ;;
    *) echo "check_output_test: no way to break: $1" >&2 && exit 2 ;;
  esac
}

check() { fuzz/check_output.sh "$1" libfuzzer address "$target" >"$place/said" 2>&1; }

broken() {
  local named=$1 how=$2 copy=$place/copy
  rm -rf "$copy"
  cp -r "$place/whole" "$copy"
  (cd "$copy" && break_so_that "$how")
  if check "$copy"; then
    complain "no fault is found when $how"
  elif ! grep -q "^contract: $named: " "$place/said"; then
    complain "when $how, that is not named a fault of: $named"
  fi
}

# Bad usage is no proof.
refused() {
  local code=0
  fuzz/check_output.sh "$@" >"$place/said" 2>&1 || code=$?
  [ $code -eq 2 ] || complain "ends with $code, not 2: $*"
}
refused "$out" names address
refused "$out" other bogus
refused "$out" other ""
refused "$out" libfuzzer address no_target
refused "$place/nowhere" libfuzzer address
refused "$out"

# Only one target is run: the others may be empty.
chmod 755 "$place"
cp -r "$out" "$place/whole"
while IFS= read -r name; do
  if [ "$name" != "$target" ]; then : >"$place/whole/$name"; fi
done < <(fuzz/target_names.sh)
check "$place/whole" || complain "the unbroken folder has faults"

broken targets "a target is missing"
broken targets "an executable is extra"
broken name "a target's name has a dot"
broken archive "an archive has another name"
broken archive "another target's archive is missing"
broken archive "an archive is empty"
broken archive "an archive is torn"
broken archive "an archive lacks seeds"
broken dictionary "a dictionary is missing"
broken dictionary "a dictionary is broken"
broken options "options are missing"
broken options "options have no section"
broken options "options name an unknown one"
broken options "options forget the dictionary"
broken linkage "a target needs a library"
broken sanitizer "a target is hardly instrumented"
broken edges "a target has few edges"
broken runs "a target exits"
broken seeds "a target crashes on a seed"
[ $faults -eq 0 ] || exit 1
echo "check_output_test: every broken folder is told from the whole one"
