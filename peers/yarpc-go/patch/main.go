// Command patch makes the variants of yarpc-go's transport/grpc/headers.go that this module
// compares: each in a package of its own, each an exact, small edit of the file as released.
//
//	patch -from HEADERS_GO -to DIRECTORY [-planted]
//
// With -planted the ordered variant of `after` has a fault, which needs three special names at once,
// for the search that has to find it (ci/rates.sh planted).
//
// An edit names the function that it changes, and fails unless what it changes is there exactly once.
// So `after` is the file without exactly two calls, or nothing is made. `guarded` is what yarpc-go
// could do instead, and build.sh leaves it as a patch for yarpc-go.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// The two functions that every variant changes, in both of them.
var conversions = []string{"metadataToTransportRequest", "getApplicationHeaders"}

const (
	call = "\t\theader = transport.CanonicalizeHeaderKey(header)\n"
	loop = "\tfor header, values := range md {\n"
)

// A change is made once in each of the two conversions.
type change struct{ from, to string }

var (
	removeCall = change{call, ""}
	giveOrder  = change{"(md metadata.MD)", "(md metadata.MD, order []string)"}
	takeOrder  = change{loop, "\tfor header, values := range inOrder(md, order) {\n"}
)

// The guarded variant matches special names as they are spelled, lowercases what may be spelled
// otherwise, and matches again what that changed. It looks for routing names last, or in the switch.
var (
	again         = change{call, "\tagain:\n"}
	routingInMap  = change{"\t\t// skip routing header\n\t\tif routingHeaders[header] {\n\t\t\tcontinue\n\t\t}\n", ""}
	guardRequest  = change{storeRequest, routingCase + "\t\tdefault:\n" + matchAgain + storeIt}
	forgetRequest = change{storeRequest, routingCase + "\t\tdefault:\n" + lowercaseIt + storeIt}
	guardResponse = change{reserved, reserved + guardReserved}
	routingLast   = change{
		"\tif routingHeaders[header] {\n\t\treturn false\n\t}\n\treturn strings.HasPrefix(header, \"rpc-\")",
		"\treturn strings.HasPrefix(header, \"rpc-\") && !routingHeaders[header]"}
)

const (
	storeIt      = "\t\t\trequest.Headers = request.Headers.With(header, value)\n"
	storeRequest = "\t\tdefault:\n" + storeIt
	routingCase  = "\t\tcase _routingZoneHeader, _routingRegionHeader:\n\t\t\t// skip routing header\n"
	lowercaseIt  = "\t\t\theader = transport.CanonicalizeHeaderKey(header)\n"
	matchAgain   = "\t\t\tif mayChange(header) {\n" +
		"\t\t\t\tif canonical := transport.CanonicalizeHeaderKey(header); canonical != header {\n" +
		"\t\t\t\t\theader = canonical\n\t\t\t\t\tgoto again\n\t\t\t\t}\n\t\t\t}\n"
	reserved      = "\t\tif isReserved(header) {\n\t\t\tcontinue\n\t\t}\n"
	guardReserved = "\t\tif mayChange(header) {\n" +
		"\t\t\tif header = transport.CanonicalizeHeaderKey(header); isReserved(header) {\n" +
		"\t\t\t\tcontinue\n\t\t\t}\n\t\t}\n"
)

// The fault that is planted: a request with three fields in it loses a fourth.
var fault = change{"\treturn request, nil", "\tif request.ShardKey != \"\" && request.RoutingKey != \"\" && " +
	"request.RoutingDelegate != \"\" {\n\t\trequest.Caller = \"\"\n\t}\n\treturn request, nil"}

// The rejecting variant returns what its function returns with an error.
func rejectFirst(zero string) change {
	return change{loop, loop + "\t\tif hasUppercase(header) {\n" +
		"\t\t\treturn " + zero + ", yarpcerrors.InvalidArgumentErrorf(" +
		"\"header name is not lowercase: %s\", header)\n\t\t}\n"}
}

