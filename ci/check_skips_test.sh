#!/usr/bin/env bash
# ci/check_skips.sh lets pass what the list allows, and nothing else.
set -euo pipefail
cd "$(dirname "$0")"
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

results() {
  for test in "$@"; do
    echo "<testcase name=\"${test%=*}\" classname=\"x\" time=\"0\" status=\"${test#*=}\">"
  done >"$folder/results.xml"
}
# expect CODE TEXT [MISSING...]
expect() {
  local code=0 text=$2 wanted=$1
  shift 2
  ./check_skips.sh "$folder/results.xml" "$@" >"$folder/said" 2>&1 || code=$?
  if [ "$code" != "$wanted" ] || ! grep -qF -- "$text" <(cat "$folder/said"; echo "[end]"); then
    echo "expected exit $wanted and \"$text\", got $code and:" >&2
    cat "$folder/said" >&2
    exit 1
  fi
}

results grammar:a=run peer_yarpc_go=run
expect 0 "[end]"
results grammar:a=run peer_yarpc_go=notrun
expect 1 "not allowed to be: peer_yarpc_go"
expect 0 "[end]" go
expect 1 "not allowed to be: peer_yarpc_go" node
results grammar:a=notrun peer_yarpc_go=notrun
expect 1 "not allowed to be: grammar:a" go
results grammar:a=disabled
expect 1 "not allowed to be: grammar:a" go
results
expect 1 "holds no test" go
