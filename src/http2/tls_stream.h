// A stream of octets under TLS, for servers that are probed. HTTP/2 is chosen by ALPN (RFC 9113
// 3.2).
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "src/http2/byte_stream.h"

namespace headerproof {

struct TlsOptions {
  std::string server_name;  // for SNI; the certificate must be for it
  bool verify = true;       // the certificate, against the system's authorities
};

// Does the handshake over `fd` and has the server choose "h2". An error says what went wrong; it
// may quote what the server sent.
std::variant<std::unique_ptr<ByteStream>, SocketError> ConnectTls(UniqueFd fd,
                                                                  const TlsOptions& options,
                                                                  Until until);

}  // namespace headerproof
