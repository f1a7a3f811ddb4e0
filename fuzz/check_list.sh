#!/usr/bin/env bash
# Checks fuzz/targets.txt, the one list of targets, against what else knows of them: every target
# has its file and every file of a target its line; docs/fuzzing.md describes each in the same words
# and says its rate; the audit wants evidence of each. What builds and runs all of them reads the list
# (fuzz/target_names.sh), also the workflows.
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
  grep -q "^| \`$name\` | [0-9]" docs/fuzzing.md || complain "docs/fuzzing.md has no rate of $name"
  grep -q "\"fuzz-${name//_/-}\"" src/claims/claims.json ||
    complain "src/claims/claims.json wants no evidence of $name: fuzz-${name//_/-}"
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

for reader in ci/service-build.sh ci/fuzz.sh fuzz/rates.sh fuzz/check_output.sh .github/workflows/fuzz.yml; do
  grep -q 'fuzz/target_names.sh' "$reader" || complain "$reader does not read the list of targets"
done
cmp .clusterfuzzlite/build.sh ci/oss-fuzz/build.sh || complain "the services' build.sh differ"
exit $fault
