// headerproof probe: the probe cases, put to any server or client that can be reached by network.
#include "src/probe/probe.h"

#include <fmt/core.h>

#include <charconv>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/http2/socket.h"

namespace headerproof {
namespace {

// The port that a text of 1 to 5 digits names, or nothing.
std::optional<std::uint16_t> PortFrom(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

int PrintProbe(const ProbeResult& result, bool json) {
  if (!result.why_not.empty()) {
    Complain(result.why_not);
    return kExitBadInput;
  }
  Print(json ? ProbeJson(result) : ProbeTable(result));
  return Finish(ProbeExitCode(result));
}

ProbeOptions OptionsFrom(const ProbeArguments& arguments) {
  ProbeOptions options;
  options.tls = arguments.tls;
  options.verify = !arguments.insecure;
  options.path = arguments.path;
  options.most_time = std::chrono::seconds(arguments.seconds);
  return options;
}

}  // namespace

int RunProbeServer(const ProbeArguments& arguments) {
  const std::size_t colon = arguments.address.rfind(':');
  const auto port = colon == std::string::npos
                        ? std::nullopt
                        : PortFrom(std::string_view(arguments.address).substr(colon + 1));
  if (colon == 0 || !port || *port == 0) {
    Complain(fmt::format("{} is not HOST:PORT; write, for example, 127.0.0.1:50051",
                         EscapeValue(arguments.address)));
    return kExitBadInput;
  }
  std::string host = arguments.address.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return PrintProbe(ProbeServer(host, *port, OptionsFrom(arguments)), arguments.json);
}

int RunProbeClient(const ProbeArguments& arguments) {
  auto listening = Listen(arguments.listen);
  if (const auto* error = std::get_if<SocketError>(&listening)) {
    Complain(error->message);
    return kExitBadInput;
  }
  const auto& listener = std::get<Listener>(listening);
  fmt::print(stderr, "listening on 127.0.0.1:{}; point a client there\n", listener.port);
  return PrintProbe(ProbeClients(listener, OptionsFrom(arguments)), arguments.json);
}

}  // namespace headerproof
