#!/bin/sh
# Builds the programs that make real calls (main.go) in BUILD_DIR:
#
#   grpc-go-calls           with the grpc-go that yarpc-go pins
#   grpc-go-calls-newest    with the newest release at the time of writing (newest.mod)
#   grpc-go-calls-1.38.1    with the last release whose FromIncomingContext leaves names as they are
#   grpc-go-calls-1.39.0    with the first whose FromIncomingContext lowercases them
#   grpc-go-calls-lenient   as grpc-go-calls, over a framer that lets uppercase names through: what it
#                           records shows that the others would have seen them, and what grpc-go does
#                           to the names of a response
#   yarpc-go-calls          with the yarpc-go that peers/yarpc-go pins, as released
#   yarpc-go-calls-after    with a copy of it to which change 2443 was applied as peers/yarpc-go applies it
#   yarpc-go-calls-lenient  the same over the framer that lets uppercase names through
#
# Nothing of yarpc-go or of the framer is in the source tree. With --yarpc only the last three are built,
# which do not need Go 1.26.
#
#   peers/grpc-go/build.sh [--yarpc] BUILD_DIR
set -eu

has_newest=true
if [ "${1-}" = --yarpc ]; then
  has_newest=false
  shift
fi
if [ $# -ne 1 ]; then
  echo "usage: $0 [--yarpc] BUILD_DIR" >&2
  exit 2
fi
mkdir -p "$1"
build_dir=$(cd "$1" && pwd)
cd "$(dirname "$0")"
go=${GO:-go}
export GOWORK=off GOFLAGS="-buildvcs=false -mod=readonly"
if $has_newest; then
  "$go" build -trimpath -o "$build_dir/grpc-go-calls" .
  for version in newest 1.38.1 1.39.0; do
    "$go" build -trimpath "-modfile=$version.mod" -o "$build_dir/grpc-go-calls-$version" .
  done
fi

# Copies a module that peers/yarpc-go pins to BUILD_DIR/$2, where it can be changed.
pinned=../yarpc-go
copy_module() {
  (cd $pinned && "$go" mod download "$1")
  rm -rf "${build_dir:?}/$2"
  cp -R "$(cd $pinned && "$go" list -m -f '{{.Dir}}' "$1")" "$build_dir/$2"
  chmod -R u+w "$build_dir/$2"
}
copy_module go.uber.org/yarpc yarpc-go-after
headers=$build_dir/yarpc-go-after/transport/grpc/headers.go
(cd $pinned && "$go" run ./patch -from "$headers" -to "$build_dir/variants")
cp "$build_dir/variants/after/headers.go" "$headers"

# The framer is golang.org/x/net's; the one line that refuses uppercase letters is made to refuse none.
copy_module golang.org/x/net net-lenient
framer=$build_dir/net-lenient/http2/http2.go
sed -i.released "s/if 'A' <= r && r <= 'Z' {/if false {/" "$framer"
if [ "$(diff "$framer.released" "$framer" | grep -c '^>')" != 1 ]; then
  echo "$0: the framer has no single line that refuses uppercase letters" >&2
  exit 1
fi

# build PROGRAM MODULE_DIR TAGS REPLACEMENT...
build() {
  program=$build_dir/$1
  cp "$2/go.mod" "$program.mod"
  cp "$2/go.sum" "$program.sum"
  tags=$3
  shift 3
  "$go" mod edit -fmt "$@" "$program.mod"
  "$go" build -trimpath "-tags=$tags" "-modfile=$program.mod" -o "$program" .
}
changed=-replace=go.uber.org/yarpc=$build_dir/yarpc-go-after
lenient=-replace=golang.org/x/net=$build_dir/net-lenient
build yarpc-go-calls $pinned yarpc
build yarpc-go-calls-after $pinned yarpc "$changed"
build yarpc-go-calls-lenient $pinned yarpc "$changed" "$lenient"
if $has_newest; then
  build grpc-go-calls-lenient . '' "$lenient"
fi
