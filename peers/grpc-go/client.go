package main

import (
	"context"
	"fmt"
	"io"
	"net"

	"golang.org/x/net/http2"
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

// answer answers the one call that comes on a connection, the kind's fields at `place`.
func answer(listener net.Listener, place string, k kind) error {
	conn, err := listener.Accept()
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := io.ReadFull(conn, make([]byte, len(http2.ClientPreface))); err != nil {
		return err
	}
	peer, err := newRawPeer(conn)
	if err != nil {
		return err
	}
	ended := peer.readUntil(func(frame http2.Frame) bool {
		return frame.Header().Type == http2.FrameData && frame.Header().Flags.Has(http2.FlagDataEndStream)
	})
	if ended != "" {
		return fmt.Errorf("no call: %s", ended)
	}
	head := []field{{":status", "200"}, {"content-type", "application/grpc"}}
	tail := []field{{"grpc-status", "0"}}
	fields := append([]field{control}, k.fields...)
	switch place {
	case "trailers-only":
		err = peer.writeHeaders(1, true, append(append(head, tail...), fields...)...)
	case "response-headers":
		head = append(head, fields...)
	case "trailers":
		tail = append(tail, fields...)
	}
	if place != "trailers-only" {
		if err = peer.writeHeaders(1, false, head...); err == nil {
			if err = peer.framer.WriteData(1, false, emptyMessage); err == nil {
				err = peer.writeHeaders(1, true, tail...)
			}
		}
	}
	if err == nil {
		// Until the client goes: what it says about the answer is part of the call.
		peer.readUntil(func(http2.Frame) bool { return false })
	}
	return err
}

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
