//go:build !yarpc

package main

import (
	"context"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

func stack() string { return "grpc-go " + version("google.golang.org/grpc") }

// callServer sends one request with the kind's fields to a real server, and returns what its handler
// was given by metadata.FromIncomingContext: what yarpc-go's handler converts.
func callServer(k kind) (observation, error) {
	delivered := make(chan metadata.MD, 1)
	server := grpc.NewServer(grpc.UnknownServiceHandler(func(_ any, stream grpc.ServerStream) error {
		md, _ := metadata.FromIncomingContext(stream.Context())
		delivered <- md
		return nil
	}))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return observation{}, err
	}
	go func() { _ = server.Serve(listener) }()
	defer server.Stop()

	ended, err := sendRequest(listener.Addr().String(), append([]field{control}, k.fields...)...)
	if err != nil {
		return observation{}, err
	}
	select {
	case md := <-delivered:
		return observe("request-headers", k, md, ended), nil
	default:
		return observe("request-headers", k, nil, ended), nil
	}
}

// readContext puts the kind's fields into an incoming context, as an interceptor or a test does, past
// every check of the wire, and returns what metadata.FromIncomingContext gives. Of two names
// that collide it drops one at random, so that kind is not recorded.
func readContext(k kind) (observation, bool) {
	given := metadata.MD{control.name: {control.value}}
	for _, f := range k.fields {
		given[f.name] = []string{f.value}
	}
	delivered, _ := metadata.FromIncomingContext(metadata.NewIncomingContext(context.Background(), given))
	return observe("incoming-context", k, delivered, "no call"), k.name != "collision"
}
