#!/usr/bin/env bash
# Installs the Debian 12 packages that building, testing and auditing need, and any others that are
# named. Prints nothing when there is nothing to do. With HEADERPROOF_NO_INSTALL in the environment it
# only names what is missing.
set -euo pipefail

packages=(
  ca-certificates git cmake ninja-build pkg-config g++-12 python3
  clang-19 clang-format-19 clang-tidy-19 libclang-rt-19-dev llvm-19
  libgtest-dev libgmock-dev librapidcheck-dev libbenchmark-dev
  libcli11-dev libfmt-dev nlohmann-json3-dev libkainjow-mustache-dev libssl-dev
  libarchive-dev
  libgrpc++-dev libnghttp2-dev nghttp2-server libutf8proc-dev
  libxml2-utils locales python3-jsonschema shellcheck "$@"
)

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
