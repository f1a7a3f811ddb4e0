// Package flat is the flat form of metadata and outcomes that peers/PROTOCOL.md describes.
package flat

import (
	"encoding/binary"
	"errors"

	"go.uber.org/yarpc/api/transport"
	"go.uber.org/yarpc/yarpcerrors"
	"google.golang.org/grpc/metadata"
)

// ErrMalformed is returned for octets that are not metadata.
var ErrMalformed = errors.New("malformed metadata")

// A reader takes parts off the front of octets; after an error it returns nothing.
type reader struct {
	octets []byte
	failed bool
}

func (r *reader) take(size uint32) []byte {
	if r.failed || uint64(size) > uint64(len(r.octets)) {
		r.failed = true
		return nil
	}
	part := r.octets[:size]
	r.octets = r.octets[size:]
	return part
}

func (r *reader) number() uint32 {
	part := r.take(4)
	if r.failed {
		return 0
	}
	return binary.LittleEndian.Uint32(part)
}

func (r *reader) text() string { return string(r.take(r.number())) }

// DecodeMetadata returns the metadata, its entries inserted in the order given, and that order.
func DecodeMetadata(octets []byte) (metadata.MD, []string, error) {
	r := reader{octets: octets}
	md := metadata.MD{}
	var order []string
	for entries := r.number(); entries > 0 && !r.failed; entries-- {
		name := r.text()
		values := []string{}
		for count := r.number(); count > 0 && !r.failed; count-- {
			values = append(values, r.text())
		}
		if _, repeated := md[name]; repeated {
			return nil, nil, ErrMalformed
		}
		md[name] = values
		order = append(order, name)
	}
	if r.failed || len(r.octets) != 0 {
		return nil, nil, ErrMalformed
	}
	return md, order, nil
}

// DecodeRequest returns a request of seven fields and headers: what the way back takes.
func DecodeRequest(octets []byte) (*transport.Request, error) {
	r := reader{octets: octets}
	request := &transport.Request{
		Caller: r.text(), Service: r.text(), ShardKey: r.text(), RoutingKey: r.text(),
		RoutingDelegate: r.text(), Encoding: transport.Encoding(r.text()), CallerProcedure: r.text(),
	}
	for headers := r.number(); headers > 0 && !r.failed; headers-- {
		name := r.text()
		request.Headers = request.Headers.With(name, r.text())
	}
	if r.failed || len(r.octets) != 0 {
		return nil, ErrMalformed
	}
	return request, nil
}

func appendNumber(out []byte, number int) []byte {
	return binary.LittleEndian.AppendUint32(out, uint32(number))
}

// appendText appends a text, its length first.
func appendText(out []byte, text string) []byte {
	return append(appendNumber(out, len(text)), text...)
}

func appendPairs(out []byte, pairs map[string]string) []byte {
	out = appendNumber(out, len(pairs))
	for name, value := range pairs {
		out = appendText(appendText(out, name), value)
	}
	return out
}

func appendError(out []byte, err error) []byte {
	status := yarpcerrors.FromError(err)
	code := byte(1)
	if status.Code() == yarpcerrors.CodeInvalidArgument {
		code = 0
	}
	return appendText(append(out, 1, code), status.Message())
}

// AppendMetadata appends what the way back returns.
func AppendMetadata(out []byte, md metadata.MD, err error) []byte {
	if err != nil {
		return appendError(out, err)
	}
	out = appendNumber(append(out, 0), len(md))
	for name, values := range md {
		out = appendNumber(appendText(out, name), len(values))
		for _, value := range values {
			out = appendText(out, value)
		}
	}
	return out
}

// AppendRequest appends the outcome of a conversion on the request path.
func AppendRequest(out []byte, request *transport.Request, err error) []byte {
	if err != nil {
		return appendError(out, err)
	}
	out = append(out, 0)
	for _, field := range []string{
		request.Caller, request.Service, request.ShardKey, request.RoutingKey,
		request.RoutingDelegate, string(request.Encoding), request.CallerProcedure,
	} {
		out = appendText(out, field)
	}
	out = appendPairs(out, request.Headers.Items())
	return appendPairs(out, request.Headers.OriginalItems())
}

// AppendResponse appends the outcome of a conversion on the response path, which has no fields.
func AppendResponse(out []byte, headers transport.Headers, err error) []byte {
	return AppendRequest(out, &transport.Request{Headers: headers}, err)
}
