package converters

import "runtime/debug"

// version is the version of yarpc-go, with that of grpc-go, as they were linked.
func version() string {
	yarpc, grpc := "unknown", "unknown"
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			switch module.Path {
			case "go.uber.org/yarpc":
				yarpc = module.Version
			case "google.golang.org/grpc":
				grpc = module.Version
			}
		}
	}
	return yarpc + " with grpc-go " + grpc
}
