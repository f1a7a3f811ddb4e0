#include "src/http2/tls_stream.h"

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <optional>
#include <string_view>
#include <utility>

namespace headerproof {
namespace {

using Session = std::unique_ptr<SSL, decltype(&SSL_free)>;

int IntSize(std::size_t size) {
  return static_cast<int>(std::min<std::size_t>(size, INT_MAX));
}

// What a session reads from and writes to. libssl's own sockets raise SIGPIPE where the peer has
// closed, and let a peer that sends records without end keep one call of libssl for ever.
struct Transport {
  int fd = -1;
  std::size_t may_read = 0;  // octets, in the call of libssl that is under way

  static int Read(BIO* bio, char* room, int size) {
    auto& self = *static_cast<Transport*>(BIO_get_data(bio));
    const std::size_t most = std::min(static_cast<std::size_t>(size), self.may_read);
    const ssize_t count = most == 0 ? -1 : recv(self.fd, room, most, MSG_DONTWAIT);
    if (count > 0) self.may_read -= static_cast<std::size_t>(count);
    const bool again = most == 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
    BIO_clear_retry_flags(bio);
    if (again) BIO_set_retry_read(bio);
    return static_cast<int>(count);
  }

  static int Write(BIO* bio, const char* octets, int size) {
    const auto& self = *static_cast<Transport*>(BIO_get_data(bio));
    const ssize_t count =
        send(self.fd, octets, static_cast<std::size_t>(size), MSG_DONTWAIT | MSG_NOSIGNAL);
    BIO_clear_retry_flags(bio);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) BIO_set_retry_write(bio);
    return static_cast<int>(count);
  }

  static long Control(BIO* /*bio*/, int what, long /*number*/, void* /*pointer*/) {
    return what == BIO_CTRL_FLUSH ? 1 : 0;
  }

  // A BIO over `transport`, which must outlive it; null if there is no memory.
  static BIO* NewBio(Transport& transport) {
    static BIO_METHOD* const method = [] {
      BIO_METHOD* made = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "socket");
      if (made == nullptr) return made;
      BIO_meth_set_read(made, Read);
      BIO_meth_set_write(made, Write);
      BIO_meth_set_ctrl(made, Control);
      return made;
    }();
    BIO* const bio = method == nullptr ? nullptr : BIO_new(method);
    if (bio == nullptr) return nullptr;
    BIO_set_data(bio, &transport);
    BIO_set_init(bio, 1);
    return bio;
  }
};

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
  TlsStream(UniqueFd fd, Session session)
      : fd_(std::move(fd)), transport_{.fd = fd_.get()}, session_(std::move(session)) {
    BIO* const bio = Transport::NewBio(transport_);
    SSL_set_bio(session_.get(), bio, bio);
  }

  ssize_t TryRead(std::span<char> room) override {
    Begin();
    return Result(SSL_read(session_.get(), room.data(), IntSize(room.size())));
  }

  ssize_t TryWrite(std::string_view octets) override {
    Begin();
    return Result(SSL_write(session_.get(), octets.data(), IntSize(octets.size())));
  }

  // Why it failed, or nothing.
  std::optional<SocketError> Handshake(Until until) {
    for (;;) {
      Begin();
      const int result = SSL_connect(session_.get());
      if (result == 1) break;
      if (Result(result) < 0) return SocketError{Failure(session_.get())};
      if (until.IsOver() || !WaitFor(*this, SSL_want_write(session_.get()), until)) {
        return SocketError{"it did not finish the TLS handshake in time"};
      }
    }
    const unsigned char* protocol = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(session_.get(), &protocol, &size);
    const std::string chosen(reinterpret_cast<const char*>(protocol), size);
    if (chosen == "h2") return std::nullopt;
    return SocketError{"it does not choose HTTP/2 by ALPN" +
                       (chosen.empty() ? "" : ", but " + chosen)};
  }

  int fd() const override { return fd_.get(); }
  bool HasBuffered() const override { return SSL_pending(session_.get()) > 0; }

 private:
  void Begin() {
    constexpr std::size_t kMostRead = 1U << 18;  // several records
    ERR_clear_error();
    transport_.may_read = kMostRead;
  }

  ssize_t Result(int count) {
    if (count > 0) return count;
    const int error = SSL_get_error(session_.get(), count);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
  }

  UniqueFd fd_;
  Transport transport_;
  Session session_;  // last: it uses the others
};

}  // namespace

std::variant<std::unique_ptr<ByteStream>, SocketError> ConnectTls(UniqueFd fd,
                                                                  const TlsOptions& options,
                                                                  Until until) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free);
  Session session(context == nullptr ? nullptr : SSL_new(context.get()), &SSL_free);
  if (session == nullptr) return SocketError{"TLS is not available"};
  SSL_CTX_set_default_verify_paths(context.get());
  SSL* const ssl = session.get();
  SSL_set_min_proto_version(ssl, TLS1_2_VERSION);  // RFC 9113 9.2
  SSL_set_mode(ssl, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  SSL_set_verify(ssl, options.verify ? SSL_VERIFY_PEER : SSL_VERIFY_NONE, nullptr);
  constexpr std::array<unsigned char, 3> kProtocols = {2, 'h', '2'};
  SSL_set_alpn_protos(ssl, kProtocols.data(), kProtocols.size());
  const char* const name = options.server_name.c_str();
  if (X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) != 1) {  // not an address
    SSL_set_tlsext_host_name(ssl, name);
    SSL_set1_host(ssl, name);
  }
  SSL_set_options(ssl, SSL_OP_NO_RENEGOTIATION);
  SSL_clear_mode(ssl, SSL_MODE_AUTO_RETRY);  // what is not data returns to us
  auto stream = std::make_unique<TlsStream>(std::move(fd), std::move(session));
  if (auto error = stream->Handshake(until)) return std::move(*error);
  return stream;
}

}  // namespace headerproof
