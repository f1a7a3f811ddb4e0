#!/usr/bin/env bash
# Fuzz targets against mutants: see --help, and ci/harness/mutants.py.
exec python3 -B "$(dirname "$0")/harness/mutants.py" "$@"
