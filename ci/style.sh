#!/usr/bin/env bash
# Format of the C++ files, and shellcheck of the scripts: every file that git tracks, or would.
# Without git's list or one of the tools it exits with 77, which ctest calls skipped.
set -euo pipefail
cd "$(dirname "$0")/.."

for tool in git clang-format-19 shellcheck; do
  command -v "$tool" >/dev/null || { echo "style: skipped, $tool is missing"; exit 77; }
done

git rev-parse --is-inside-work-tree >/dev/null 2>&1 ||
  { echo "style: skipped, this is not a git checkout"; exit 77; }

files() { git ls-files --cached --others --exclude-standard -- "$@"; }

mapfile -t sources < <(files '*.h' '*.cc')
mapfile -t scripts < <(files '*.sh' .ci/run)
if [ "${#sources[@]}" -eq 0 ] || [ "${#scripts[@]}" -eq 0 ]; then
  echo "style: found no files to check; is this a git checkout?" >&2
  exit 1
fi
clang-format-19 --dry-run -Werror "${sources[@]}"
shellcheck "${scripts[@]}"
echo "style: ${#sources[@]} C++ files, ${#scripts[@]} scripts"
