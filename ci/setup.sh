#!/usr/bin/env bash
# Installs the Debian 12 packages of ci/packages.txt, and any others that are named. Prints nothing when
# there is nothing to do. Without apt-get it prints that list, which has the usual names too. With
# HEADERPROOF_NO_INSTALL in the environment it only names what is missing.
set -euo pipefail

list=$(dirname "$0")/packages.txt
if ! command -v apt-get >/dev/null; then
  [ -z "${HEADERPROOF_NO_INSTALL-}" ] || exit 0
  {
    echo "ci/setup.sh: this system has no apt-get: install these, by the names they have here"
    while read -r line; do echo "$line"; done <"$list"
    for package in "$@"; do echo "$package"; done
    echo "ci/setup.sh: then run scripts with HEADERPROOF_NO_INSTALL=1 in the environment"
  } >&2
  exit 2
fi

packages=("$@")
while read -r package _; do
  [ "$package" = "#" ] || packages+=("$package")
done <"$list"
missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$status" = installed ] || missing+=("$package")
done
[ "${#missing[@]}" -gt 0 ] || exit 0

if [ -n "${HEADERPROOF_NO_INSTALL-}" ]; then
  echo "ci/setup.sh: these packages are missing, and are not installed: ${missing[*]}" >&2
  exit 0
fi
if [ "$(id -u)" -ne 0 ]; then
  echo "ci/setup.sh: not root, and these packages are missing: ${missing[*]}" >&2
  echo "ci/setup.sh: run it as root, or install them" >&2
  exit 2
fi
echo "ci/setup.sh: installing ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get update && apt-get install --yes --no-install-recommends "${missing[@]}"; } \
  >"$log" 2>&1; then
  cat "$log" >&2
  echo "ci/setup.sh: could not install the packages; the output of apt-get is above" >&2
  exit 2
fi
