#!/usr/bin/env bash
# Proves, without Docker, what continuous-fuzzing services ask: builds the targets as they do, with
# .clusterfuzzlite/build.sh from elsewhere under their environment, and checks what came out
# (fuzz/check_output.sh).
#
#   ci/check-contract.sh --quick     one build, for libFuzzer with AddressSanitizer, hardly optimized
#   ci/check-contract.sh [BUILD...]  for libFuzzer with each sanitizer and with coverage, for AFL++,
#                                    and for engines given as an object and as an archive; or the
#                                    builds that are named: libfuzzer-address, libfuzzer-undefined,
#                                    libfuzzer-coverage, libfuzzer-memory, afl-address, object, archive
#
# What this machine lacks is skipped out loud: AFL++, libc++, and always a run with MemorySanitizer,
# which needs a C++ library built for it. Builds lie in build/contract, and are made again when
# something that they are made from has changed.
#
# Exit: 0, all as the services expect; 1, something is not, or cannot be built; 2, bad usage.
set -euo pipefail
cd "$(dirname "$0")/.."

if [ "$*" = --help ]; then
  ci/say_help.sh ci/check-contract.sh
  exit
fi
known=(libfuzzer-{address,undefined,coverage,memory} afl-address object archive)
quick=false
chosen=("$@")
if [ "$*" = --quick ]; then
  quick=true
elif [ $# -eq 0 ]; then
  chosen=("${known[@]}")
fi
for name in "$@"; do
  if ! $quick && [[ " ${known[*]} " != *" $name "* ]]; then
    echo "ci/check-contract.sh: no such build: $name; these are: ${known[*]}" >&2
    echo "usage: ci/check-contract.sh [--quick | BUILD...]" >&2
    exit 2
  fi
done

fuzz/check_list.sh
contract=build/contract
usual="-fno-omit-frame-pointer -gline-tables-only -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION"
libfuzzer=-fsanitize=fuzzer-no-link
# The services link libc++ statically. Debian's libFuzzer is built upon libstdc++, so here the
# targets for libFuzzer link that, statically as well.
alone="-static-libstdc++ -static-libgcc"
status=0

is_chosen() { $quick || [[ " ${chosen[*]} " == *" $1 "* ]]; }

# Builds in a clean environment and checks: NAME ENGINE SANITIZER CXX CXXFLAGS LIB_FUZZING_ENGINE
# [TARGET...], the targets to look at closely.
prove() {
  local name=$1 engine=$2 sanitizer=$3 compiler=$4 flags=$5 library=$6 out=$PWD/$contract/$1/out state
  shift 6
  if ! is_chosen "$name"; then return; fi
  state="$(ci/service-build.sh --state) $(sha1sum <.clusterfuzzlite/build.sh) $compiler $flags $library"
  if [ "$(cat "$contract/$name/state" 2>/dev/null)" != "$state" ]; then
    rm -rf "${contract:?}/$name"
    # As the service's Dockerfile leaves them: the repository and build.sh in one folder.
    mkdir -p "$out" "$contract/$name"/{work,src}
    ln -s "$PWD" "$contract/$name/src/headerproof"
    cp .clusterfuzzlite/build.sh "$contract/$name/src"
    echo "contract: builds for $name"
    if ! (place=$PWD/$contract/$name && cd / && env -i PATH="$PATH" HOME=/nonexistent TMPDIR="${TMPDIR:-/tmp}" \
      CC="${compiler/++/}" CXX="$compiler" CFLAGS="$flags" CXXFLAGS="$flags" \
      LIB_FUZZING_ENGINE="$library" FUZZING_ENGINE="$engine" SANITIZER="$sanitizer" \
      SRC="$place/src" OUT="$out" WORK="$place/work" AFL_QUIET=1 \
      bash -eux "$place/src/build.sh") >"$contract/$name/log" 2>&1; then
      grep -m 5 -E 'error|undefined reference' "$contract/$name/log" || tail -n 5 "$contract/$name/log"
      echo "contract: cannot be built for $name; all of it: $contract/$name/log"
      status=1
      return
    fi
    echo "$state" >"$contract/$name/state"
  fi
  fuzz/check_output.sh "$out" "$engine" "$sanitizer" "$@" || status=1
}

mkdir -p "$contract"
if $quick; then
  # Parsing the standard library once takes half of the time away.
  grep -hE '^#include <[a-z_]+>' src/{grammar,converter,cases,judge,mutants,engines}/* fuzz/*.cc |
    sort -u >"$contract/standard.h"
  flags="-O0 -fsanitize=address $libfuzzer $alone"
  clang++-19 -std=c++20 -pthread -O0 -fsanitize=address $libfuzzer -x c++-header \
    "$contract/standard.h" -o "$contract/standard.pch"
  prove quick libfuzzer address clang++-19 "$flags -include-pch $PWD/$contract/standard.pch" \
    -fsanitize=fuzzer "$(fuzz/target_names.sh | head -n 1)"
  exit $status
fi

prove libfuzzer-address libfuzzer address clang++-19 \
  "-O1 $usual -fsanitize=address -fsanitize-address-use-after-scope $libfuzzer $alone" -fsanitize=fuzzer
prove libfuzzer-undefined libfuzzer undefined clang++-19 \
  "-O1 $usual -fsanitize=undefined -fno-sanitize-recover=undefined $libfuzzer $alone" -fsanitize=fuzzer
prove libfuzzer-coverage libfuzzer coverage clang++-19 \
  "-O1 $usual -fprofile-instr-generate -fcoverage-mapping -Wl,--no-as-needed $alone" -fsanitize=fuzzer
# The compiler puts a static libstdc++ before MemorySanitizer's own operators new and delete, which
# then stand twice; named by its file, it comes after them.
prove libfuzzer-memory libfuzzer memory clang++-19 \
  "-O1 $usual -fsanitize=memory -fsanitize-memory-track-origins $libfuzzer -nostdlib++ -static-libgcc" \
  "-fsanitize=fuzzer -l:libstdc++.a -lm"
if is_chosen libfuzzer-memory; then
  echo "contract: skipped: running with MemorySanitizer, for want of a C++ library built for it"
fi

if command -v afl-clang-fast++ >/dev/null; then
  prove afl-address afl address afl-clang-fast++ "-O1 $usual -fsanitize=address $alone" \
    /usr/lib/afl/libAFLDriver.a
else
  echo "contract: skipped: AFL++, which is not installed (apt-get install afl++ libclang-rt-14-dev)"
fi

# An engine of another kind, with each of the two standard libraries: Centipede and Honggfuzz.
stand_in() { clang++-19 "$@" -std=c++20 -O1 -c fuzz/stand_in_engine.cc; }
stand_in -o "$contract/engine.o"
prove object other address clang++-19 "-O1 $usual -fsanitize=address $alone" "$PWD/$contract/engine.o"
if stand_in -stdlib=libc++ -o "$contract/engine-libc++.o" 2>/dev/null; then
  rm -f "$contract/engine.a"
  ar crs "$contract/engine.a" "$contract/engine-libc++.o"
  prove archive other address clang++-19 \
    "-O1 $usual -fsanitize=address -stdlib=libc++ $alone" "$PWD/$contract/engine.a"
else
  echo "contract: skipped: libc++, which is not installed (apt-get install libc++-19-dev libc++abi-19-dev)"
fi
exit $status
