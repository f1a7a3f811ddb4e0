#!/bin/sh
# Makes the calls again and fails if anything but the version of Go differs from the recording.
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
sed 's/"go": "[^"]*"/"go": ""/' "$2" >"$then"
sed -i 's/"go": "[^"]*"/"go": ""/' "$now"
diff "$then" "$now"
