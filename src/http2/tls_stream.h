// A stream of octets under TLS, for peers that the probe asks (RFC 9113 3.2: HTTP/2 is chosen by
// ALPN).
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "src/http2/byte_stream.h"

namespace headerproof {

struct TlsOptions {
  std::string server_name;  // for SNI, and to be found in the certificate
  bool verify = true;       // against the system's certificates
};

struct TlsError {
  std::string message;  // printable ASCII
};

// Makes the handshake over `fd` and has the peer choose "h2"; an error says what went wrong.
std::variant<std::unique_ptr<ByteStream>, TlsError> ConnectTls(UniqueFd fd,
                                                               const TlsOptions& options,
                                                               Deadline deadline);

}  // namespace headerproof
