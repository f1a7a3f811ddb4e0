#!/usr/bin/env bash
# Source mutation: makes src/grammar, src/converter and src/cases wrong, one line at a time, and runs
# the fast tests. A survivor has to be killed by a new test or explained: see --help, and
# ci/strength/mutate.py.
set -euo pipefail
cd "$(dirname "$0")/.."

ci/setup.sh lld-19 python3-venv
tools=build/source-mutants/tools
requirements=ci/strength/requirements.txt
if ! cmp --quiet "$requirements" "$tools/requirements.txt"; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps \
    --requirement "$requirements" || exit 2
  cp "$requirements" "$tools/requirements.txt"
fi
exec "$tools/bin/python" -B ci/strength/mutate.py "$@"
