//go:build !yarpc

package main

import (
	"context"
	"fmt"
	"net"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// octets is a codec that leaves messages as they are.
type octets struct{}

func (octets) Marshal(v any) ([]byte, error)      { return *v.(*[]byte), nil }
func (octets) Unmarshal(data []byte, v any) error { *v.(*[]byte) = data; return nil }
func (octets) Name() string                       { return "octets" }

// callFromClient makes one call with a real client to a raw server, and returns what its application
// was given: by grpc.Header for response headers, by grpc.Trailer, which is what yarpc-go's
// outbound converts, for trailers.
func callFromClient(place string, k kind) (observation, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return observation{}, err
	}
	defer listener.Close()
	answered := make(chan error, 1)
	go func() { answered <- answer(listener, place, k) }()

	client, err := grpc.NewClient("passthrough:///"+listener.Addr().String(),
		grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return observation{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	var request, response []byte
	var header, trailer metadata.MD
	callErr := client.Invoke(ctx, "/service/method", &request, &response, grpc.ForceCodec(octets{}),
		grpc.Header(&header), grpc.Trailer(&trailer))
	client.Close()
	if err := <-answered; err != nil {
		return observation{}, err
	}
	delivered := trailer
	if place == "response-headers" {
		delivered = header
	}
	endedBy := fmt.Sprintf("status %s: %s", status.Code(callErr), status.Convert(callErr).Message())
	if len(delivered) == 0 {
		delivered = nil
	}
	return observe(place, k, delivered, endedBy), nil
}
