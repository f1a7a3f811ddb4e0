// Command grpc-go-calls shows what a real grpc-go server and a real grpc-go client hand to their
// application when the other side sends names that are not lowercase, in raw HTTP/2 frames that no library
// has checked. It records what was delivered; that no error came is not enough. It prints one JSON
// object. Everything runs on 127.0.0.1, and nothing is random. With the build tag yarpc it is
// yarpc-go-calls, which does the same to a yarpc-go inbound and a yarpc-go outbound (yarpc_server.go).
package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"google.golang.org/grpc/metadata"
)

// Nothing in a call may take longer.
const patience = 5 * time.Second

// A field is a header field as it is sent.
type field struct{ name, value string }

// A kind of call: what is sent together with the control, which is always sent.
type kind struct {
	name   string
	fields []field
}

var control = field{"x-control", "here"}

var kinds = []kind{
	{"lowercase", []field{{"x-name", "v"}}},
	{"uppercase", []field{{"X-NAME", "v"}}},
	{"one-uppercase-letter", []field{{"x-Name", "v"}}},
	{"reserved-name", []field{{"Rpc-Caller", "v"}}},
	{"content-type", []field{{"Content-Type", "application/grpc+json"}}},
	{"routing-name", []field{{"X-Uber-Rpc-Routing-Zone", "v"}}},
	{"collision", []field{{"x-name", "lower"}, {"X-Name", "upper"}}},
	{"binary-name", []field{{"X-Name-Bin", "djE"}}},
	{"above-7f", []field{{"x-\xc3\x89", "v"}}},
	{"kelvin-sign", []field{{"x-\xe2\x84\xaa", "v"}}},
	{"space", []field{{"x name", "v"}}},
}

// Each uppercase letter, next to the same lowercase ones.
func init() {
	for letter := 'A'; letter <= 'Z'; letter++ {
		kinds = append(kinds, kind{"letter-" + string(letter), []field{{"x-n" + string(letter) + "me", "v"}}})
	}
}

// An observation is what one call came to.
type observation struct {
	// request-headers, response-headers, trailers, trailers-only: over the wire;
	// incoming-context: put into a server's context by code in the same process.
	Place string `json:"place"`
	Kind  string `json:"kind"`
	Sent  []pair `json:"sent"`

	// What the application was given, sorted by name; null if it was given nothing at all.
	Delivered []entry `json:"delivered"`
	// Whether the control was in it, and whether a name with an octet 41-5a was.
	ControlDelivered   bool `json:"control_delivered"`
	UppercaseDelivered bool `json:"uppercase_delivered"`
	// Whether a field that was sent under another spelling arrived under its lowercased name.
	Lowercased bool `json:"lowercased"`

	// How the call ended, as the application or the raw peer saw it.
	EndedBy string `json:"ended_by"`
}

// text is octets as a case's value is printed: outside 20-7e, and a backslash, escaped.
func text(octets string) string {
	var out strings.Builder
	for i := 0; i < len(octets); i++ {
		switch c := octets[i]; {
		case c == '\\':
			out.WriteString(`\\`)
		case c < 0x20 || c > 0x7e:
			fmt.Fprintf(&out, `\x%02x`, c)
		default:
			out.WriteByte(c)
		}
	}
	return out.String()
}

type pair [2]string

type entry struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
}

func hasUppercase(name string) bool { return asciiLower(name) != name }

func asciiLower(name string) string {
	lowered := []byte(name)
	for i, c := range lowered {
		if 'A' <= c && c <= 'Z' {
			lowered[i] = c + 'a' - 'A'
		}
	}
	return string(lowered)
}

// observe makes an observation of what was delivered: nil if the application was given nothing.
func observe(place string, k kind, delivered metadata.MD, endedBy string) observation {
	seen := observation{Place: place, Kind: k.name, EndedBy: text(endedBy)}
	for _, f := range append([]field{control}, k.fields...) {
		seen.Sent = append(seen.Sent, pair{text(f.name), text(f.value)})
	}
	if delivered == nil {
		return seen
	}
	seen.Delivered = []entry{}
	for name, values := range delivered {
		e := entry{Name: text(name), Values: []string{}}
		for _, value := range values {
			e.Values = append(e.Values, text(value))
		}
		seen.Delivered = append(seen.Delivered, e)
		seen.UppercaseDelivered = seen.UppercaseDelivered || hasUppercase(name)
	}
	slices.SortFunc(seen.Delivered, func(a, b entry) int { return cmp.Compare(a.Name, b.Name) })
	values := delivered[control.name]
	seen.ControlDelivered = len(values) == 1 && values[0] == control.value
	for _, f := range k.fields {
		for _, value := range delivered[asciiLower(f.name)] {
			if hasUppercase(f.name) && (value == f.value || k.name == "binary-name") {
				seen.Lowercased = true
			}
		}
	}
	return seen
}

func version(path string) string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == path {
			return module.Version
		}
	}
	return "unknown"
}

// check ends the program if there is an error: a recording is whole or is not made. The log's prefix
// says which call it was.
func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// must returns a result that has to come without an error.
func must[T any](result T, err error) T {
	check(err)
	return result
}

// callServer sends one request with the kind's fields to a real server (serve), and returns what its
// handler was given.
func callServer(k kind) observation {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	delivered := make(chan metadata.MD, 1)
	stop := serve(listener, delivered)
	ended := sendRequest(listener.Addr().String(), slices.Concat(required(k), []field{control}, k.fields)...)
	stop()
	select {
	case md := <-delivered:
		return observe("request-headers", k, md, ended)
	default:
		return observe("request-headers", k, nil, ended)
	}
}

// callFromClient has a real client (call) make one call to a raw server, and returns what its application
// was given.
func callFromClient(place string, k kind) observation {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	answered := make(chan struct{})
	go func() { answer(listener, place, k); close(answered) }()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	delivered, ended := call(ctx, listener.Addr().String(), place)
	<-answered
	if len(delivered) == 0 {
		delivered = nil
	}
	return observe(place, k, delivered, ended)
}

// callAll makes every call there is.
func callAll() []observation {
	var calls []observation
	for _, k := range kinds {
		log.SetPrefix("grpc-go-calls: request-headers, " + k.name + ": ")
		calls = append(calls, callServer(k))
		for _, place := range []string{"response-headers", "trailers", "trailers-only"} {
			log.SetPrefix("grpc-go-calls: " + place + ", " + k.name + ": ")
			calls = append(calls, callFromClient(place, k))
		}
		if seen, ok := readContext(k); ok {
			calls = append(calls, seen)
		}
	}
	return calls
}

func main() {
	log.SetFlags(0)
	calls := callAll()
	log.SetPrefix("grpc-go-calls: ")
	// A recording in which even the lowercase names did not arrive shows nothing.
	for _, seen := range calls {
		if seen.Kind == "lowercase" && (!seen.ControlDelivered || seen.UppercaseDelivered) {
			log.Fatalf("%s: the lowercase names did not arrive: %+v", seen.Place, seen)
		}
	}
	// One line for what was run, one for each call: a difference shows as a line.
	fmt.Printf("{\"schema\": 1, \"stack\": %q, \"x_net\": %q, \"go\": %q, \"calls\": [\n",
		stack(), version("golang.org/x/net"), runtime.Version())
	for i, seen := range calls {
		end := ",\n"
		if i == len(calls)-1 {
			end = "\n]}\n"
		}
		fmt.Printf("%s%s", must(json.Marshal(seen)), end)
	}
}
