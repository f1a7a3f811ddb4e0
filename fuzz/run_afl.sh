#!/usr/bin/env bash
# Runs a target under AFL++ until TERM: one main process and JOBS - 1 secondary ones.
#
#   fuzz/run_afl.sh TARGET RUN JOBS SEED     from RUN/known, into RUN/afl; RUN is ci/fuzz.sh's
#
# Exit: 0 if every process lived until TERM and ended in order; else the code of one that did not.
set -euo pipefail
target=$1
run=$2
jobs=$3
seed=$4
cd "$(dirname "$0")/.."

# A container has no cores to bind and no say over the kernel's core files; findings print themselves.
export AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1
export AFL_IGNORE_SEED_PROBLEMS=1 AFL_FAST_CAL=1
export AFL_CUSTOM_MUTATOR_LIBRARY=$PWD/build/afl/case_mutator.so
export ASAN_OPTIONS=abort_on_error=1:symbolize=0:detect_leaks=0

if [ -z "$(find "$run/known" -type f -print -quit)" ]; then echo >"$run/known/line"; fi
options=(-i "$run/known" -o "$run/afl" -x fuzz/headerproof.dict -m none -t 25000 -G 4096)
processes=()
told=false
for ((job = 0; job < jobs; ++job)); do
  role=(-S "secondary$job")
  if [ "$job" -eq 0 ]; then role=(-M main); fi
  afl-fuzz "${options[@]}" -s $((seed + job)) "${role[@]}" -- "build/afl/out/$target" &
  processes+=($!)
done
trap 'told=true; kill -TERM "${processes[@]}" 2>/dev/null || true' TERM

status=0
for process in "${processes[@]}"; do
  while kill -0 "$process" 2>/dev/null; do wait "$process" || true; done
  code=0
  wait "$process" || code=$?
  echo "process $process ended with $code"
  if [ $code -ne 0 ]; then
    status=$code
  elif ! $told; then
    status=1
  fi
done
exit $status
