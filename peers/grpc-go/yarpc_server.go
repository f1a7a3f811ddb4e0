//go:build yarpc

package main

import (
	"context"
	"net"
	"slices"

	"go.uber.org/yarpc/api/transport"
	"go.uber.org/yarpc/transport/grpc"
	"google.golang.org/grpc/metadata"
)

// stack says what was replaced when it was built (build.sh).
func stack() string {
	const module = "go.uber.org/yarpc"
	name := "yarpc-go " + version(module)
	if isReplaced(module) {
		name += " with change 2443"
	}
	if isLenient() {
		name += " over a lenient framer"
	}
	return name
}

// asSpelled is what an application finds in headers, under the spellings that came.
func asSpelled(headers transport.Headers) metadata.MD {
	found := metadata.MD{}
	for name, value := range headers.OriginalItems() {
		found[name] = []string{value}
	}
	return found
}

// asDelivered is a request as its handler sees it: its headers, and what became a field of its own
// under the name that fills it.
func asDelivered(request *transport.Request) metadata.MD {
	found := asSpelled(request.Headers)
	for _, own := range []field{
		{grpc.CallerHeader, request.Caller},
		{grpc.ServiceHeader, request.Service},
		{grpc.EncodingHeader, string(request.Encoding)},
		{grpc.ShardKeyHeader, request.ShardKey},
		{grpc.RoutingKeyHeader, request.RoutingKey},
		{grpc.RoutingDelegateHeader, request.RoutingDelegate},
		{grpc.CallerProcedureHeader, request.CallerProcedure},
	} {
		if own.value != "" {
			found[own.name] = append(found[own.name], own.value)
		}
	}
	return found
}

// A handler takes any call, and hands on its request. It is its own router.
type handler struct{ delivered chan<- metadata.MD }

func (h handler) Handle(_ context.Context, request *transport.Request, _ transport.ResponseWriter) error {
	h.delivered <- asDelivered(request)
	return nil
}

func (h handler) Procedures() []transport.Procedure { return nil }

func (h handler) Choose(context.Context, *transport.Request) (transport.HandlerSpec, error) {
	return transport.NewUnaryHandlerSpec(h), nil
}

// serve starts a yarpc-go inbound whose handler hands on what it is given: of unary calls, but the
// request of a stream is made by the same code. Returns how to stop the inbound.
func serve(listener net.Listener, delivered chan<- metadata.MD) func() {
	inbound := grpc.NewTransport().NewInbound(listener)
	inbound.SetRouter(handler{delivered})
	check(inbound.Start())
	return func() { _ = inbound.Stop() }
}

// required is what yarpc-go wants of every request. Where the kind has such a name, in whatever
// spelling, that has to do: nothing else could tell whether it arrived.
func required(k kind) []field {
	wanted := []field{
		{"grpc-timeout", "5S"},
		{grpc.CallerHeader, "caller"}, {grpc.ServiceHeader, "service"}, {grpc.EncodingHeader, "raw"},
	}
	return slices.DeleteFunc(wanted, func(f field) bool {
		return slices.ContainsFunc(k.fields, func(own field) bool { return asciiLower(own.name) == f.name })
	})
}

// readContext has nothing to read: an inbound takes no interceptor of grpc-go's.
func readContext(kind) (metadata.MD, bool) { return nil, false }
