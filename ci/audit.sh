#!/usr/bin/env bash
# The main job: gathers evidence and audits. See --help, and ci/harness/audit.py.
exec python3 -B "$(dirname "$0")/harness/audit.py" "$@"
