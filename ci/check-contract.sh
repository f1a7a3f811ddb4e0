#!/usr/bin/env bash
# Checks what continuous-fuzzing services ask of a build: see --help, and ci/harness/contract.py.
exec python3 -B "$(dirname "$0")/harness/contract.py" "$@"
