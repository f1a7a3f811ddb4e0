#!/usr/bin/env bash
# What a change must pass. Builds with g++-12, and with clang-19 under AddressSanitizer and
# UndefinedBehaviorSanitizer, and runs the tests of each; the closing lines are ctest's. --full adds
# what takes longer: clang-19 optimized (ci/audit.sh builds that too), clang-tidy, the tests labelled
# `long`, and the floors of what the seeds cover.
set -euo pipefail
cd "$(dirname "$0")/.."

full=false
case "${1-}" in
  "") ;;
  --full) full=true ;;
  *)
    echo "usage: ci/test.sh [--full]" >&2
    exit 2
    ;;
esac

ci/setup.sh
mkdir -p build

presets=(gcc asan)
labels=(--label-exclude long)
if $full; then
  presets+=(release)
  labels=()
  echo "== coverage"
  ci/coverage.sh --evidence build/coverage/evidence
fi

for preset in "${presets[@]}"; do
  echo "== $preset: configure and build"
  log=build/configure-$preset.log
  cmake --preset "$preset" >"$log" 2>&1 || { cat "$log"; exit 1; }
  cmake --build --preset "$preset" -- --quiet
  if [ "$preset" = asan ] && $full; then
    echo "== clang-tidy"
    run-clang-tidy-19 -quiet -p build/asan '/(src|properties|fuzz|bench)/' >build/clang-tidy.log ||
      { cat build/clang-tidy.log; exit 1; }
  fi
  echo "== $preset: test"
  results=build/tests-$preset.xml
  ctest --preset "$preset" "${labels[@]}" --progress --output-junit "$PWD/$results"
  python3 -B ci/harness/skips.py "$results" "$preset"
done
