#!/bin/sh
# Builds BUILD_DIR/grpc-go-calls, with the grpc-go that yarpc-go pins, and BUILD_DIR/grpc-go-calls-newest,
# with the newest release at the time of writing (newest.mod), which needs Go 1.26.
#
#   peers/grpc-go/build.sh BUILD_DIR
set -eu

if [ $# -ne 1 ]; then
  echo "usage: $0 BUILD_DIR" >&2
  exit 2
fi
mkdir -p "$1"
build_dir=$(cd "$1" && pwd)
cd "$(dirname "$0")"
go=${GO:-go}
export GOWORK=off GOFLAGS="-buildvcs=false -mod=readonly"
"$go" build -trimpath -o "$build_dir/grpc-go-calls" .
"$go" build -trimpath -modfile=newest.mod -o "$build_dir/grpc-go-calls-newest" .
