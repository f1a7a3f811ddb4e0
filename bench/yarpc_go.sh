#!/usr/bin/env bash
# What the change saves in yarpc-go: see --help, and bench/yarpc_go.py.
exec python3 -B "$(dirname "$0")/yarpc_go.py" "$@"
