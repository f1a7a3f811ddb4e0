// Package converters lists what this peer offers: yarpc-go as released and with the change, the
// guarded and the rejecting variant, and an ordered variant of each.
package converters

import (
	"errors"

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

type (
	request  = func(metadata.MD, []string) (*transport.Request, error)
	response = func(metadata.MD, []string) (transport.Headers, error)
	back     = func(*transport.Request) (metadata.MD, error)
)

type converter struct {
	name, policy string
	ordered      bool
	request      request
	response     response
	back         back
}

// unordered wraps conversions that iterate the map.
func unordered(name, policy string, request func(metadata.MD) (*transport.Request, error),
	response func(metadata.MD) (transport.Headers, error), back back,
) converter {
	return converter{
		name, policy, false,
		func(md metadata.MD, _ []string) (*transport.Request, error) { return request(md) },
		func(md metadata.MD, _ []string) (transport.Headers, error) { return response(md) },
		back,
	}
}

var all = []converter{
	unordered("yarpc-go-before", "canonicalizing", released.Request, released.Response, released.Back),
	unordered("yarpc-go-after", "direct", after.Request, after.Response, after.Back),
	unordered("yarpc-go-guarded", "guarded", guarded.Request, guarded.Response, guarded.Back),
	unordered("yarpc-go-rejecting", "rejecting", rejecting.Request, rejecting.Response, rejecting.Back),
	{"yarpc-go-before-ordered", "canonicalizing", true, orderedbefore.Request, orderedbefore.Response, orderedbefore.Back},
	{"yarpc-go-after-ordered", "direct", true, orderedafter.Request, orderedafter.Response, orderedafter.Back},
	{"yarpc-go-guarded-ordered", "guarded", true, orderedguarded.Request, orderedguarded.Response, orderedguarded.Back},
	{"yarpc-go-rejecting-ordered", "rejecting", true, orderedrejecting.Request, orderedrejecting.Response, orderedrejecting.Back},
}

// ErrMalformed is returned for a request that the protocol does not know.
var ErrMalformed = errors.New("malformed request")

// AppendGreeting appends the body of the first frame: who this is, and its converters.
func AppendGreeting(out []byte) []byte {
	out = append(out, "headerproof-peer 1\n"...)
	out = append(out, "system yarpc-go "+version()+"\n"...)
	for _, c := range all {
		order := "any-order"
		if c.ordered {
			order = "given-order"
		}
		out = append(out, "converter "+c.name+" "+c.policy+" "+order+" unicode way-back\n"...)
	}
	return out
}

// AppendAnswer converts what the body of a request frame asks for, and appends the outcome.
func AppendAnswer(out, body []byte) ([]byte, error) {
	if len(body) < 2 || int(body[0]) >= len(all) || body[1] > 2 {
		return out, ErrMalformed
	}
	if body[1] == 2 {
		request, err := flat.DecodeRequest(body[2:])
		if err != nil {
			return out, err
		}
		md, err := all[body[0]].back(request)
		return flat.AppendMetadata(out, md, err), nil
	}
	md, order, err := flat.DecodeMetadata(body[2:])
	if err != nil {
		return out, err
	}
	c := all[body[0]]
	if body[1] == 0 {
		converted, err := c.request(md, order)
		return flat.AppendRequest(out, converted, err), nil
	}
	headers, err := c.response(md, order)
	return flat.AppendResponse(out, headers, err), nil
}
