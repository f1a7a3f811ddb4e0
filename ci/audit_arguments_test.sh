#!/usr/bin/env bash
# ci/audit.sh refuses wrong arguments before it installs or builds anything.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

# A project of the script alone, in which the first thing that it would do ends it.
mkdir -p "$folder/project/ci" "$folder/project/there"
cp audit.sh "$folder/project/ci/"
printf '#!/bin/sh\nexit 77\n' >"$folder/project/ci/setup.sh"
chmod +x "$folder/project/ci/setup.sh"
touch "$folder/project/file"

# expect CODE TEXT [ARGUMENT...]
expect() {
  local code=0 wanted=$1 text=$2
  shift 2
  "$folder/project/ci/audit.sh" "$@" >"$folder/said" 2>&1 </dev/null || code=$?
  if [ "$code" != "$wanted" ] || ! grep -qF -- "$text" <(cat "$folder/said"; echo "[end]"); then
    echo "$*: expected exit $wanted and \"$text\", got $code and:" >&2
    cat "$folder/said" >&2
    exit 1
  fi
}

expect 0 "usage: ci/audit.sh" --help
expect 0 "usage: ci/audit.sh" --full --help
for wrong in --ful ful -x --full=yes --rerun=1; do
  expect 2 "unknown argument: $wrong" "$wrong"
done
expect 2 "unknown argument: x" --full --rerun x
expect 2 "usage: ci/audit.sh" --ful
for option in --out --budget --compare --corpus --evidence --golden --matrix --only --peer --tally; do
  expect 2 "$option wants a value" --full "$option"
  expect 2 "$option wants a value" "$option="
done
expect 2 "--out: no folder: file" --out file
expect 2 "--budget: no number of seconds: soon" --budget soon
expect 2 "--compare: no such file: missing" --compare=missing
expect 2 "--compare: no such file: there" --compare there
expect 2 "--evidence: no such folder: file" --evidence file

# What is right reaches the first step.
expect 77 "[end]"
expect 77 "[end]" --rerun --budget 5 --full --out new --compare=file --evidence there --only x --peer 'a=b c'
