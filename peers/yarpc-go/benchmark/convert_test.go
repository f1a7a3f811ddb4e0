// Package benchmark measures the two conversions in each variant on the cases of a folder, which the
// environment variable HEADERPROOF_CASES names: lines "name: value" without escapes, and as many
// entries as the file's name says. The four are built alike, `before` from a copy too. In a round they
// are next to each other, and take turns at being first, by the number of the round that
// HEADERPROOF_ROUND gives. Besides the time they report the processor time, garbage collection
// included: on a machine that does other things as well, that is the steadier figure.
package benchmark

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"go.uber.org/yarpc/api/transport"
	"google.golang.org/grpc/metadata"

	after "headerproof/peers/yarpc-go/variants/after"
	before "headerproof/peers/yarpc-go/variants/before"
	guarded "headerproof/peers/yarpc-go/variants/guarded"
	rejecting "headerproof/peers/yarpc-go/variants/rejecting"
)

var versions = []struct {
	policy   string // the name that headerproof has for what the version does
	request  func(metadata.MD, []string) (*transport.Request, error)
	response func(metadata.MD, []string) (transport.Headers, error)
}{
	{"canonicalizing", before.Request, before.Response},
	{"direct", after.Request, after.Response},
	{"guarded", guarded.Request, guarded.Response},
	{"rejecting", rejecting.Request, rejecting.Response},
}

func readCase(b *testing.B, file string) metadata.MD {
	text, err := os.ReadFile(file)
	if err != nil {
		b.Fatal(err)
	}
	md := metadata.MD{}
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		// The first octet may be the colon of a pseudo-header field's name.
		end := strings.Index(line[1:], ": ") + 1
		if end == 0 || strings.Contains(line, `\`) {
			b.Fatalf("%s: not a plain line: %q", file, line)
		}
		md[line[:end]] = []string{line[end+2:]}
	}
	count, err := strconv.Atoi(strings.TrimSuffix(filepath.Base(file), ".case"))
	if err != nil || count != len(md) {
		b.Fatalf("%s has %d entries", file, len(md))
	}
	return md
}

// round is the number of this round, or 0.
func round() int {
	number, err := strconv.Atoi(os.Getenv("HEADERPROOF_ROUND"))
	if err != nil || number < 0 {
		return 0
	}
	return number
}

// forEach runs a benchmark for each case and version.
func forEach(b *testing.B, run func(b *testing.B, version int, md metadata.MD)) {
	files, err := filepath.Glob(filepath.Join(os.Getenv("HEADERPROOF_CASES"), "*.case"))
	if err != nil || len(files) == 0 {
		b.Fatalf("no cases in HEADERPROOF_CASES")
	}
	for _, file := range files {
		md := readCase(b, file)
		for turn := range versions {
			i := (turn + round()) % len(versions)
			version := versions[i]
			b.Run(fmt.Sprintf("subject=yarpc-go/entries=%d/policy=%s", len(md), version.policy), func(b *testing.B) {
				b.ReportAllocs()
				run(b, i, md)
			})
		}
	}
}

// processorTime is what this process has used so far, in nanoseconds.
func processorTime(b *testing.B) int64 {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}

// measure runs convert b.N times.
func measure[Result any](b *testing.B, convert func(metadata.MD, []string) (Result, error), md metadata.MD) {
	start := processorTime(b)
	for range b.N {
		if _, err := convert(md, nil); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(processorTime(b)-start)/float64(b.N), "cpu-ns/op")
}

func BenchmarkRequest(b *testing.B) {
	forEach(b, func(b *testing.B, version int, md metadata.MD) {
		measure(b, versions[version].request, md)
	})
}

func BenchmarkResponse(b *testing.B) {
	forEach(b, func(b *testing.B, version int, md metadata.MD) {
		measure(b, versions[version].response, md)
	})
}
