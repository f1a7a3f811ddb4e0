#!/usr/bin/env bash
# Builds the fuzz targets as a continuous-fuzzing service asks: see ci/harness/service_build.py.
exec python3 -B "$(dirname "$0")/harness/service_build.py"
