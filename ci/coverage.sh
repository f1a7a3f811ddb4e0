#!/usr/bin/env bash
# Measures what the seeds alone and enumeration alone cover of the core, gives it as evidence, and
# fails if the seeds fall below a floor: see --help, and ci/strength/coverage.py.
set -euo pipefail
cd "$(dirname "$0")/.."
ci/setup.sh
exec python3 -B ci/strength/coverage.py "$@"
