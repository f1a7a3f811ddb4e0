//go:build yarpc

package main

import (
	"context"
	"net"
	"runtime/debug"
	"slices"
	"strings"

	"go.uber.org/yarpc/api/transport"
	"go.uber.org/yarpc/transport/grpc"
	"google.golang.org/grpc/metadata"
)

// The module of grpc-go's framer.
const framer = "golang.org/x/net"

// stack says what was replaced when it was built (build_yarpc.sh).
func stack() string {
	const module = "go.uber.org/yarpc"
	name := "yarpc-go " + version(module)
	if isReplaced(module) {
		name += " with change 2443"
	}
	if isReplaced(framer) {
		name += " over a lenient framer"
	}
	return name
}

func isReplaced(path string) bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Deps, func(module *debug.Module) bool {
		return module.Path == path && module.Replace != nil
	})
}

// Some names yarpc-go hands to nobody, or takes apart, however they are spelled: that those did not
// arrive shows nothing of the wire. So each kind is asked in lowercase as well. The letters are not:
// in lowercase they are names like any other.
func init() {
	for _, k := range kinds {
		lowered := kind{name: k.name + "-lowercase"}
		changes := false
		for _, f := range k.fields {
			changes = changes || hasUppercase(f.name)
			lowered.fields = append(lowered.fields, field{asciiLower(f.name), f.value})
		}
		if changes && !strings.HasPrefix(k.name, "letter-") {
			kinds = append(kinds, lowered)
		}
	}
	// Let through, two names that collide meet in a map: grpc-go drops one at random.
	if isReplaced(framer) {
		kinds = slices.DeleteFunc(kinds, func(k kind) bool { return k.name == "collision" })
	}
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

// A handler takes any call, and notes its request. It is its own router.
type handler struct{ delivered chan metadata.MD }

func (h handler) Handle(_ context.Context, request *transport.Request, _ transport.ResponseWriter) error {
	h.delivered <- asDelivered(request)
	return nil
}

func (h handler) Procedures() []transport.Procedure { return nil }

func (h handler) Choose(context.Context, *transport.Request) (transport.HandlerSpec, error) {
	return transport.NewUnaryHandlerSpec(h), nil
}

// callServer sends one request with the kind's fields to a yarpc-go inbound, and returns what its
// handler was given: unary, but for a stream the request is made by the same code.
func callServer(k kind) (observation, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return observation{}, err
	}
	defer listener.Close()
	asked := handler{make(chan metadata.MD, 1)}
	inbound := grpc.NewTransport().NewInbound(listener)
	inbound.SetRouter(asked)
	if err := inbound.Start(); err != nil {
		return observation{}, err
	}

	fields := []field{{"grpc-timeout", "5S"}}
	// What yarpc-go wants of every request. Where the kind has such a name, in whatever spelling, it has
	// to do: nothing else could tell whether it arrived.
	for _, f := range []field{
		{grpc.CallerHeader, "caller"}, {grpc.ServiceHeader, "service"}, {grpc.EncodingHeader, "raw"},
	} {
		wanted := true
		for _, own := range k.fields {
			wanted = wanted && asciiLower(own.name) != f.name
		}
		if wanted {
			fields = append(fields, f)
		}
	}
	ended, err := sendRequest(listener.Addr().String(), append(append(fields, control), k.fields...)...)
	if err != nil {
		return observation{}, err
	}
	if err := inbound.Stop(); err != nil {
		return observation{}, err
	}
	select {
	case request := <-asked.delivered:
		return observe("request-headers", k, request, ended), nil
	default:
		return observe("request-headers", k, nil, ended), nil
	}
}

// readContext has nothing to read: an inbound takes no interceptor of grpc-go's.
func readContext(kind) (observation, bool) { return observation{}, false }
