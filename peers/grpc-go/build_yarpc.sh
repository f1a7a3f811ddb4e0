#!/bin/sh
# Builds BUILD_DIR/yarpc-go-calls, with the yarpc-go that peers/yarpc-go pins, as released, and
# BUILD_DIR/yarpc-go-calls-after, with a copy of it to which change 2443 was applied as peers/yarpc-go
# applies it. BUILD_DIR/yarpc-go-calls-lenient is the latter over a framer that lets uppercase names
# through: what it records shows that the others would have seen them. Nothing of yarpc-go or of the
# framer is in the source tree.
#
#   peers/grpc-go/build_yarpc.sh BUILD_DIR
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

pinned=../yarpc-go
(cd $pinned && "$go" mod download go.uber.org/yarpc)
yarpc_dir=$(cd $pinned && "$go" list -m -f '{{.Dir}}' go.uber.org/yarpc)
(cd $pinned && "$go" run ./patch -from "$yarpc_dir/transport/grpc/headers.go" -to "$build_dir/variants")
changed=$build_dir/yarpc-go-after
rm -rf "$changed"
cp -R "$yarpc_dir" "$changed"
chmod -R u+w "$changed"
cp "$build_dir/variants/after/headers.go" "$changed/transport/grpc/headers.go"

# The framer is golang.org/x/net's; the one line that refuses uppercase letters is made to refuse none.
(cd $pinned && "$go" mod download golang.org/x/net)
net_dir=$(cd $pinned && "$go" list -m -f '{{.Dir}}' golang.org/x/net)
lenient=$build_dir/net-lenient
rm -rf "$lenient"
cp -R "$net_dir" "$lenient"
chmod -R u+w "$lenient"
sed "s/if 'A' <= r && r <= 'Z' {/if false {/" "$net_dir/http2/http2.go" >"$lenient/http2/http2.go"
if [ "$(diff "$net_dir/http2/http2.go" "$lenient/http2/http2.go" | grep -c '^>')" != 1 ]; then
  echo "$0: the framer has no single line that refuses uppercase letters" >&2
  exit 1
fi

for version in release after lenient; do
  cp $pinned/go.mod "$build_dir/$version.mod"
  cp $pinned/go.sum "$build_dir/$version.sum"
done
"$go" mod edit "-replace=go.uber.org/yarpc=$changed" "$build_dir/after.mod"
"$go" mod edit "-replace=go.uber.org/yarpc=$changed" "-replace=golang.org/x/net=$lenient" \
  "$build_dir/lenient.mod"
"$go" build -trimpath -tags=yarpc "-modfile=$build_dir/release.mod" -o "$build_dir/yarpc-go-calls" .
"$go" build -trimpath -tags=yarpc "-modfile=$build_dir/after.mod" -o "$build_dir/yarpc-go-calls-after" .
"$go" build -trimpath -tags=yarpc "-modfile=$build_dir/lenient.mod" \
  -o "$build_dir/yarpc-go-calls-lenient" .
