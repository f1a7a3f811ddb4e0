package main

import (
	"strings"
	"testing"
)

// A file with the shape of headers.go: the call is in a third function too.
func source(requestCalls, responseCalls int) string {
	function := func(name, parameters, body string) string {
		return "\nfunc " + name + parameters + " {\n" + body + "}\n"
	}
	return "package grpc\n" +
		function("metadataToTransportRequest", "(md metadata.MD)",
			loop+strings.Repeat(call, requestCalls)+routingInMap.from+storeRequest+"\t}\n\treturn request, nil\n") +
		function("isReserved", "(header string) bool", routingLast.from+"\n") +
		function("addApplicationHeaders", "(md metadata.MD)", "\tfor {\n"+call+"\t}\n") +
		function("getApplicationHeaders", "(md metadata.MD)",
			loop+strings.Repeat(call, responseCalls)+reserved+"\t}\n")
}

func named(name string) variant {
	return find(variants(false), name)
}

func TestBeforeIsTheFileAsReleased(t *testing.T) {
	made, err := makeVariant(source(1, 1), named("before"))
	if err != nil || made != source(1, 1) {
		t.Fatalf("changed, or failed: %v", err)
	}
}

func TestAfterLacksExactlyTheTwoCalls(t *testing.T) {
	made, err := makeVariant(source(1, 1), named("after"))
	if err != nil {
		t.Fatal(err)
	}
	if made != source(0, 0) {
		t.Fatalf("made:\n%s", made)
	}
}

func TestEveryChangeIsRefusedWhereACallIsMissingOrStandsTwice(t *testing.T) {
	for _, name := range []string{"after", "guarded", "rejecting", "ordered_after"} {
		for _, calls := range [][2]int{{0, 1}, {1, 0}, {2, 1}, {1, 2}, {0, 0}} {
			if _, err := makeVariant(source(calls[0], calls[1]), named(name)); err == nil {
				t.Errorf("%s was made from %v calls", name, calls)
			}
		}
	}
}

func TestAnOrderedVariantChangesTheLoopsAndTheirParametersAlone(t *testing.T) {
	for _, name := range []string{"before", "after", "guarded", "rejecting"} {
		plain, err := makeVariant(source(1, 1), named(name))
		if err != nil {
			t.Fatal(err)
		}
		ordered, err := makeVariant(source(1, 1), named("ordered_"+name))
		if err != nil {
			t.Fatal(err)
		}
		back := strings.ReplaceAll(ordered, "range inOrder(md, order)", "range md")
		back = strings.ReplaceAll(back, ", order []string", "")
		if ordered == plain || back != plain {
			t.Errorf("%s: made:\n%s", name, ordered)
		}
	}
}

func TestAMissingOrRepeatedFunctionIsRefused(t *testing.T) {
	renamed := strings.Replace(source(1, 1), "getApplicationHeaders", "getHeaders", 1)
	for _, text := range []string{renamed, source(1, 1) + source(1, 1)} {
		if _, err := makeVariant(text, named("after")); err == nil {
			t.Error("a variant was made")
		}
	}
}

func TestAFaultIsPlantedInTheOrderedAfterAloneAndOnlyIfAskedFor(t *testing.T) {
	for i, v := range variants(true) {
		planted, err := makeVariant(source(1, 1), v)
		if err != nil {
			t.Fatal(err)
		}
		sound, err := makeVariant(source(1, 1), variants(false)[i])
		if err != nil {
			t.Fatal(err)
		}
		if (planted != sound) != (v.name == "ordered_after") {
			t.Errorf("%s: made:\n%s", v.name, planted)
		}
	}
}
