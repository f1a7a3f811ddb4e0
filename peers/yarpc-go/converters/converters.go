// Package converters lists what this peer offers: yarpc-go as released and with the change, the
// guarded and the rejecting variant, and an ordered variant of each.
package converters

import (
	"errors"
	"runtime/debug"

	"go.uber.org/yarpc/api/transport"
	"google.golang.org/grpc/metadata"

	"headerproof/peers/yarpc-go/flat"
	"headerproof/peers/yarpc-go/released"
	after "headerproof/peers/yarpc-go/variants/after"
	guarded "headerproof/peers/yarpc-go/variants/guarded"
	orderedafter "headerproof/peers/yarpc-go/variants/ordered_after"
	orderedbefore "headerproof/peers/yarpc-go/variants/ordered_before"
	orderedguarded "headerproof/peers/yarpc-go/variants/ordered_guarded"
	orderedrejecting "headerproof/peers/yarpc-go/variants/ordered_rejecting"
	rejecting "headerproof/peers/yarpc-go/variants/rejecting"
)

type converter struct {
	name, policy, order string
	request             func(metadata.MD, []string) (*transport.Request, error)
	response            func(metadata.MD, []string) (transport.Headers, error)
	back                func(*transport.Request) (metadata.MD, error)
}

var all = []converter{
	{"yarpc-go-before", "canonicalizing", "any-order", released.Request, released.Response, released.Back},
	{"yarpc-go-after", "direct", "any-order", after.Request, after.Response, after.Back},
	{"yarpc-go-guarded", "guarded", "any-order", guarded.Request, guarded.Response, guarded.Back},
	{"yarpc-go-rejecting", "rejecting", "any-order", rejecting.Request, rejecting.Response, rejecting.Back},
	{"yarpc-go-before-ordered", "canonicalizing", "given-order", orderedbefore.Request, orderedbefore.Response, orderedbefore.Back},
	{"yarpc-go-after-ordered", "direct", "given-order", orderedafter.Request, orderedafter.Response, orderedafter.Back},
	{"yarpc-go-guarded-ordered", "guarded", "given-order", orderedguarded.Request, orderedguarded.Response, orderedguarded.Back},
	{"yarpc-go-rejecting-ordered", "rejecting", "given-order", orderedrejecting.Request, orderedrejecting.Response, orderedrejecting.Back},
}

// ErrMalformed is returned for a request that the protocol does not know.
var ErrMalformed = errors.New("malformed request")

// version is the version of a module as it was linked.
func version(path string) string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == path {
			return module.Version
		}
	}
	return "unknown"
}

// AppendGreeting appends the body of the first frame: who this is, and its converters.
func AppendGreeting(out []byte) []byte {
	out = append(out, "headerproof-peer 1\n"...)
	out = append(out, "system yarpc-go "+version("go.uber.org/yarpc")+" with grpc-go "+
		version("google.golang.org/grpc")+"\n"...)
	for _, c := range all {
		out = append(out, "converter "+c.name+" "+c.policy+" "+c.order+" unicode way-back\n"...)
	}
	return out
}

// AppendAnswer converts what the body of a request frame asks for, and appends the outcome.
func AppendAnswer(out, body []byte) ([]byte, error) {
	if len(body) < 2 || int(body[0]) >= len(all) || body[1] > 2 {
		return out, ErrMalformed
	}
	c := all[body[0]]
	if body[1] == 2 {
		request, err := flat.DecodeRequest(body[2:])
		if err != nil {
			return out, err
		}
		md, err := c.back(request)
		return flat.AppendMetadata(out, md, err), nil
	}
	md, order, err := flat.DecodeMetadata(body[2:])
	if err != nil {
		return out, err
	}
	if body[1] == 0 {
		converted, err := c.request(md, order)
		return flat.AppendRequest(out, converted, err), nil
	}
	headers, err := c.response(md, order)
	return flat.AppendResponse(out, headers, err), nil
}
