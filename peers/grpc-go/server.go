package main

import (
	"context"
	"fmt"
	"io"
	"net"

	"golang.org/x/net/http2"
	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

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

	conn, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		return observation{}, err
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, http2.ClientPreface); err != nil {
		return observation{}, err
	}
	peer, err := newRawPeer(conn)
	if err != nil {
		return observation{}, err
	}
	fields := []field{
		{":method", "POST"}, {":scheme", "http"}, {":path", "/service/method"},
		{":authority", "localhost"}, {"content-type", "application/grpc"}, {"te", "trailers"}, control,
	}
	if err := peer.writeHeaders(1, false, append(fields, k.fields...)...); err != nil {
		return observation{}, err
	}
	if err := peer.framer.WriteData(1, true, emptyMessage); err != nil {
		return observation{}, err
	}
	var status string
	endedBy := peer.readUntil(func(frame http2.Frame) bool {
		headers, ok := frame.(*http2.HeadersFrame)
		if !ok {
			return false
		}
		for _, f := range decode(headers) {
			if f.name == ":status" || f.name == "grpc-status" {
				status += fmt.Sprintf("%s %s; ", f.name, f.value)
			}
		}
		return headers.StreamEnded()
	})
	select {
	case md := <-delivered:
		return observe("request-headers", k, md, status+endedBy), nil
	default:
		return observe("request-headers", k, nil, status+endedBy), nil
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
