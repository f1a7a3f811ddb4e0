#include "src/http2/tls_stream.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <algorithm>
#include <array>
#include <climits>
#include <optional>
#include <string_view>
#include <utility>

#include "src/cases/escape.h"

namespace headerproof {
namespace {

struct FreeContext {
  void operator()(SSL_CTX* context) const { SSL_CTX_free(context); }
};
struct FreeSession {
  void operator()(SSL* session) const { SSL_free(session); }
};
using Context = std::unique_ptr<SSL_CTX, FreeContext>;
using Session = std::unique_ptr<SSL, FreeSession>;

// Why the handshake failed.
std::string Failure(SSL* session) {
  const long verdict = SSL_get_verify_result(session);
  if (verdict != X509_V_OK) {
    return std::string("its certificate is not accepted: ") +
           X509_verify_cert_error_string(verdict);
  }
  const unsigned long error = ERR_peek_last_error();
  if (error == 0) return "it closed the connection during the TLS handshake";
  const char* const reason = ERR_reason_error_string(error);
  return std::string("no TLS handshake: ") + (reason == nullptr ? "unknown" : reason);
}

class TlsStream : public ByteStream {
 public:
  TlsStream(UniqueFd fd, Context context, Session session)
      : fd_(std::move(fd)), context_(std::move(context)), session_(std::move(session)) {}

  IoResult TryRead(std::span<char> room) override {
    ERR_clear_error();
    return Result(SSL_read(session_.get(), room.data(),
                           static_cast<int>(std::min<std::size_t>(room.size(), INT_MAX))));
  }

  IoResult TryWrite(std::string_view octets) override {
    ERR_clear_error();
    return Result(SSL_write(session_.get(), octets.data(),
                            static_cast<int>(std::min<std::size_t>(octets.size(), INT_MAX))));
  }

  std::optional<TlsError> Handshake(Deadline deadline) {
    for (;;) {
      ERR_clear_error();
      const int result = SSL_connect(session_.get());
      if (result == 1) break;
      const int error = SSL_get_error(session_.get(), result);
      if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) {
        return TlsError{Failure(session_.get())};
      }
      if (!WaitFor(*this, error == SSL_ERROR_WANT_WRITE, deadline)) {
        return TlsError{"it did not finish the TLS handshake in time"};
      }
    }
    const unsigned char* protocol = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(session_.get(), &protocol, &size);
    const std::string_view chosen(reinterpret_cast<const char*>(protocol), size);
    if (chosen == "h2") return std::nullopt;
    return TlsError{"it does not choose HTTP/2 by ALPN" +
                    (size == 0 ? "" : ", but " + EscapeValue(chosen))};
  }

  int fd() const override { return fd_.get(); }
  bool HasBuffered() const override { return SSL_pending(session_.get()) > 0; }

 private:
  IoResult Result(int count) {
    if (count > 0) return {IoStatus::kDone, static_cast<std::size_t>(count)};
    const int error = SSL_get_error(session_.get(), count);
    const bool later = error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE;
    return {later ? IoStatus::kWouldBlock : IoStatus::kClosed, 0};
  }

  UniqueFd fd_;
  Context context_;
  Session session_;
};

bool IsAddress(const std::string& host) {
  std::array<unsigned char, sizeof(in6_addr)> address;
  return inet_pton(AF_INET, host.c_str(), address.data()) == 1 ||
         inet_pton(AF_INET6, host.c_str(), address.data()) == 1;
}

}  // namespace

std::variant<std::unique_ptr<ByteStream>, TlsError> ConnectTls(UniqueFd fd,
                                                               const TlsOptions& options,
                                                               Deadline deadline) {
  Context context(SSL_CTX_new(TLS_client_method()));
  if (context == nullptr) return TlsError{"TLS is not available"};
  SSL_CTX_set_min_proto_version(context.get(), TLS1_2_VERSION);  // RFC 9113 9.2
  SSL_CTX_set_mode(context.get(),
                   SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_CTX_set_default_verify_paths(context.get());
  SSL_CTX_set_verify(context.get(), options.verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
  Session session(SSL_new(context.get()));
  if (session == nullptr) return TlsError{"TLS is not available"};
  constexpr std::array<unsigned char, 3> kProtocols = {2, 'h', '2'};
  SSL_set_alpn_protos(session.get(), kProtocols.data(), kProtocols.size());
  if (IsAddress(options.server_name)) {
    X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(session.get()), options.server_name.c_str());
  } else {
    SSL_set_tlsext_host_name(session.get(), options.server_name.c_str());
    SSL_set1_host(session.get(), options.server_name.c_str());
  }
  SSL_set_fd(session.get(), fd.get());
  auto stream = std::make_unique<TlsStream>(std::move(fd), std::move(context), std::move(session));
  if (auto error = stream->Handshake(deadline)) return std::move(*error);
  return stream;
}

}  // namespace headerproof
