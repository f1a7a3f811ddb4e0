// What the gRPC C++ client and server under test share: their name, and how an application reads
// metadata.
#pragma once

#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <map>
#include <string>

#include "src/stacks/metadata_fields.h"

namespace headerproof {

// "gRPC C++ 1.51.1". Call it before gRPC is used: it also turns off gRPC's log, which prints names
// and values as they came, unless the environment asks for the log.
inline std::string GrpcName() {
  setenv("GRPC_VERBOSITY", "NONE", 0);
  return "gRPC C++ " + grpc::Version();
}

// Names are in octet order, the values of one name in the order in which they arrived.
inline Metadata FromGrpc(const std::multimap<grpc::string_ref, grpc::string_ref>& multimap) {
  Metadata metadata;
  for (const auto& [name, value] : multimap) {
    AppendValue({name.data(), name.size()}, {value.data(), value.size()}, metadata);
  }
  return metadata;
}

}  // namespace headerproof
