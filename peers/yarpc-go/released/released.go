// Package released reaches the two conversions of yarpc-go as released, and the way back: the module itself, as the
// module cache has it, not a copy. They are unexported, so they are linked by name, for which the
// empty assembly file next to this one is needed.
package released

import (
	_ "unsafe" // for linkname

	"go.uber.org/yarpc/api/transport"
	_ "go.uber.org/yarpc/transport/grpc"
	"google.golang.org/grpc/metadata"
)

//go:linkname request go.uber.org/yarpc/transport/grpc.metadataToTransportRequest
func request(md metadata.MD) (*transport.Request, error)

//go:linkname response go.uber.org/yarpc/transport/grpc.getApplicationHeaders
func response(md metadata.MD) (transport.Headers, error)

// Request and Response ignore the order, as every variant does that iterates the map.
func Request(md metadata.MD, _ []string) (*transport.Request, error) { return request(md) }
func Response(md metadata.MD, _ []string) (transport.Headers, error) { return response(md) }

//go:linkname Back go.uber.org/yarpc/transport/grpc.transportRequestToMetadata
func Back(request *transport.Request) (metadata.MD, error)
