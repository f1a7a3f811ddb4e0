#!/usr/bin/env bash
# The main job: gathers evidence and audits. See --help, and ci/harness/audit.py.
set -euo pipefail
here=$(dirname "$0")
if ! command -v python3 >/dev/null; then # as on a minimal Debian
  case " $* " in
    *" --no-install "* | *" --help "*)
      echo "ci/audit.sh: python3 is missing; install it, or everything: ci/setup.sh, as root" >&2
      exit 2
      ;;
  esac
  "$here/setup.sh"
fi
exec python3 -B "$here/harness/audit.py" "$@"
