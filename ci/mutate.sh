#!/usr/bin/env bash
# Source mutants: makes src/grammar, src/converter and src/cases wrong, one line at a time, and asks
# the fast tests whether they notice. A survivor has to be killed by a new test or explained.
#
#   ci/mutate.sh [--minutes N] [--jobs N] [--file PATH]... [--evidence DIR]
#
# N minutes (30 unless said), and the same mutants first in every run; the next run goes on where
# one ended, or was killed. build/mutants/source-mutants.json is for viewers of the
# mutation-testing-elements family. How and why: ci/strength/mutate.py.
set -euo pipefail
cd "$(dirname "$0")/.."

ci/setup.sh lld-19 python3-venv
tools=build/mutants-tools
requirements=ci/strength/requirements.txt
if ! cmp --quiet "$requirements" "$tools/requirements.txt"; then
  rm -rf "$tools"
  python3 -m venv "$tools"
  "$tools/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps \
    --requirement "$requirements" || exit 2
  cp "$requirements" "$tools/requirements.txt"
fi
exec "$tools/bin/python" ci/strength/mutate.py "$@"
