// Command grpc-go-calls shows what a real grpc-go server and a real grpc-go client hand to their
// application when a peer sends names that are not lowercase: each is faced with raw HTTP/2 frames, which
// no library has looked at. It records what was delivered; that no error came is not enough. Prints one
// JSON object. Everything runs on 127.0.0.1; nothing of it is random. With the build tag yarpc it is
// yarpc-go-calls, which asks a yarpc-go inbound and a yarpc-go outbound the same (yarpc_server.go).
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sort"
	"strings"
	"time"

	"google.golang.org/grpc/metadata"
)

// Nothing in a call may take longer.
const patience = 5 * time.Second

// A field is a header field as it is sent.
type field struct{ name, value string }

// A kind of what is sent beside the control, which is sent always.
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

// Each uppercase letter, beside the same lowercase ones.
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
	// Where a field that was sent under another spelling arrived under its lowercased name.
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

func hasUppercase(name string) bool {
	for i := 0; i < len(name); i++ {
		if 'A' <= name[i] && name[i] <= 'Z' {
			return true
		}
	}
	return false
}

func asciiLower(name string) string {
	lowered := []byte(name)
	for i, c := range lowered {
		if 'A' <= c && c <= 'Z' {
			lowered[i] = c + 'a' - 'A'
		}
	}
	return string(lowered)
}

// observe fills an observation from what was delivered: nil if the application was not asked.
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
	sort.Slice(seen.Delivered, func(i, j int) bool {
		return seen.Delivered[i].Name < seen.Delivered[j].Name
	})
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
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == path {
				return module.Version
			}
		}
	}
	return "unknown"
}

// callAll makes every call there is.
func callAll() ([]observation, error) {
	var calls []observation
	for _, k := range kinds {
		seen, err := callServer(k)
		if err != nil {
			return nil, fmt.Errorf("request-headers, %s: %w", k.name, err)
		}
		calls = append(calls, seen)
		for _, place := range []string{"response-headers", "trailers", "trailers-only"} {
			seen, err := callFromClient(place, k)
			if err != nil {
				return nil, fmt.Errorf("%s, %s: %w", place, k.name, err)
			}
			calls = append(calls, seen)
		}
		if seen, ok := readContext(k); ok {
			calls = append(calls, seen)
		}
	}
	return calls, nil
}

func run() error {
	calls, err := callAll()
	if err != nil {
		return err
	}
	// A recording in which even the lowercase names did not arrive shows nothing.
	for _, seen := range calls {
		if seen.Kind == "lowercase" && (!seen.ControlDelivered || seen.UppercaseDelivered) {
			return fmt.Errorf("%s: the lowercase names did not arrive: %+v", seen.Place, seen)
		}
	}
	// One line for what was run, one for each call: a difference shows as a line.
	fmt.Printf("{\"schema\": 1, \"stack\": %q, \"x_net\": %q, \"go\": %q, \"calls\": [\n",
		stack(), version("golang.org/x/net"), runtime.Version())
	for i, seen := range calls {
		line, err := json.Marshal(seen)
		if err != nil {
			return err
		}
		end := ",\n"
		if i == len(calls)-1 {
			end = "\n]}\n"
		}
		fmt.Printf("%s%s", line, end)
	}
	return nil
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "grpc-go-calls:", err)
		os.Exit(1)
	}
}
