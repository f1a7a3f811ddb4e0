#!/usr/bin/env bash
# The main job: builds headerproof, runs the audit, prints the table of claims and where the report
# lies. Arguments go to `headerproof audit`; see `build/release/headerproof audit --help`.
set -euo pipefail
cd "$(dirname "$0")/.."

ci/setup.sh
mkdir -p build
log=build/audit-build.log
if ! { cmake --preset release && cmake --build --preset release --target headerproof; } \
  >"$log" 2>&1; then
  cat "$log" >&2
  exit 2
fi
exec build/release/headerproof audit --out report "$@"
