// Package fuzz states the change's claim as a Go engineer would: a native fuzz test. It is what the
// differential target in C++ (peers/fuzz/yarpc_go.cc) is measured against.
package fuzz

import (
	"reflect"
	"strings"
	"testing"

	"go.uber.org/yarpc/api/transport"
	"google.golang.org/grpc/metadata"

	forgetful "headerproof/peers/yarpc-go/variants/forgetful"
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

// differ compares two conversions. What was gathered before an error is not part of an outcome.
func differ(a any, aErr error, b any, bErr error) bool {
	if aErr != nil || bErr != nil {
		return aErr == nil || bErr == nil || aErr.Error() != bErr.Error()
	}
	return !reflect.DeepEqual(a, b)
}

func same(t *testing.T, what string, a any, aErr error, b any, bErr error) {
	if differ(a, aErr, b, bErr) {
		t.Fatalf("%s: %v, %v, and %v, %v", what, a, aErr, b, bErr)
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

// What yarpc-go lowercases, one name of each length with one octet or letter changed, and each special
// name in each spelling that differs in one letter: alone, so that no order matters.
func names() []string {
	special := []string{"rpc-caller", "rpc-service", "rpc-shard-key", "rpc-routing-key",
		"rpc-routing-delegate", "rpc-encoding", "rpc-caller-procedure", "rpc-", "rpc-other",
		"content-type", "x-uber-rpc-routing-zone", "x-uber-rpc-routing-region"}
	list := special
	for _, name := range special {
		list = append(list, strings.ToUpper(name))
		for i := range name {
			list = append(list, name[:i]+strings.ToUpper(name[i:i+1])+name[i+1:])
		}
	}
	for length := 1; length <= 33; length++ {
		plain := strings.Repeat("a", length)
		for i := range plain {
			for octet := 0; octet < 256; octet++ {
				list = append(list, plain[:i]+string([]byte{byte(octet)})+plain[i+1:])
			}
			// Letters beyond ASCII: of two octets, of three, one whose lowercase is ASCII.
			for _, letter := range []string{"\u00c9", "\u1e9e", "\u212a", "\u0130"} {
				list = append(list, plain[:i]+letter+plain[i:])
			}
		}
	}
	return list
}

// differing counts the names for which two versions do not return the same.
func differing(request func(metadata.MD, []string) (*transport.Request, error),
	response func(metadata.MD, []string) (transport.Headers, error)) int {
	count := 0
	for _, name := range names() {
		for _, values := range [][]string{{}, {"application/grpc+v"}, {"v", "w"}} {
			md, order := metadata.MD{name: values}, []string{name}
			wantRequest, wantRequestErr := before.Request(md, order)
			gotRequest, gotRequestErr := request(md, order)
			wantHeaders, wantHeadersErr := before.Response(md, order)
			gotHeaders, gotHeadersErr := response(md, order)
			if differ(wantRequest, wantRequestErr, gotRequest, gotRequestErr) ||
				differ(wantHeaders, wantHeadersErr, gotHeaders, gotHeadersErr) {
				count++
			}
		}
	}
	return count
}

func TestGuardedReturnsWhatLowercasingReturns(t *testing.T) {
	if count := differing(guarded.Request, guarded.Response); count != 0 {
		t.Errorf("%d differ", count)
	}
}

func TestAVersionThatMatchesSpecialNamesOnceIsSeen(t *testing.T) {
	if differing(forgetful.Request, forgetful.Response) == 0 {
		t.Error("none differs")
	}
}
