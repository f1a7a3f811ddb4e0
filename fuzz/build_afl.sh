#!/usr/bin/env bash
# Builds the targets for AFL++ into build/afl, by AFL++'s own wrapper of clang 14 and as a service
# would (ci/service-build.sh), and case_mutator.so, the custom mutator that afl-fuzz loads. Installs
# AFL++ if it is missing. Does nothing when nothing that they are made from has changed.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(afl++ libclang-rt-14-dev)
if ! command -v afl-clang-fast++ >/dev/null || ! dpkg-query --show "${packages[@]}" >/dev/null 2>&1; then
  if [ "$(id -u)" -ne 0 ]; then
    echo "fuzz/build_afl.sh: not root, and these packages are missing: ${packages[*]}" >&2
    exit 2
  fi
  echo "fuzz/build_afl.sh: installing ${packages[*]}"
  { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends \
    "${packages[@]}"; } >build/install-afl.log 2>&1 || { cat build/install-afl.log >&2; exit 2; }
fi

mkdir -p build
exec {building}>build/afl.lock
flock "$building"
state=$(ci/service-build.sh --state)
if [ "$(cat build/afl/state 2>/dev/null)" = "$state" ]; then exit 0; fi
rm -rf build/afl
mkdir -p build/afl/work

echo "fuzz/build_afl.sh: building"
env CXX=afl-clang-fast++ AFL_QUIET=1 LIB_FUZZING_ENGINE=/usr/lib/afl/libAFLDriver.a \
  CXXFLAGS="-O2 -gline-tables-only -fno-omit-frame-pointer -fsanitize=address" \
  OUT="$PWD/build/afl/out" WORK="$PWD/build/afl/work" ci/service-build.sh >build/afl/log 2>&1 ||
  { cat build/afl/log >&2; exit 2; }
# The mutator lives in afl-fuzz, so it is built without the sanitizer and the instrumentation.
clang++-19 -std=c++20 -O2 -fPIC -shared -Wl,-z,defs -fvisibility=hidden -I. fuzz/afl_mutator.cc \
  src/{grammar,converter,cases}/*.cc src/fuzzing/mutate_input.cc src/judge/{input_class,model}.cc \
  -o build/afl/case_mutator.so
echo "$state" >build/afl/state
