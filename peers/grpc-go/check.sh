#!/bin/sh
# Makes the calls again and fails if anything differs from the recording but the version of Go, and
# whether yarpc-go has the change, which has to show in nothing that is delivered.
#
#   peers/grpc-go/check.sh PROGRAM RECORDED
set -eu

if [ $# -ne 2 ]; then
  echo "usage: $0 PROGRAM RECORDED" >&2
  exit 2
fi
now=$(mktemp)
then=$(mktemp)
trap 'rm -f "$now" "$then"' EXIT
"$1" >"$now"
leave_out='1s/"go": "[^"]*"/"go": ""/; 1s/ with change 2443",/",/'
sed "$leave_out" "$2" >"$then"
sed -i "$leave_out" "$now"
diff "$then" "$now"
