#!/usr/bin/env bash
# Measures inputs a second, of fuzz targets and of Go's fuzzing: see --help, and ci/harness/rates.py.
exec python3 -B "$(dirname "$0")/harness/rates.py" "$@"
