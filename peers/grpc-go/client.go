//go:build !yarpc

package main

import (
	"context"
	"fmt"

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

// connect returns what makes one call with a real client, and how to end its connection. A call returns
// what its application was given: by grpc.Header for response headers, by grpc.Trailer, which is what
// yarpc-go's outbound converts, for trailers. (Dial is what old and new releases have.)
func connect(address string) (func(context.Context, string) (metadata.MD, string), func()) {
	client := must(grpc.Dial(address, grpc.WithTransportCredentials(insecure.NewCredentials())))
	call := func(ctx context.Context, place string) (metadata.MD, string) {
		var request, response []byte
		var header, trailer metadata.MD
		callErr := client.Invoke(ctx, "/service/method", &request, &response, grpc.ForceCodec(octets{}),
			grpc.Header(&header), grpc.Trailer(&trailer))
		delivered := trailer
		if place == "response-headers" {
			delivered = header
		}
		return delivered, fmt.Sprintf("status %s: %s", status.Code(callErr), status.Convert(callErr).Message())
	}
	return call, func() { client.Close() }
}
