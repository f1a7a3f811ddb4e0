#!/usr/bin/env bash
# Prints the names of the fuzz targets, one a line, in the order of fuzz/targets.txt.
set -euo pipefail
grep -o '^[a-z_]\+' "$(dirname "$0")/targets.txt"
