#!/bin/sh
# Asks the peers that need Go and writes what they showed as evidence for the audit.
#
#   peers/evidence.sh BUILD_DIR OUT_DIR [COMPARISONS]
#
# COMPARISONS of yarpc-go's outcomes with the model's, 12,000,000 unless said: about two minutes on two
# cores. Fewer leave claims unproved.
set -eu

if [ $# -lt 2 ]; then
  echo "usage: $0 BUILD_DIR OUT_DIR [COMPARISONS]" >&2
  exit 2
fi
build_dir=$1
calls=$(mktemp)
newest=$(mktemp)
trap 'rm -f "$calls" "$newest"' EXIT
"$build_dir/grpc-go/grpc-go-calls" >"$calls"
"$build_dir/grpc-go/grpc-go-calls-newest" >"$newest"
"$build_dir/peer_evidence" --out "$2" --comparisons "${3:-12000000}" --calls "$calls" \
  --calls-newest "$newest"
