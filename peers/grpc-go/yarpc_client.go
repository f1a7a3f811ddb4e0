//go:build yarpc

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"

	"go.uber.org/yarpc/api/transport"
	"go.uber.org/yarpc/transport/grpc"
	"google.golang.org/grpc/metadata"
)

// unaryHeaders makes a call and returns the headers of its response. They are made of its trailers
// alone, and come with an error too.
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

// connect returns what makes one call with a yarpc-go outbound, and how to end its connection. A call
// returns what its caller was given.
func connect(address string) (func(context.Context, string) (metadata.MD, string), func()) {
	client := grpc.NewTransport()
	outbound := client.NewSingleOutbound(address)
	check(errors.Join(client.Start(), outbound.Start()))
	meta := transport.RequestMeta{
		Caller: "caller", Service: "service", Encoding: "raw", Procedure: "service::method",
	}
	call := func(ctx context.Context, place string) (metadata.MD, string) {
		read := unaryHeaders
		if place == "response-headers" {
			read = streamHeaders
		}
		headers, callErr := read(ctx, outbound, meta)
		endedBy := "no error"
		if callErr != nil {
			endedBy = fmt.Sprint(callErr)
		}
		return asSpelled(headers), endedBy
	}
	return call, func() { check(errors.Join(outbound.Stop(), client.Stop())) }
}
