#!/bin/sh
# Builds the yarpc-go peer: BUILD_DIR/yarpc-go-peer, a process, BUILD_DIR/libyarpc_go.a, a C archive,
# and BUILD_DIR/guarded.patch, the guarded variant as a patch for yarpc-go. Copies this module to
# BUILD_DIR/module, adds the variants of yarpc-go's headers.go there (the source tree has no code of
# yarpc-go) and builds. Needs Go 1.23 or newer, a C compiler, and the
# modules of go.sum in the module cache or a way to get them; offline, set GOPROXY=off.
#
#   peers/yarpc-go/build.sh [--libfuzzer] [--planted] BUILD_DIR
#
# With --libfuzzer the archive counts for libFuzzer what yarpc-go's own code covers, and can only be
# linked into a program that has libFuzzer. Only the packages that convert: with all of them libFuzzer
# would look at a hundred thousand counters of the runtime after each input. With --planted a fault is
# in the ordered variant of `after`, see ci/rates.sh planted.
set -eu

is_counted=false
if [ "${1-}" = --libfuzzer ]; then
  is_counted=true
  shift
fi
planted=
if [ "${1-}" = --planted ]; then
  planted=-planted
  shift
fi
if [ $# -ne 1 ]; then
  echo "usage: $0 [--libfuzzer] [--planted] BUILD_DIR" >&2
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
"$go" run ./patch -from "$yarpc_dir/transport/grpc/headers.go" -to variants ${planted:+"$planted"}
cmp "$yarpc_dir/transport/grpc/headers.go" variants/before/headers.go
# Said once more, without the program that made it: `after` is the release without two lines.
changes=$(diff variants/before/headers.go variants/after/headers.go | grep '^[<>]' || true)
call='<		header = transport.CanonicalizeHeaderKey(header)'
if [ "$changes" != "$(printf '%s\n%s' "$call" "$call" | sed 's/^</< /')" ]; then
  echo "$0: the change is not the removal of two calls: $changes" >&2
  exit 1
fi

# What yarpc-go could do instead, to be proposed: exit code 1 of diff is a difference.
diff -u --label a/transport/grpc/headers.go --label b/transport/grpc/headers.go \
  variants/before/headers.go variants/guarded/headers.go >"$build_dir/guarded.patch" || [ $? -eq 1 ]
unformatted=$("$("$go" env GOROOT)/bin/gofmt" -l variants)
if [ -n "$unformatted" ]; then
  echo "$0: not as gofmt writes it: $unformatted" >&2
  exit 1
fi

"$go" build -trimpath -o "$build_dir/yarpc-go-peer" ./process
set -- -trimpath -buildmode=c-archive
if $is_counted; then
  set -- "$@" -tags=libfuzzer
  for package in go.uber.org/yarpc/transport/grpc go.uber.org/yarpc/api/transport \
    headerproof/peers/yarpc-go/variants/...; do
    set -- "$@" "-gcflags=$package=-d=libfuzzer"
  done
fi
"$go" build "$@" -o "$build_dir/libyarpc_go.a" ./capi
