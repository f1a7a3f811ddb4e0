// Package fuzz states the change's claim as a Go engineer would: a native fuzz test. It is what the
// differential target in C++ (peers/fuzz/yarpc_go.cc) is measured against.
package fuzz

import (
	"reflect"
	"strings"
	"testing"

	"google.golang.org/grpc/metadata"

	after "headerproof/peers/yarpc-go/variants/ordered_after"
	before "headerproof/peers/yarpc-go/variants/ordered_before"
	guarded "headerproof/peers/yarpc-go/variants/ordered_guarded"
)

// parse reads lines "name: value" or "name", as the text form of a case, but without escapes.
func parse(text string) (metadata.MD, []string) {
	md := metadata.MD{}
	var order []string
	for _, line := range strings.Split(text, "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, hasValue := line, "", false
		if end := strings.IndexByte(line[1:], ':'); end >= 0 {
			name, value, hasValue = line[:end+1], strings.TrimPrefix(line[end+2:], " "), true
		}
		if _, isThere := md[name]; !isThere {
			order = append(order, name)
			md[name] = []string{}
		}
		if hasValue {
			md[name] = append(md[name], value)
		}
	}
	return md, order
}

func isLowercase(md metadata.MD) bool {
	for name := range md {
		if strings.ToLower(name) != name {
			return false
		}
	}
	return true
}

// same compares two conversions. What was gathered before an error is not part of an outcome.
func same(t *testing.T, what string, a any, aErr error, b any, bErr error) {
	if aErr != nil || bErr != nil {
		if aErr == nil || bErr == nil || aErr.Error() != bErr.Error() {
			t.Fatalf("%s: %v, and %v", what, aErr, bErr)
		}
	} else if !reflect.DeepEqual(a, b) {
		t.Fatalf("%s: %v, and %v", what, a, b)
	}
}

// On lowercase names the change makes no difference; and lowercasing only what needs it never does.
func FuzzChange(f *testing.F) {
	f.Add("rpc-caller: a\nfoo: b\n")
	f.Fuzz(func(t *testing.T, text string) {
		md, order := parse(text)
		request, requestErr := before.Request(md, order)
		response, responseErr := before.Response(md, order)
		other, err := guarded.Request(md, order)
		same(t, "guarded, request", request, requestErr, other, err)
		headers, err := guarded.Response(md, order)
		same(t, "guarded, response", response, responseErr, headers, err)
		if !isLowercase(md) {
			return
		}
		other, err = after.Request(md, order)
		same(t, "after, request", request, requestErr, other, err)
		headers, err = after.Response(md, order)
		same(t, "after, response", response, responseErr, headers, err)
	})
}
