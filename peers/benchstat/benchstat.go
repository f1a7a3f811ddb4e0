//go:build never

// Package benchstat pins golang.org/x/perf/cmd/benchstat, which bench/yarpc_go.sh builds.
package benchstat

import _ "golang.org/x/perf/cmd/benchstat"
