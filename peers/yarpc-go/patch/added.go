package main

// What is next to a variant's headers.go: the conversions, exported. The loop of an ordered variant
// follows `order`; the others ignore it.
const exported = `package grpc

import (
	"iter"

	"go.uber.org/yarpc/api/transport"
	"google.golang.org/grpc/metadata"
)

func Request(md metadata.MD, order []string) (*transport.Request, error) {
	return metadataToTransportRequest(ARGUMENTS)
}

func Response(md metadata.MD, order []string) (transport.Headers, error) {
	return getApplicationHeaders(ARGUMENTS)
}

func Back(request *transport.Request) (metadata.MD, error) {
	return transportRequestToMetadata(request)
}

// inOrder yields the entries of md in the given order of their names.
func inOrder(md metadata.MD, order []string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for _, name := range order {
			if !yield(name, md[name]) {
				return
			}
		}
	}
}
`

// What the rejecting variant asks of a name.
const names = `package grpc

func hasUppercase(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}
`

// What the guarded variant has at the end of headers.go.
const mayChange = `
// mayChange is false only if CanonicalizeHeaderKey does not change the header: if it has no octet of
// 'A' to 'Z', and none above 0x7f, which may be part of an uppercase letter. It takes eight octets at
// a time: in each, an addition carries into the highest bit from 'A' up, another from 'Z' + 1 up.
func mayChange(header string) bool {
	const ones = 0x0101010101010101
	if len(header) < 8 {
		for i := 0; i < len(header); i++ {
			if c := header[i]; 'A' <= c && c <= 'Z' || c >= 0x80 {
				return true
			}
		}
		return false
	}
	var found uint64
	for i := 0; i < len(header); i += 8 {
		// The last eight may overlap those before.
		h := header[min(i, len(header)-8):]
		eight := uint64(h[0]) | uint64(h[1])<<8 | uint64(h[2])<<16 | uint64(h[3])<<24 |
			uint64(h[4])<<32 | uint64(h[5])<<40 | uint64(h[6])<<48 | uint64(h[7])<<56
		low := eight & (ones * 0x7f)
		found |= eight | ((low + ones*(0x80-'A')) ^ (low + ones*(0x7f-'Z')))
	}
	return found&(ones*0x80) != 0
}
`
