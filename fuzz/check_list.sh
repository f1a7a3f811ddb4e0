#!/usr/bin/env bash
# Checks fuzz/targets.txt, the one list of targets, against what else knows of them: every target
# has its file and every file of a target its line; docs/fuzzing.md describes each in the same words.
set -euo pipefail
cd "$(dirname "$0")/.."

fault=0
complain() {
  echo "$1" >&2
  fault=1
}

listed=" "
while read -r name what; do
  case "$name" in '' | '#'*) continue ;; esac
  listed+="$name "
  [ -f "fuzz/$name.cc" ] || complain "fuzz/targets.txt lists $name; there is no fuzz/$name.cc"
  grep -qF "| \`$name\` | $what |" docs/fuzzing.md ||
    complain "docs/fuzzing.md lacks the line: | \`$name\` | $what |"
done <fuzz/targets.txt
[ "$listed" != " " ] || complain "fuzz/targets.txt lists no target"

for file in fuzz/*.cc; do
  grep -q 'LLVMFuzzerTestOneInput(.*) {' "$file" || continue
  name=$(basename "$file" .cc)
  case "$name" in empty | reading) continue ;; esac
  case "$listed" in
    *" $name "*) ;;
    *) complain "$file is not listed in fuzz/targets.txt" ;;
  esac
done
exit $fault
