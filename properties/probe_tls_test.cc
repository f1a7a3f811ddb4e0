// TLS to peers that misbehave below HTTP/2.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <sys/socket.h>

#include <atomic>
#include <csignal>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "properties/probe_peers.h"
#include "src/http2/tls_stream.h"
#include "src/probe/probe.h"

namespace headerproof {
namespace {

// The server's end of TLS over a socket, with a certificate of its own making.
class TlsServer {
 public:
  explicit TlsServer(int fd, int version)
      : context_(SSL_CTX_new(TLS_server_method()), SSL_CTX_free) {
    std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
    std::unique_ptr<X509, decltype(&X509_free)> certificate(X509_new(), X509_free);
    X509_gmtime_adj(X509_getm_notBefore(certificate.get()), 0);
    X509_gmtime_adj(X509_getm_notAfter(certificate.get()), 3600);
    X509_set_pubkey(certificate.get(), key.get());
    X509_sign(certificate.get(), key.get(), EVP_sha256());
    SSL_CTX_use_certificate(context_.get(), certificate.get());
    SSL_CTX_use_PrivateKey(context_.get(), key.get());
    SSL_CTX_set_max_proto_version(context_.get(), version);
    const auto choose = [](SSL*, const unsigned char** out, unsigned char* size,
                           const unsigned char*, unsigned, void*) {
      *out = reinterpret_cast<const unsigned char*>("h2");
      *size = 2;
      return SSL_TLSEXT_ERR_OK;
    };
    SSL_CTX_set_alpn_select_cb(context_.get(), choose, nullptr);
    session_.reset(SSL_new(context_.get()));
    SSL_set_fd(session_.get(), fd);
  }

  bool Accept() { return SSL_accept(session_.get()) == 1; }
  SSL* session() { return session_.get(); }

 private:
  std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context_;
  std::unique_ptr<SSL, decltype(&SSL_free)> session_{nullptr, SSL_free};
};

// Two connected sockets that wait, for libssl.
std::pair<UniqueFd, UniqueFd> BlockingPair() {
  int fds[2];
  EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
  return {UniqueFd(fds[0]), UniqueFd(fds[1])};
}

// Writing to a peer that is gone is an error, and raises no signal.
TEST(TlsStream, SurvivesAPeerThatCloses) {
  auto [ours, theirs] = BlockingPair();
  std::thread server([fd = std::move(theirs)]() mutable {
    TlsServer tls(fd.get(), TLS1_3_VERSION);
    EXPECT_TRUE(tls.Accept());
    fd = UniqueFd();
  });
  auto connected = ConnectTls(std::move(ours), {.server_name = "localhost", .verify = false},
                              In(std::chrono::seconds(10)));
  server.join();
  auto* const stream = std::get_if<std::unique_ptr<ByteStream>>(&connected);
  ASSERT_NE(stream, nullptr) << std::get<SocketError>(connected).message;
  EXPECT_LT((*stream)->TryWrite("octets"), 0);
  EXPECT_LT((*stream)->TryWrite("octets"), 0);
}

// Whatever a server sends below HTTP/2, until it fails.
void ExpectEndsInTime(int version, const std::function<bool(SSL*)>& send_something) {
  std::atomic<bool> stop = false;
  const OddServer server([&](UniqueFd fd) {
    fcntl(fd.get(), F_SETFL, 0);  // libssl waits
    const timeval patience{.tv_sec = 1, .tv_usec = 0};
    setsockopt(fd.get(), SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    TlsServer tls(fd.get(), version);
    if (!tls.Accept()) return;
    signal(SIGPIPE, SIG_IGN);  // of this server's own writes
    while (!stop && send_something(tls.session())) {
    }
  });
  const Deadline limit = In(std::chrono::seconds(20));
  const ProbeResult result =
      ProbeServer("127.0.0.1", server.port(),
                  {.tls = true, .verify = false, .most_time = std::chrono::seconds(2)});
  stop = true;
  EXPECT_LT(Clock::now(), limit);
  EXPECT_EQ(ProbeExitCode(result), 2);
  EXPECT_NE(result.why_not, "");
}

TEST(TlsStream, IsNotKeptBusyByKeyUpdates) {
  int updates = 0;
  ExpectEndsInTime(TLS1_3_VERSION, [&updates](SSL* session) {
    ++updates;
    return SSL_key_update(session, SSL_KEY_UPDATE_REQUESTED) == 1 && SSL_do_handshake(session) == 1;
  });
  EXPECT_GT(updates, 1);
}

TEST(TlsStream, IsNotKeptBusyByRenegotiation) {
  int requests = 0;
  ExpectEndsInTime(TLS1_2_VERSION, [&requests](SSL* session) {
    ++requests;
    SSL_renegotiate(session);
    return SSL_do_handshake(session) == 1;
  });
  EXPECT_GT(requests, 0);
}

TEST(TlsStream, IsNotKeptBusyByTicketsOrSmallRecords) {
  ExpectEndsInTime(TLS1_3_VERSION, [](SSL* session) {
    return SSL_new_session_ticket(session) == 1 && SSL_do_handshake(session) == 1;
  });
  ExpectEndsInTime(TLS1_3_VERSION, [](SSL* session) { return SSL_write(session, "\0", 1) == 1; });
}

}  // namespace
}  // namespace headerproof
