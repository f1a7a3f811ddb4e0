#include "src/probe/server_contact.h"

#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/http2/tls_stream.h"

namespace headerproof {
namespace {

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

}  // namespace

ServerConnector::ServerConnector(std::string host, std::uint16_t port, const ProbeOptions& options,
                                 Until until, ProbeResult& result)
    : host_(std::move(host)),
      port_(port),
      options_(options),
      until_(until),
      shape_{
          .scheme = options.tls ? "https" : "http", .path = options.path, .authority = result.peer},
      result_(result) {}

std::unique_ptr<ServerLine> ServerConnector::Open() {
  const Until until = until_.Within(options_.patience);
  const auto fail = [this](const SocketError& error) {
    error_ = EscapeValue(error.message);
    return nullptr;
  };
  if (addresses_.empty()) {
    auto resolved = Resolve(host_, port_, until);
    if (const auto* const error = std::get_if<SocketError>(&resolved)) return fail(*error);
    addresses_ = std::get<std::vector<SocketAddress>>(std::move(resolved));
  }
  ++result_.connections;
  auto connected = Connect(addresses_, until);
  if (const auto* const error = std::get_if<SocketError>(&connected)) return fail(*error);
  UniqueFd fd = std::get<UniqueFd>(std::move(connected));
  std::unique_ptr<ByteStream> stream;
  if (options_.tls) {
    auto secured =
        ConnectTls(std::move(fd), {.server_name = host_, .verify = options_.verify}, until);
    if (const auto* const error = std::get_if<SocketError>(&secured)) return fail(*error);
    stream = std::get<std::unique_ptr<ByteStream>>(std::move(secured));
  } else {
    stream = PlainStream(std::move(fd));
  }
  return std::make_unique<ServerLine>(std::move(stream), shape_, options_.patience, until_,
                                      result_.requests);
}

std::string WhyNotAsked(const Asked& control, const ServerLine& line, bool tls) {
  const std::string refuses = "it refuses a plain request as well: ";
  const bool has_closed = line.end_kind() == EventKind::kClosed;
  if (!line.connection().got_settings())
    return DescribeStranger(line.connection(), tls, has_closed);
  if (line.end_kind() == EventKind::kMalformed) return "it speaks broken HTTP/2: " + line.end();
  if (control.observation.ending == Disposition::kNoAnswer) {
    return "it is too slow: it speaks HTTP/2 but did not answer a plain request in time";
  }
  if (control.observation.ending == Disposition::kNotAsked) {
    return line.end() == "closed" ? "it speaks HTTP/2 but closed the connection on a plain request"
                                  : refuses + line.end();
  }
  return control.IsRead() ? "" : refuses + control.observation.detail;
}

}  // namespace headerproof
