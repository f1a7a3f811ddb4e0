#!/usr/bin/env bash
# Fails, by name, on tests that were skipped and are not allowed to be; says nothing otherwise.
#
#   ci/check_skips.sh RESULTS [MISSING...]     RESULTS: what `ctest --output-junit` wrote
#
# ci/skips.txt lists what may be skipped for want of each thing that is named as MISSING.
set -euo pipefail
list=$(dirname "$0")/skips.txt
results=${1?usage: ci/check_skips.sh RESULTS [MISSING...]}
shift

if ! grep -q '<testcase ' "$results"; then
  echo "$results: holds no test; nothing was tested" >&2
  exit 1
fi
skipped=$(sed -nE 's/.*<testcase name="([^"]*)".* status="(notrun|disabled)".*/\1/p' "$results")
bad=0
while read -r test; do
  [ -n "$test" ] || continue
  reason=$(awk -v test="$test" '$1 == test { print $2 }' "$list")
  if [ -z "$reason" ] || [[ " $* " != *" $reason "* ]]; then
    echo "skipped, and not allowed to be: $test" >&2
    bad=1
  fi
done <<<"$skipped"
exit "$bad"
