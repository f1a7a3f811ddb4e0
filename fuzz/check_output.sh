#!/usr/bin/env bash
# Checks a folder that ci/service-build.sh filled, as a continuous-fuzzing service would and a little
# harder: the service does not look at seeds.
#
#   fuzz/check_output.sh OUT ENGINE SANITIZER [TARGET...]     looks closely at TARGETs; default: all
#       ENGINE: libfuzzer, afl or other      SANITIZER: address, undefined, memory, coverage or none
#
# OUT is moved, and nothing in it may be written: it is run from a copy elsewhere, from / and, by
# root, as nobody. Each fault is one line, `contract: CHECK: what`; CHECK is one of
#
#   targets      the executables are the targets of fuzz/targets.txt, and no others
#   name         [A-Za-z0-9_-]+, without an extension
#   archive      X_seed_corpus.zip of each target, whole, with every seed of the repository
#   dictionary   X.dict of each target, which the engine reads
#   options      X.options of each target: [libfuzzer], options that the engine knows, its dictionary
#   linkage      no shared library but libc's own
#   sanitizer    so many calls of it that all is instrumented
#   edges        so many that all is instrumented
#   runs         four runs on no corpus end, and say so
#   seeds        every seed of its own archive runs
#   untouched    nothing in the folder changed
#
# A build for memory is not run: that takes a C++ library built for it, which a service brings.
#
# Exit: 0, no fault; 1, some; 2, bad usage.
set -euo pipefail
usage() {
  echo "check_output: $1" >&2
  echo "usage: fuzz/check_output.sh OUT libfuzzer|afl|other address|undefined|memory|coverage|none [TARGET...]" >&2
  exit 2
}
[ $# -ge 3 ] || usage "needs a folder, an engine and a sanitizer"
[ -d "$1" ] || usage "no such folder: $1"
[[ "$2" =~ ^(libfuzzer|afl|other)$ ]] || usage "no such engine: $2"
[[ "$3" =~ ^(address|undefined|memory|coverage|none)$ ]] || usage "no such sanitizer: $3"
out=$(realpath "$1")
engine=$2
sanitizer=$3
shift 3
cd "$(dirname "$0")/.."
for target in "$@"; do
  fuzz/target_names.sh | grep -qxF -e "$target" || usage "no such target: $target"
done

# What the services ask of a build at the least.
least_edges=100
declare -A least_calls=([address]=1000 [undefined]=168 [memory]=1000)
declare -A runtime=([address]=__asan [undefined]=__ubsan [memory]=__msan)

faults=0
complain() {
  echo "contract: $1: $2"
  faults=$((faults + 1))
}

mapfile -t targets < <(fuzz/target_names.sh)
closely=("$@")
[ $# -gt 0 ] || closely=("${targets[@]}")
place=$(mktemp -d)
trap 'chmod -R u+w "$place"; rm -rf "$place"' EXIT
chmod 755 "$place"
mkdir "$place/moved" "$place/scratch"
cp -r "$out/." "$place/moved"
chmod -R a-w,a+rX "$place/moved"
chmod 777 "$place/scratch"
out=$place/moved

listing() { (cd "$out" && find . -type f -exec sha256sum {} + | sort); }
before=$(listing)

# Runs "$@" from /, as nobody if we are root, whom no mode keeps from writing.
elsewhere() {
  local nobody=()
  if [ "$(id -u)" -eq 0 ]; then nobody=(setpriv --reuid 65534 --regid 65534 --clear-groups); fi
  (cd / && TMPDIR=$place/scratch LLVM_PROFILE_FILE=$place/scratch/%p.profraw AFL_QUIET=1 AFL_NO_AFFINITY=1 \
    timeout 120 "${nobody[@]}" "$@" </dev/null) >"$place/log" 2>&1
}
last_words() { tail -n 1 "$place/log" | LC_ALL=C tr -c '[:print:]\n' '?'; }

check_names() {
  local file name
  while IFS= read -r file; do
    name=$(basename "$file")
    [[ "$name" =~ ^[A-Za-z0-9_-]+$ ]] || complain name "$name is executable, and no name of a target"
    [[ " ${targets[*]} " == *" $name "* ]] || complain targets "$name is not in fuzz/targets.txt"
  done < <(find "$out" -type f \( -perm -u+x -o ! -name '*.*' \) | sort)
  while IFS= read -r file; do
    name=$(basename "$file")
    [[ " ${targets[*]/%/_seed_corpus.zip} ${targets[*]/%/.dict} ${targets[*]/%/.options} " == *" $name "* ]] ||
      complain archive "$name belongs to no target"
  done < <(find "$out" -type f -name '*.*' ! -perm -u+x | sort)
}

check_files() {
  local target=$1
  mkdir -p "$place/seeds/$target"
  python3 -m zipfile -e "$out/${target}_seed_corpus.zip" "$place/seeds/$target" 2>/dev/null ||
    complain archive "${target}_seed_corpus.zip cannot be read"
  (cd "$place/seeds/$target" && find . -type f | sort) >"$place/unpacked"
  if ! diff -q "$place/wanted" "$place/unpacked" >/dev/null; then
    complain archive "${target}_seed_corpus.zip has $(wc -l <"$place/unpacked") seeds, not the repository's $(wc -l <"$place/wanted")"
  fi
  [ -s "$out/$target.dict" ] || complain dictionary "$target.dict is missing or empty"
  if [ "$(head -n 1 "$out/$target.options" 2>/dev/null)" != "[libfuzzer]" ]; then
    complain options "$target.options does not begin with [libfuzzer]"
  elif ! grep -qx "dict = $target.dict" "$out/$target.options"; then
    complain options "$target.options does not name $target.dict"
  fi
}

check_binary() {
  local target=$1 library calls
  while read -r library _; do
    case "$(basename "$library")" in
      not | statically) ;; # no dynamic executable
      linux-vdso.so.1 | ld-linux-*.so.* | libc.so.6 | libm.so.6 | libresolv.so.2 | libpthread.so.0 | libdl.so.2 | librt.so.1) ;;
      *) complain linkage "$target needs $library" ;;
    esac
  done < <(ldd "$out/$target" 2>&1)
  if [ -n "${least_calls[$sanitizer]-}" ]; then
    calls=$(objdump -d --no-show-raw-insn "$out/$target" 2>/dev/null | grep -c "call.*${runtime[$sanitizer]}_" || true)
    [ "$calls" -ge "${least_calls[$sanitizer]}" ] ||
      complain sanitizer "$target calls the $sanitizer sanitizer $calls times, below ${least_calls[$sanitizer]}"
  fi
}

