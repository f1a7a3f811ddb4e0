#!/bin/sh
# Builds the yarpc-go peer: BUILD_DIR/yarpc-go-peer, a process, and BUILD_DIR/libyarpc_go.a, a
# C archive. Copies this module to BUILD_DIR/module, adds the variants of yarpc-go's headers.go there
# (nothing of yarpc-go stands in the source tree) and builds. Needs Go 1.23 or newer, a C compiler, and the
# modules of go.sum in the module cache or a way to get them; offline, set GOPROXY=off.
#
#   peers/yarpc-go/build.sh BUILD_DIR
set -eu

if [ $# -ne 1 ]; then
  echo "usage: $0 BUILD_DIR" >&2
  exit 2
fi
source_dir=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1"
build_dir=$(cd "$1" && pwd)
module_dir=$build_dir/module
go=${GO:-go}
export GOWORK=off GOFLAGS="-buildvcs=false -mod=readonly"

rm -rf "$module_dir"
mkdir -p "$module_dir"
(cd "$source_dir" && tar -cf - --exclude=build.sh .) | (cd "$module_dir" && tar -xf -)

cd "$module_dir"
"$go" mod download go.uber.org/yarpc
yarpc_dir=$("$go" list -m -f '{{.Dir}}' go.uber.org/yarpc)
"$go" run ./patch -from "$yarpc_dir/transport/grpc/headers.go" -to variants
cmp "$yarpc_dir/transport/grpc/headers.go" variants/before/headers.go
# Said once more, without the program that made it: `after` is the release less two lines.
changes=$(diff variants/before/headers.go variants/after/headers.go | grep '^[<>]' || true)
call='<		header = transport.CanonicalizeHeaderKey(header)'
if [ "$changes" != "$(printf '%s\n%s' "$call" "$call" | sed 's/^</< /')" ]; then
  echo "$0: the change is not the removal of two calls: $changes" >&2
  exit 1
fi

"$go" build -trimpath -o "$build_dir/yarpc-go-peer" ./process
"$go" build -trimpath -buildmode=c-archive -o "$build_dir/libyarpc_go.a" ./capi
