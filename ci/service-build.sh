#!/usr/bin/env bash
# Builds the fuzz targets as a continuous-fuzzing service does (OSS-Fuzz, ClusterFuzzLite), with
# exactly the environment it is given:
#
#   CXX, CXXFLAGS         compile and link everything; the flags hold the sanitizer
#   LIB_FUZZING_ENGINE    linked into each target: flags, or the path of an object or archive
#   OUT                   gets X, X_seed_corpus.zip, X.dict and X.options of each target X
#   WORK                  for what is made on the way
#
# The engine (FUZZING_ENGINE) and sanitizer (SANITIZER) are chosen by those flags alone; there is no
# C, and the repository is found beside this script. The core and the targets need only the standard
# library, so this needs no CMake, whose version a service chooses.
#
#   ci/service-build.sh --state     builds nothing: prints a word for all that it would build from
set -euo pipefail
cd "$(dirname "$0")/.."

mapfile -t targets < <(fuzz/target_names.sh)
# What a target links: the folders from the grammar down to src/fuzzing, and of the engines its own.
folders=(src/{grammar,converter,cases,judge,mutants,engines,fuzzing})
core=(src/{grammar,converter,cases,judge,mutants}/*.cc src/engines/{examine,failure,tally}.cc src/fuzzing/*.cc)
if [ "${1-}" = --state ]; then
  find ci/service-build.sh "${folders[@]}" fuzz/*.{cc,py,txt,dict,options} fuzz/seeds corpus -type f -exec sha1sum {} + |
    sort | sha1sum | cut -d ' ' -f 1
  exit
fi
: "${CXX:?names the C++ compiler}" "${OUT:?names the folder for the targets}"
: "${WORK:?names a folder for what is made on the way}"
: "${LIB_FUZZING_ENGINE:?is linked into each target}"

read -r -a compiler <<<"$CXX"
read -r -a flags <<<"${CXXFLAGS-} -std=c++20 -pthread -I."
read -r -a engine <<<"$LIB_FUZZING_ENGINE"
sources=("${core[@]}" fuzz/case_mutator.cc)
for target in "${targets[@]}"; do sources+=("fuzz/$target.cc"); done

objects=$WORK/headerproof
rm -rf "$objects"
mkdir -p "$objects" "$OUT"
object() { echo "$objects/${1//\//-}.o"; }

compile() { "${compiler[@]}" "${flags[@]}" -c "$1" -o "$(object "$1")"; }
link() {
  "${compiler[@]}" "${flags[@]}" "$(object "fuzz/$1.cc")" "$(object fuzz/case_mutator.cc)" \
    "$objects/core.a" "${engine[@]}" -o "$OUT/$1"
}

# Calls "$1 ARGUMENT" for each further argument, as many at once as there are processors; fails if
# one does.
for_each() {
  local call=$1 running=0 failed=0
  shift
  for argument in "$@"; do
    if [ "$running" -ge "$(nproc)" ]; then
      wait -n || failed=1
      running=$((running - 1))
    fi
    "$call" "$argument" &
    running=$((running + 1))
  done
  while [ "$running" -gt 0 ]; do
    wait -n || failed=1
    running=$((running - 1))
  done
  return $failed
}

for_each compile "${sources[@]}"
archived=()
for source in "${core[@]}"; do archived+=("$(object "$source")"); done
"${AR:-ar}" crs "$objects/core.a" "${archived[@]}"
for_each link "${targets[@]}"

for target in "${targets[@]}"; do
  fuzz/seed_archive.py "$OUT/${target}_seed_corpus.zip" corpus fuzz/seeds
  cp fuzz/headerproof.dict "$OUT/$target.dict"
  sed "s/^\[libfuzzer\]$/&\ndict = $target.dict/" fuzz/headerproof.options >"$OUT/$target.options"
done
