#!/usr/bin/env bash
# Compares fuzz/headerproof.dict with what make_dictionary, the one argument, prints.
set -euo pipefail
dictionary=$(dirname "$0")/headerproof.dict
if ! diff "$dictionary" <("$1"); then
  echo "fuzz/headerproof.dict is out of date: $1 > $dictionary" >&2
  exit 1
fi
