//go:build yarpc

package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"

	"go.uber.org/yarpc/api/transport"
	"go.uber.org/yarpc/transport/grpc"
	"google.golang.org/grpc/metadata"
)

// unaryHeaders makes a call and returns the headers of its response, which are made of its trailers
// alone, and are there beside an error too.
func unaryHeaders(ctx context.Context, outbound *grpc.Outbound, meta transport.RequestMeta) (transport.Headers, error) {
	request := meta.ToRequest()
	request.Body = bytes.NewReader(nil)
	response, err := outbound.Call(ctx, request)
	if response == nil {
		return transport.Headers{}, err
	}
	return response.Headers, err
}

// streamHeaders opens a stream and returns its headers: nothing else of yarpc-go reads response headers.
func streamHeaders(ctx context.Context, outbound *grpc.Outbound, meta transport.RequestMeta) (transport.Headers, error) {
	stream, err := outbound.CallStream(ctx, &transport.StreamRequest{Meta: &meta})
	if err != nil {
		return transport.Headers{}, err
	}
	message := transport.StreamMessage{Body: io.NopCloser(bytes.NewReader(nil))}
	if err := stream.SendMessage(ctx, &message); err != nil {
		return transport.Headers{}, err
	}
	if err := stream.Close(ctx); err != nil {
		return transport.Headers{}, err
	}
	headers, err := stream.Headers()
	if err == nil {
		// Where the headers were refused there are none, and no error yet.
		_, err = stream.ReceiveMessage(ctx)
	}
	return headers, err
}

// callFromClient makes one call with a yarpc-go outbound to a raw server, and returns what its caller
// was given.
func callFromClient(place string, k kind) (observation, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return observation{}, err
	}
	defer listener.Close()
	answered := make(chan error, 1)
	go func() { answered <- answer(listener, place, k) }()

	client := grpc.NewTransport()
	outbound := client.NewSingleOutbound(listener.Addr().String())
	if err := client.Start(); err != nil {
		return observation{}, err
	}
	if err := outbound.Start(); err != nil {
		return observation{}, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	meta := transport.RequestMeta{
		Caller: "caller", Service: "service", Encoding: "raw", Procedure: "service::method",
	}
	call := unaryHeaders
	if place == "response-headers" {
		call = streamHeaders
	}
	headers, callErr := call(ctx, outbound, meta)
	if err := outbound.Stop(); err != nil {
		return observation{}, err
	}
	if err := client.Stop(); err != nil {
		return observation{}, err
	}
	if err := <-answered; err != nil {
		return observation{}, err
	}
	var delivered metadata.MD
	if headers.Len() != 0 {
		delivered = asSpelled(headers)
	}
	endedBy := "no error"
	if callErr != nil {
		endedBy = fmt.Sprint(callErr)
	}
	return observe(place, k, delivered, endedBy), nil
}