// A variant: its package's folder, the changes to each of the conversions and to isReserved, and what
// is added at the end of the file.
type variant struct {
	name     string
	changes  [2][]change
	reserved []change
	added    string
	ordered  bool
}

func both(changes ...change) [2][]change { return [2][]change{changes, changes} }

func variants(planted bool) []variant {
	list := []variant{
		{name: "before", changes: both()},
		{name: "after", changes: both(removeCall)},
		{name: "guarded", changes: [2][]change{
			{again, routingInMap, guardRequest}, {removeCall, guardResponse},
		}, reserved: []change{routingLast}, added: mayChange},
		{name: "rejecting", changes: [2][]change{
			{removeCall, rejectFirst("nil")},
			{removeCall, rejectFirst("headers")},
		}},
	}
	for _, v := range list[:4] {
		ordered := v
		ordered.name, ordered.ordered = "ordered_"+v.name, true
		for i := range v.changes {
			ordered.changes[i] = append(append([]change{}, v.changes[i]...), giveOrder, takeOrder)
		}
		if planted && v.name == "after" {
			ordered.changes[0] = append(ordered.changes[0], fault)
		}
		list = append(list, ordered)
	}
	// What the comparison has to find: a guarded variant that matches special names once.
	forgetful := find(list, "ordered_guarded")
	forgetful.name = "forgetful"
	forgetful.changes[0] = []change{removeCall, routingInMap, forgetRequest, giveOrder, takeOrder}
	return append(list, forgetful)
}

func find(list []variant, name string) variant {
	for _, v := range list {
		if v.name == name {
			return v
		}
	}
	panic("no variant " + name)
}

// changeFunction makes `c` in the function `name` of `source`.
func changeFunction(source, name string, c change) (string, error) {
	head := "\nfunc " + name + "("
	if n := strings.Count(source, head); n != 1 {
		return "", fmt.Errorf("func %s is there %d times, not once", name, n)
	}
	start := strings.Index(source, head)
	length := strings.Index(source[start:], "\n}\n")
	if length < 0 {
		return "", fmt.Errorf("func %s has no end", name)
	}
	body := source[start : start+length]
	if n := strings.Count(body, c.from); n != 1 {
		return "", fmt.Errorf("func %s has %q %d times, not once", name, c.from, n)
	}
	return source[:start] + strings.Replace(body, c.from, c.to, 1) + source[start+length:], nil
}

// makeVariant returns headers.go with the changes of `v`.
func makeVariant(source string, v variant) (string, error) {
	for i, name := range conversions {
		for _, c := range v.changes[i] {
			var err error
			if source, err = changeFunction(source, name, c); err != nil {
				return "", fmt.Errorf("%s: %w", v.name, err)
			}
		}
	}
	for _, c := range v.reserved {
		var err error
		if source, err = changeFunction(source, "isReserved", c); err != nil {
			return "", fmt.Errorf("%s: %w", v.name, err)
		}
	}
	return source + v.added, nil
}

func run(from, to string, planted bool) error {
	source, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	for _, v := range variants(planted) {
		made, err := makeVariant(string(source), v)
		if err != nil {
			return err
		}
		folder := filepath.Join(to, v.name)
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		arguments := "md"
		if v.ordered {
			arguments = "md, order"
		}
		exports := strings.ReplaceAll(exported, "ARGUMENTS", arguments)
		for name, text := range map[string]string{
			"headers.go": made, "exported.go": exports, "names.go": names,
		} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
				return err
			}
		}
	}
	return nil
}

func main() {
	from := flag.String("from", "", "yarpc-go's transport/grpc/headers.go")
	to := flag.String("to", "", "the folder that gets a folder for each variant")
	planted := flag.Bool("planted", false, "with a fault that has to be found")
	flag.Parse()
	if err := run(*from, *to, *planted); err != nil {
		fmt.Fprintln(os.Stderr, "patch:", err)
		os.Exit(1)
	}
}
