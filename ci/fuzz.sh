#!/usr/bin/env bash
# Runs fuzz targets for a time and prints what each did: see --help, and ci/harness/fuzz.py.
exec python3 -B "$(dirname "$0")/harness/fuzz.py" "$@"
