#!/usr/bin/env bash
# Prints the comment at the head of a script, which is its help: for the scripts' --help.
#
#   ci/say_help.sh FILE
set -euo pipefail
sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//p}' "$1"
