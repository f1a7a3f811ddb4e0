//go:build !yarpc

package main

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

// stack says what was replaced when it was built (build.sh).
func stack() string {
	name := "grpc-go " + version("google.golang.org/grpc")
	if isLenient() {
		name += " over a lenient framer"
	}
	return name
}

// serve starts a real server whose handler hands on what metadata.FromIncomingContext gives it, which
// is what yarpc-go's handler converts. Returns how to stop the server.
func serve(listener net.Listener, delivered chan<- metadata.MD) func() {
	server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		md, _ := metadata.FromIncomingContext(stream.Context())
		delivered <- md
		return nil
	}))
	go func() { _ = server.Serve(listener) }()
	return server.Stop
}

// required is what every request needs as well: nothing.
func required(kind) []field { return nil }

// readContext puts the control and the kind's fields into an incoming context, as an interceptor or a test
// does, past every check of the wire, and returns what metadata.FromIncomingContext gives. Of two names
// that collide it drops one at random, so that kind is not recorded.
func readContext(k kind) (metadata.MD, bool) {
	given := metadata.MD{control.name: {control.value}}
	for _, f := range k.fields {
		given[f.name] = []string{f.value}
	}
	delivered, _ := metadata.FromIncomingContext(metadata.NewIncomingContext(context.Background(), given))
	return delivered, k.name != "collision"
}
