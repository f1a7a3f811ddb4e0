// The probe, against peers that refuse malformed names, that accept them, and that are odd.
#include "src/probe/probe.h"

#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "properties/probe_peers.h"
#include "src/http2/raw_connection.h"
#include "src/stacks/nghttp2_stack.h"
#ifdef HEADERPROOF_HAS_GRPC
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#endif

namespace headerproof {
namespace {

constexpr std::chrono::milliseconds kSoon{300};

// Why nothing could be asked of a server that does `serve` with each connection.
std::string WhyNot(std::function<void(UniqueFd)> serve) {
  const OddServer server(std::move(serve));
  const ProbeResult result = ProbeServer("127.0.0.1", server.port(), {.patience = kSoon});
  EXPECT_EQ(ProbeExitCode(result), 2);
  EXPECT_NE(ProbeTable(result).find(result.why_not), std::string::npos);
  return result.why_not;
}

void Say(const UniqueFd& fd, std::string_view octets) {
  send(fd.get(), octets.data(), octets.size(), MSG_NOSIGNAL);
}

TEST(ProbeServer, SaysThatASilentPeerIsSilent) {
  std::vector<UniqueFd> kept;
  EXPECT_EQ(WhyNot([&kept](UniqueFd fd) { kept.push_back(std::move(fd)); }),
            "it is silent: it took the connection and sent nothing");
}

TEST(ProbeServer, SaysThatASlowPeerIsTooSlow) {
  std::vector<UniqueFd> kept;
  EXPECT_EQ(WhyNot([&kept](UniqueFd fd) {
              Say(fd, std::string_view("\0\0\0\4\0\0\0\0\0", 9));  // SETTINGS, and no more
              kept.push_back(std::move(fd));
            }),
            "it is too slow: it speaks HTTP/2 but did not answer a plain request in time");
}

TEST(ProbeServer, SaysThatAClosingPeerCloses) {
  EXPECT_EQ(WhyNot([](UniqueFd) {}),
            "it closed the connection without sending anything (if it expects TLS, try --tls)");
}

TEST(ProbeServer, SaysWhatAPeerSpeaksInstead) {
  EXPECT_EQ(
      WhyNot([](UniqueFd fd) { Say(fd, "HTTP/1.1 400 Bad\x1b[31m\r\n\r\n"); }),
      "it does not speak HTTP/2: it began with \"HTTP/1.1 400 Bad\\x1b[31m\\x0d\\x0a\\x0d\\x0a\"");
}

TEST(ProbeServer, SaysThatAPeerBreaksOffInTheMiddle) {
  EXPECT_EQ(WhyNot([](UniqueFd fd) {
              Say(fd, std::string_view("\0\0\0\4\0\0\0\0\0\0\0\1\6\0\0\0\0\0x", 19));
            }),
            "it speaks broken HTTP/2: a frame of type 6 with 1 octets of payload");
}

TEST(ProbeServer, SaysThatNobodyListens) {
  auto listening = Listen(0);
  const std::uint16_t port = std::get<Listener>(listening).port;
  listening = SocketError{};
  const ProbeResult result = ProbeServer("127.0.0.1", port, {.patience = kSoon});
  EXPECT_NE(result.why_not.find("cannot connect"), std::string::npos) << result.why_not;
  EXPECT_EQ(ProbeExitCode(result), 2);
}

// nghttpd, or null if it is not there.
std::unique_ptr<ServerProgram> StartNghttpd(const std::vector<std::string>& tls_files) {
  return ServerProgram::Start([&tls_files](const std::string& port) {
    std::vector<std::string> command = {"nghttpd", "--address=127.0.0.1"};
    if (tls_files.empty()) command.push_back("--no-tls");
    command.push_back(port);
    command.insert(command.end(), tls_files.begin(), tls_files.end());
    return command;
  });
}

TEST(ProbeServer, FindsThatNghttpdRefusesEveryMalformedName) {
  const auto server = StartNghttpd({});
  if (server == nullptr) GTEST_SKIP() << "nghttpd is not installed (Debian: nghttp2-server)";
  const ProbeResult result = ProbeServer("127.0.0.1", server->port(), {});
  EXPECT_EQ(result.why_not, "");
  EXPECT_EQ(ProbeExitCode(result), 0) << ProbeTable(result);
  EXPECT_FALSE(result.echoes);
  EXPECT_GT(CountNames(result)[Verdict::kRefused], 5000U);
}

TEST(ProbeServer, SpeaksTlsWithAndWithoutVerification) {
  const std::filesystem::path directory =
      std::filesystem::temp_directory_path() / ("headerproof-" + std::to_string(getpid()));
  std::filesystem::create_directory(directory);
  const std::string key = directory / "key.pem";
  const std::string certificate = directory / "certificate.pem";
  const pid_t openssl = Spawn({"openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                               "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
                               "/CN=localhost", "-keyout", key, "-out", certificate});
  if (openssl != 0) waitpid(openssl, nullptr, 0);
  const bool has_certificate = std::filesystem::exists(certificate);
  const auto server = has_certificate ? StartNghttpd({key, certificate}) : nullptr;
  std::filesystem::remove_all(directory);
  if (server == nullptr) GTEST_SKIP() << "nghttpd or openssl is not installed";

  const auto probe = [&server](ProbeOptions options) {
    options.most_requests = 2'000;
    return ProbeServer("localhost", server->port(), options);
  };
  const ProbeResult plain = probe({.patience = std::chrono::seconds(1)});
  EXPECT_NE(plain.why_not.find("--tls"), std::string::npos) << plain.why_not;
  const ProbeResult verified = probe({.tls = true});
  EXPECT_NE(verified.why_not.find("certificate"), std::string::npos) << verified.why_not;
  const ProbeResult unverified = probe({.tls = true, .verify = false});
  EXPECT_EQ(unverified.why_not, "");
  EXPECT_GT(CountNames(unverified)[Verdict::kRefused], 1000U);
  EXPECT_EQ(CountNames(unverified)[Verdict::kAccepted], 0U) << ProbeTable(unverified);
}

// Lets clients of `stack` call the probe until it has heard enough.
ProbeResult ProbeStack(const ClientStack& stack, const ProbeOptions& options) {
  const Listener listener = std::get<Listener>(Listen(0));
  std::atomic<bool> stop = false;
  std::thread caller([&] {
    while (!stop) {
      auto fd = Connect("127.0.0.1", listener.port, In(kSoon));
      if (std::holds_alternative<SocketError>(fd)) return;
      const auto client = stack.connect(std::move(std::get<UniqueFd>(fd)));
      for (std::size_t call = 0; !stop; ++call) {
        client->Call(call, {});
        const auto result = client->Await(call, In(std::chrono::seconds(2)));
        if (!result || result->message == "the connection ended" || result->status == 14) break;
      }
    }
  });
  ProbeResult result = ProbeClients(listener, options);
  stop = true;
  caller.join();
  return result;
}

TEST(ProbeClients, FindThatNghttp2RefusesEveryMalformedName) {
  const auto stack = MakeNghttp2Client();
  const ProbeResult result = ProbeStack(stack, {});
  EXPECT_EQ(result.why_not, "");
  EXPECT_EQ(ProbeExitCode(result), 0) << ProbeTable(result);
}

TEST(ProbeClients, FindThatAClientAcceptsThem) {
  const auto stack = MakeNghttp2Client(NameRule::kDeliver);
  const ProbeResult result = ProbeStack(stack, {.most_requests = 500});
  EXPECT_EQ(ProbeExitCode(result), 1) << ProbeTable(result);
  EXPECT_EQ(result.limit, "requests");
  EXPECT_NE(ProbeTable(result).find("it ended before everything was asked: requests"),
            std::string::npos)
      << ProbeTable(result);
}

TEST(ProbeClients, SayThatNobodyCalled) {
  const Listener listener = std::get<Listener>(Listen(0));
  const ProbeResult result = ProbeClients(listener, {.most_time = kSoon});
  EXPECT_EQ(result.why_not, "no client made a call");
  EXPECT_EQ(ProbeExitCode(result), 2);
}

TEST(ProbeClients, SayThatAClientSpeaksSomethingElse) {
  const Listener listener = std::get<Listener>(Listen(0));
  std::thread caller([&listener] {
    auto fd = std::get<UniqueFd>(Connect("127.0.0.1", listener.port, In(kSoon)));
    Say(fd, "GET / HTTP/1.1\r\nhost: x\r\n\r\n");
    usleep(100'000);
  });
  const ProbeResult result = ProbeClients(listener, {.most_time = kSoon});
  caller.join();
  EXPECT_NE(result.why_not.find("does not speak HTTP/2"), std::string::npos) << result.why_not;
}

#ifdef HEADERPROOF_HAS_GRPC
TEST(ProbeServer, FindsThatGrpcCppAcceptsThemAndReadsWhatItEchoes) {
  const auto server = StartGrpcServer({.echo = true, .listen = true});
  const ProbeResult result = ProbeServer("127.0.0.1", server->port(), {});
  EXPECT_EQ(result.why_not, "");
  EXPECT_EQ(ProbeExitCode(result), 1) << ProbeTable(result);
  EXPECT_TRUE(result.echoes);
  for (const SweepAnswer& answer : result.sweep.answers) {
    const ProbeCase& probe_case = result.sweep.probe_cases[answer.probe_case];
    if (probe_case.kind != ProbeCaseKind::kFirst) continue;
    ASSERT_EQ(answer.disposition, Disposition::kUnchanged) << DescribeAnswer(result.sweep, answer);
  }
}

TEST(ProbeServer, FindsLessOfAGrpcServerThatDoesNotEcho) {
  const auto server = StartGrpcServer({.listen = true});
  const ProbeResult result = ProbeServer("127.0.0.1", server->port(), {.most_requests = 1'000});
  EXPECT_EQ(ProbeExitCode(result), 1) << ProbeTable(result);
  EXPECT_FALSE(result.echoes);
  EXPECT_EQ(result.limit, "requests");
  EXPECT_LE(result.requests, 1'100U);
  const auto count = [&result](Disposition disposition) {
    return std::ranges::count(result.sweep.answers, disposition, &SweepAnswer::disposition);
  };
  EXPECT_GT(count(Disposition::kNotAsked), 10'000);
  EXPECT_GT(count(Disposition::kAccepted), 500);
}

TEST(ProbeClients, FindThatGrpcCppAcceptsThem) {
  const auto stack = MakeGrpcClient();
  const ProbeResult result = ProbeStack(stack, {.most_requests = 2'000});
  EXPECT_EQ(ProbeExitCode(result), 1) << ProbeTable(result);
}
#endif

TEST(ProbeReport, IsJsonThatHasEveryAnswer) {
  const auto stack = MakeNghttp2Client(NameRule::kDeliver);
  const ProbeResult result = ProbeStack(stack, {.most_requests = 5});
  const std::string json = ProbeJson(result);
  std::size_t answers = 0;
  for (std::size_t at = 0; (at = json.find("\"disposition\":", at)) != std::string::npos; ++at)
    ++answers;
  EXPECT_EQ(answers, result.sweep.answers.size());
  for (const char c : json) ASSERT_TRUE((c >= 0x20 && c <= 0x7e) || c == '\n');
}

}  // namespace
}  // namespace headerproof
