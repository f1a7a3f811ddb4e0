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

//go:linkname Request go.uber.org/yarpc/transport/grpc.metadataToTransportRequest
func Request(md metadata.MD) (*transport.Request, error)

//go:linkname Response go.uber.org/yarpc/transport/grpc.getApplicationHeaders
func Response(md metadata.MD) (transport.Headers, error)

//go:linkname Back go.uber.org/yarpc/transport/grpc.transportRequestToMetadata
func Back(request *transport.Request) (metadata.MD, error)
