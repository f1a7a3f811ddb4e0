#!/usr/bin/env bash
# ci/mutants.sh keeps what was met as long as all that it depends on is the same.
set -euo pipefail
cd "$(dirname "$0")"
project=$(mktemp -d)
trap 'rm -r "$project"' EXIT

# A project of the script, one target that kills everything, and a cmake that builds nothing.
mkdir -p "$project"/{ci,corpus,fuzz/seeds,build/fuzz/fuzz,bin}
cp mutants.sh "$project/ci/"
cd "$project"
printf 'order relation\n' >fuzz/targets.txt
printf '[libfuzzer]\nmax_len = 4096\n' >fuzz/headerproof.options
printf '"a"\n' >fuzz/headerproof.dict
printf 'a: 1\n' >corpus/a.case
printf 'seed' >fuzz/seeds/one
printf '#!/bin/sh\n' >bin/cmake
printf '#!/bin/sh\necho "  fold-bracket"\n' >build/fuzz/fuzz/replay_request_path
cat >build/fuzz/fuzz/order <<'EOF'
#!/bin/sh
echo run >>runs
printf 'cases 7\nviolations 1\n' >"$HEADERPROOF_TALLY"
exit 1
EOF
chmod +x bin/cmake build/fuzz/fuzz/*

# expect RUNS WHEN: the script has the target run so often, from seeds and without.
expect() {
  : >runs
  PATH=$PWD/bin:$PATH ci/mutants.sh >said 2>&1 </dev/null || { cat said >&2; exit 1; }
  if [ "$(wc -l <runs)" != "$1" ]; then
    echo "$2: expected $1 runs of the target, got $(wc -l <runs)" >&2
    exit 1
  fi
}

expect 2 "at first"
expect 0 "when nothing changed"
for input in corpus/a.case fuzz/seeds/one fuzz/headerproof.dict fuzz/headerproof.options build/fuzz/fuzz/order; do
  printf '# changed\n' >>"$input"
  expect 2 "when $input changed"
  expect 0 "when nothing changed since $input"
done
mv fuzz/seeds/one fuzz/seeds/other
expect 2 "when a seed was renamed"