check_libfuzzer() {
  local target=$1 options edges ran count
  local seeds=$place/seeds/$target
  elsewhere "$out/$target" -seed=1337 -runs=4 || complain runs "$target ends with $?: $(last_words)"
  grep -q '^Done 4 runs' "$place/log" || complain runs "$target does not say: Done 4 runs"
  edges=$(sed -n 's/^INFO: Loaded .* (\([0-9]*\) \(inline 8-bit counters\|guards\)).*/\1/p' "$place/log" | head -n 1)
  # A coverage build has counters of another kind; what it writes is looked at below.
  [ "$sanitizer" = coverage ] || [ "${edges:-0}" -ge $least_edges ] ||
    complain edges "$target has ${edges:-no} edges, below $least_edges"

  [ -s "$out/$target.dict" ] && ! elsewhere "$out/$target" -dict="$out/$target.dict" -runs=0 &&
    complain dictionary "$target.dict is refused: $(last_words)"
  mapfile -t options < <(sed -n '/^dict/!s/^\([a-z_]*\) = \(.*\)$/-\1=\2/p' "$out/$target.options" 2>/dev/null)
  elsewhere "$out/$target" "${options[@]}" -runs=0 "$seeds" ||
    complain seeds "$target ends with $? on its seeds: $(last_words)"
  if grep -q 'unrecognized flag' "$place/log"; then
    complain options "$target.options: $(grep -m 1 'unrecognized flag' "$place/log")"
  fi
  ran=$(sed -n 's/^Done \([0-9]*\) runs.*/\1/p' "$place/log")
  count=$(find "$seeds" -type f | wc -l)
  [ "${ran:-0}" -ge "$count" ] || complain seeds "$target ran ${ran:-none} of its $count seeds"
}

check_afl() {
  local target=$1 edges
  local seeds=$place/seeds/$target
  elsewhere "$out/$target" "$out/$target.dict" || complain runs "$target ends with $?: $(last_words)"
  elsewhere afl-showmap -m none -t 25000 -C -i "$seeds" -o "$place/scratch/$target" -- "$out/$target" ||
    complain seeds "$target ends with $? on its seeds: $(last_words)"
  edges=$(wc -l 2>/dev/null <"$place/scratch/$target" || echo 0)
  [ "$edges" -ge $least_edges ] || complain edges "$target's seeds reach $edges edges, below $least_edges"
}

# An engine that runs the files named, such as fuzz/stand_in_engine.cc.
check_other() {
  local target=$1 files
  elsewhere "$out/$target" || complain runs "$target ends with $?: $(last_words)"
  mapfile -t files < <(find "$place/seeds/$target" -type f)
  elsewhere "$out/$target" "${files[@]}" ||
    complain seeds "$target ends with $? on its seeds: $(last_words)"
}

# Source-based coverage counts functions while target $1 runs.
check_coverage() {
  local target=$1 functions
  # Each process wrote a file of its own, and `show` takes one.
  functions=$(find "$place/scratch" -name '*.profraw' -exec llvm-profdata-19 show {} \; 2>/dev/null |
    sed -n 's/^Total functions: //p' | sort -n | tail -n 1)
  [ "${functions:-0}" -ge $least_edges ] ||
    complain sanitizer "$target wrote coverage of ${functions:-no} functions, below $least_edges"
  rm -f "$place"/scratch/*.profraw
}

find corpus fuzz/seeds -type f ! -path '*/.*' -exec sha1sum {} + | sed 's|^\([0-9a-f]*\).*|./\1|' |
  sort -u >"$place/wanted"
check_names
for target in "${targets[@]}"; do
  [ -x "$out/$target" ] || complain targets "$target is missing"
  [ -s "$out/${target}_seed_corpus.zip" ] || complain archive "${target}_seed_corpus.zip is missing"
done
for target in "${closely[@]}"; do
  check_files "$target"
  [ -x "$out/$target" ] || continue
  check_binary "$target"
  if [ "$sanitizer" = memory ]; then continue; fi
  "check_$engine" "$target"
  if [ "$sanitizer" = coverage ]; then check_coverage "$target"; fi
done
[ "$before" = "$(listing)" ] || complain untouched "a target changed the folder it lies in"

if [ $faults -ne 0 ]; then
  echo "contract: $faults faults in a build for $engine, $sanitizer"
  exit 1
fi
echo "contract: ${#closely[@]} of ${#targets[@]} targets for $engine, $sanitizer: all as the services expect"
