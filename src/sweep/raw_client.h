// Our requests to a server: header blocks as a gRPC client would send them, with a probe case's
// fields at their end.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "src/http2/raw_connection.h"
#include "src/sweep/asking.h"

namespace headerproof {

// How a request looks but for the probe_case.
struct RequestShape {
  std::string_view method = "POST";
  std::string_view scheme = "http";
  std::string path = "/hp/probe_case";
  std::string authority = "headerproof";
};

// Queues a request that asks `item` on `stream`; it has no message, and ends its stream.
void QueueRequest(const RequestShape& shape, std::uint32_t stream, const Item& item,
                  std::string_view number, RawConnection& connection);

// The gRPC status in a block that ends an answer, or how it says that the call failed otherwise.
struct AnswerStatus {
  int grpc_status = -1;  // -1: none
  std::string http_status;
  std::string message;  // printable ASCII
};
void ReadStatus(const std::vector<Field>& fields, AnswerStatus& status);

}  // namespace headerproof
