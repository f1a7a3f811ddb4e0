#!/bin/sh
# Runs the peers that need Go, and writes what they showed as evidence for the audit.
#
#   peers/evidence.sh BUILD_DIR OUT_DIR [COMPARISONS]
#
# COMPARISONS of yarpc-go's outcomes with the model's (default 12,000,000, about two minutes on two
# cores). With fewer, claims remain unknown.
set -eu

if [ $# -lt 2 ]; then
  echo "usage: $0 BUILD_DIR OUT_DIR [COMPARISONS]" >&2
  exit 2
fi
build_dir=$1
out_dir=$2
comparisons=${3:-12000000}
calls_dir=$(mktemp -d)
trap 'rm -rf "$calls_dir"' EXIT
set --
while read -r id program; do
  "$build_dir/grpc-go/$program" >"$calls_dir/$id"
  set -- "$@" --calls "$id" "$calls_dir/$id"
done <<EOF
wire-grpc-go grpc-go-calls
wire-newest-grpc-go grpc-go-calls-newest
wire-grpc-go-1.38.1 grpc-go-calls-1.38.1
wire-grpc-go-1.39.0 grpc-go-calls-1.39.0
wire-grpc-go-lenient grpc-go-calls-lenient
wire-yarpc-go yarpc-go-calls
wire-yarpc-go-after yarpc-go-calls-after
EOF
"$build_dir/peer_evidence" --out "$out_dir" --comparisons "$comparisons" "$@"
