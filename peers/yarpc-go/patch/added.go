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

// What the guarded and the rejecting variant ask of a name.
const names = `package grpc

func hasUppercase(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; 'A' <= c && c <= 'Z' {
			return true
		}
	}
	return false
}

// mayChange is true if lowercasing may change the name: strings.ToLower works by code point, so an
// octet above 7f may be part of an uppercase letter.
func mayChange(name string) bool {
	for i := 0; i < len(name); i++ {
		if c := name[i]; 'A' <= c && c <= 'Z' || c >= 0x80 {
			return true
		}
	}
	return false
}
`
