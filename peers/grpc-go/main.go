// Command grpc-go-calls shows what a real grpc-go server and a real grpc-go client hand to their
// application when the other side sends names that are not lowercase, in raw HTTP/2 frames that no library
// has checked. It records what was delivered; that no error came is not enough. Each connection begins
// and ends with a control, a plain name that has to arrive: what did not arrive between two controls was
// refused, and not lost with the connection. It prints one JSON object. Everything runs on 127.0.0.1, and nothing is random. With the build tag yarpc it is
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

// Nothing on one connection may take longer.
const patience = 20 * time.Second

// A field is a header field as it is sent.
type field struct{ name, value string }

// A kind of call: what is sent together with the control, which is always sent.
type kind struct {
	name   string
	fields []field
}

var control = field{"x-control", "here"}

// A group is what is asked on one connection, in this order, between two controls that send `plain` as
// well.
type group struct {
	name  string
	plain field
	kinds []kind
}

var names = group{"names", field{"x-name", "v"}, []kind{
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
}}

// groups has the names, and each uppercase letter in each place of a short name and of a name of one
// octet. A library keeps some names to itself, however they are spelled: that those did not arrive shows
// nothing. So each of the names is sent in lowercase as well; the letters are in names like any other,
// which the controls send.
func groups() []group {
	all := []group{names}
	all[0].kinds = slices.Clone(names.kinds)
	for _, k := range names.kinds {
		lowered := kind{name: k.name + "-lowercase"}
		for _, f := range k.fields {
			lowered.fields = append(lowered.fields, field{asciiLower(f.name), f.value})
		}
		if !slices.Equal(lowered.fields, k.fields) && k.name != "collision" {
			all[0].kinds = append(all[0].kinds, lowered)
		}
	}
	for _, host := range []string{"n", "x-name"} {
		for place := range len(host) {
			letters := group{fmt.Sprintf("letters-%s-%d", host, place), field{host, "v"}, nil}
			for letter := 'A'; letter <= 'Z'; letter++ {
				name := host[:place] + string(letter) + host[place+1:]
				letters.kinds = append(letters.kinds, kind{"letter-" + string(letter), []field{{name, "v"}}})
			}
			all = append(all, letters)
		}
	}
	for i, g := range all {
		plain := []field{g.plain}
		all[i].kinds = slices.Concat([]kind{{"control-before", plain}}, g.kinds, []kind{{"control-after", plain}})
	}
	return all
}

// A connection is what was asked on one, and what came of it.
type connection struct {
	// request-headers, response-headers, trailers, trailers-only: over the wire;
	// incoming-context: put into a server's context by code in the same process.
	place string
	group string
	calls []observation
}

// An observation is what one call came to.
type observation struct {
	Kind string `json:"kind"`
	// Beside the control.
	Sent []pair `json:"sent"`

	// What the application was given under a name that was sent, however it is spelled now, or under any
	// name with an octet 41-5a, sorted by name; null if it was given nothing at all.
	Delivered []entry `json:"delivered"`

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

// An entry is a name and its values.
type entry []string

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
func observe(k kind, delivered metadata.MD, endedBy string) observation {
	seen := observation{Kind: k.name, EndedBy: text(endedBy)}
	sent := map[string]bool{control.name: true}
	for _, f := range k.fields {
		seen.Sent = append(seen.Sent, pair{text(f.name), text(f.value)})
		sent[asciiLower(f.name)] = true
	}
	if delivered == nil {
		return seen
	}
	seen.Delivered = []entry{}
	for name, values := range delivered {
		if !sent[asciiLower(name)] && !hasUppercase(name) {
			continue
		}
		e := entry{text(name)}
		for _, value := range values {
			e = append(e, text(value))
		}
		seen.Delivered = append(seen.Delivered, e)
	}
	slices.SortFunc(seen.Delivered, func(a, b entry) int { return cmp.Compare(a[0], b[0]) })
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

// The module of grpc-go's framer.
const framer = "golang.org/x/net"

func isReplaced(path string) bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.ContainsFunc(info.Deps, func(module *debug.Module) bool {
		return module.Path == path && module.Replace != nil
	})
}

// isLenient says whether the framer was replaced by one that lets uppercase through (build.sh).
func isLenient() bool { return isReplaced(framer) }

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

// askServer sends a real server (serve) a request for each kind of the group, on one connection.
func askServer(g group) []observation {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	delivered := make(chan metadata.MD, len(g.kinds))
	stop := serve(listener, delivered)
	defer stop()
	peer := dial(listener.Addr().String())
	defer peer.conn.Close()
	var seen []observation
	for i, k := range g.kinds {
		ended := peer.request(uint32(2*i+1), slices.Concat(required(k), []field{control}, k.fields)...)
		var md metadata.MD
		select {
		case md = <-delivered:
		default:
		}
		seen = append(seen, observe(k, md, ended))
	}
	return seen
}

// askClient has a real client (connect) make a call for each kind of the group to a raw server, on one
// connection.
func askClient(place string, g group) []observation {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	answered := make(chan struct{})
	go func() { answer(listener, place, g.kinds); close(answered) }()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	call, disconnect := connect(listener.Addr().String())
	var seen []observation
	for _, k := range g.kinds {
		delivered, ended := call(ctx, place)
		if len(delivered) == 0 {
			delivered = nil
		}
		seen = append(seen, observe(k, delivered, ended))
	}
	disconnect()
	listener.Close()
	<-answered
	return seen
}

// askContext reads each kind of the group from a context, if there is one to read from.
func askContext(g group) []observation {
	var seen []observation
	for _, k := range g.kinds {
		if delivered, ok := readContext(k); ok {
			seen = append(seen, observe(k, delivered, "no call"))
		}
	}
	return seen
}

// askAll makes every call there is.
func askAll() []connection {
	var all []connection
	for _, g := range groups() {
		if isLenient() {
			// Let through, names that collide meet in a map, which drops one at random. (A message has a
			// content-type already.)
			g.kinds = slices.DeleteFunc(g.kinds, func(k kind) bool {
				return k.name == "collision" || k.name == "content-type"
			})
		}
		for _, place := range []string{"request-headers", "response-headers", "trailers", "trailers-only",
			"incoming-context"} {
			log.SetPrefix("grpc-go-calls: " + place + ", " + g.name + ": ")
			var calls []observation
			switch place {
			case "request-headers":
				calls = askServer(g)
			case "incoming-context":
				calls = askContext(g)
			default:
				calls = askClient(place, g)
			}
			if len(calls) != 0 {
				all = append(all, connection{place, g.name, calls})
			}
		}
	}
	return all
}

func main() {
	log.SetFlags(0)
	connections := askAll()
	log.SetPrefix("grpc-go-calls: ")
	// One line for what was run, one for each connection and call: a difference shows as a line.
	fmt.Printf("{\"schema\": 2, \"stack\": %q, \"x_net\": %q, \"go\": %q, \"control\": %s, \"connections\": [",
		stack(), version(framer), runtime.Version(), must(json.Marshal(pair{control.name, control.value})))
	for i, c := range connections {
		if i != 0 {
			fmt.Print(",")
		}
		fmt.Printf("\n{\"place\": %q, \"group\": %q, \"calls\": [", c.place, c.group)
		for j, seen := range c.calls {
			if j != 0 {
				fmt.Print(",")
			}
			fmt.Printf("\n%s", must(json.Marshal(seen)))
		}
		fmt.Print("\n]}")
	}
	fmt.Print("\n]}\n")
}
