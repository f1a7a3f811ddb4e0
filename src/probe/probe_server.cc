// Probes a server that is reached by network.
#include <algorithm>
#include <memory>
#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/http2/tls_stream.h"
#include "src/probe/probe.h"
#include "src/sweep/server_harness.h"

namespace headerproof {
namespace {

// Makes connections to the server, within the limits.
class Connector {
 public:
  Connector(std::string host, std::uint16_t port, const ProbeOptions& options)
      : host_(std::move(host)), port_(port), options_(options), deadline_(In(options.most_time)) {}

  // A connection, or null; error() says why.
  std::unique_ptr<ByteStream> Connect() {
    if (Clock::now() >= deadline_) limit_ = "time";
    if (connections_ >= options_.most_connections) limit_ = "connections";
    if (!limit_.empty()) return nullptr;
    ++connections_;
    auto connected = headerproof::Connect(host_, port_, In(options_.patience));
    if (auto* const fd = std::get_if<UniqueFd>(&connected)) {
      if (!options_.tls) return PlainStream(std::move(*fd));
      auto stream = ConnectTls(std::move(*fd), {.server_name = host_, .verify = options_.verify},
                               In(options_.patience));
      if (auto* const tls = std::get_if<std::unique_ptr<ByteStream>>(&stream)) {
        return std::move(*tls);
      }
      connected = std::get<SocketError>(std::move(stream));
    }
    error_ = EscapeValue(std::get<SocketError>(connected).message);
    return nullptr;
  }

  const std::string& error() const { return error_; }  // printable ASCII
  Deadline deadline() const { return deadline_; }
  const std::string& limit() const { return limit_; }
  std::size_t connections() const { return connections_; }

 private:
  std::string host_;
  std::uint16_t port_;
  const ProbeOptions& options_;
  Deadline deadline_;
  std::string error_;
  std::string limit_;
  std::size_t connections_ = 0;
};

// What a server that sent no SETTINGS seems to be, from its first octets.
std::string DescribeStranger(const RawConnection& connection, bool tls, bool has_closed) {
  const std::string& first = connection.first_octets();
  const bool is_tls_record =
      first.size() >= 2 && first[0] >= 0x14 && first[0] <= 0x17 && first[1] == 3;
  if (is_tls_record) return "it speaks TLS (it answered with a TLS record): try --tls";
  if (!first.empty()) {
    return "it does not speak HTTP/2: it began with \"" + EscapeValue(first.substr(0, 40)) + "\"";
  }
  if (!has_closed) return "it is silent: it took the connection and sent nothing";
  return std::string("it closed the connection without sending anything") +
         (tls ? "" : " (if it expects TLS, try --tls)");
}

// Sends one plain request. Returns why the server cannot be probed, or nothing.
std::string FirstContact(Connector& connector, const RequestShape& shape,
                         const ProbeOptions& options) {
  auto stream = connector.Connect();
  if (stream == nullptr) return connector.error();
  RawConnection connection(std::move(stream), Role::kClient);
  const ProbeCase plain{ProbeCaseKind::kControl, {{"plain-name", "v"}}};
  QueueRequest(shape, 1, {&plain, kWireForms[0]}, "first", connection);
  const Deadline deadline = In(options.patience);
  for (;;) {
    const Event event = connection.Next(deadline);
    const bool is_over = event.IsEnd() || event.kind == EventKind::kTimeout;
    if (is_over && !connection.got_settings()) {
      return DescribeStranger(connection, options.tls, event.kind == EventKind::kClosed);
    }
    if (event.kind == EventKind::kTimeout) {
      return "it is too slow: it speaks HTTP/2 but did not answer a plain request in " +
             std::to_string(options.patience.count()) + " ms";
    }
    if (event.kind == EventKind::kMalformed) return "it speaks broken HTTP/2: " + event.detail;
    if (event.kind == EventKind::kClosed) {
      return "it speaks HTTP/2 but closed the connection on a plain request";
    }
    if (event.kind == EventKind::kReset && event.stream == 1) {
      return "it refuses a plain request as well: RST_STREAM " + ErrorCodeText(event.code);
    }
    if (event.stream == 1 && event.end_stream) return "";
  }
}

}  // namespace

ProbeResult ProbeServer(const std::string& host, std::uint16_t port, const ProbeOptions& options) {
  ProbeResult result{.peer = host + ":" + std::to_string(port), .why_not = {}, .limit = {}};
  const RequestShape shape{
      .scheme = options.tls ? "https" : "http", .path = options.path, .authority = result.peer};
  Connector connector(host, port, options);
  result.why_not = FirstContact(connector, shape, options);
  if (result.why_not.empty()) {
    ServerHarness harness({.connect = [&connector] { return connector.Connect(); },
                           .shape = shape,
                           .patience = options.patience,
                           .until = connector.deadline(),
                           .most_requests = options.most_requests});
    result.sweep.stack = result.peer;
    result.sweep.probe_cases = AllProbeCases();
    result.sweep.answers = SweepPlace(Place::kRequestMetadata, result.sweep.probe_cases, harness);
    result.requests = harness.requests();
    result.echoes = std::ranges::any_of(
        result.sweep.answers, [](const SweepAnswer& answer) { return !answer.shown.empty(); });
    result.limit = connector.limit();
    if (result.requests >= options.most_requests) result.limit = "requests";
    if (result.limit.empty()) result.limit = connector.error();
  }
  result.connections = connector.connections();
  return result;
}

}  // namespace headerproof
