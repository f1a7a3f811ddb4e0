// headerproof probe: the probe cases, put to any server or client that can be reached by network.
#include "src/probe/probe.h"

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

constexpr const char* kHelp =
    "Exit codes: 0 every illegal name was refused or dropped; 1 at least one was delivered, "
    "changed\n"
    "or not, or accepted; 2 nothing could be asked, a plain name was refused, or not every "
    "illegal\n"
    "name was judged; 130 interrupted. Only names decide. Values, connection-specific fields and\n"
    "pseudo-header fields have lines of their own.\n"
    "Names are asked in one wire form first. The other forms may be left out, and are counted "
    "then.\n"
    "If the other end answers with what it received, as a case, the probe shows what it saw.";

struct ProbeArguments {
  std::string address;       // HOST:PORT of a server
  std::uint16_t listen = 0;  // port for clients; 0: the system chooses
  ProbeOptions options;
  bool insecure = false;  // with tls: whoever the peer is
  unsigned seconds = 60;  // for all of it
  bool json = false;
};

// The port that a text of 1 to 5 digits names, or nothing.
std::optional<std::uint16_t> PortFrom(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return port;
}

int PrintProbe(const ProbeResult& result, bool json) {
  if (json) Print(ProbeJson(result));
  if (!result.why_not.empty() && !Interrupted()) return Complain(result.why_not);
  if (!json) Print(ProbeTable(result));
  return Interrupted() ? kExitInterrupted : ProbeExitCode(result);
}

ProbeOptions OptionsFrom(const ProbeArguments& arguments) {
  ProbeOptions options = arguments.options;
  options.verify = !arguments.insecure;
  options.most_time = std::chrono::seconds(arguments.seconds);
  options.stop = InterruptFlag();
  return options;
}

int RunServer(const ProbeArguments& arguments) {
  NoteInterrupts();
  const std::size_t colon = arguments.address.rfind(':');
  const auto port = colon == std::string::npos
                        ? std::nullopt
                        : PortFrom(std::string_view(arguments.address).substr(colon + 1));
  if (colon == 0 || !port || *port == 0) {
    return Complain("{} is not HOST:PORT; write, for example, 127.0.0.1:50051",
                    EscapeValue(arguments.address));
  }
  std::string host = arguments.address.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  return PrintProbe(ProbeServer(host, *port, OptionsFrom(arguments)), arguments.json);
}

int RunClient(const ProbeArguments& arguments) {
  NoteInterrupts();
  auto listening = Listen(arguments.listen);
  if (const auto* error = std::get_if<SocketError>(&listening)) return Complain(error->message);
  const auto& listener = std::get<Listener>(listening);
  fmt::print(stderr, "listening on 127.0.0.1:{}; point a client there\n", listener.port);
  return PrintProbe(ProbeClients(listener, OptionsFrom(arguments)), arguments.json);
}

void AddLimits(CLI::App* command, ProbeArguments* arguments) {
  command->footer(kHelp);
  command->add_option("--seconds", arguments->seconds, "The time limit for the whole probe")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  command->add_flag("--json", arguments->json, "Print one JSON object instead of a table");
}

void AddServer(CLI::App& app, Action& action) {
  const auto [command, arguments] = AddCommand(app, action, "server", "Ask a server", RunServer);
  command->add_option("HOST:PORT", arguments->address, "The server")->required();
  command->add_flag("--tls", arguments->options.tls,
                    "Use TLS, and verify the server's certificate");
  command->add_flag("--insecure", arguments->insecure, "With --tls: do not verify the certificate");
  command->add_option("--request-path", arguments->options.path, "The :path of the requests")
      ->capture_default_str();
  AddLimits(command, arguments);
}

void AddClient(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "client", "Answer the clients that connect, without TLS", RunClient);
  command
      ->add_option("--listen", arguments->listen,
                   "The port to listen on at 127.0.0.1; 0: the system chooses one")
      ->capture_default_str();
  AddLimits(command, arguments);
}

}  // namespace

void AddProbe(CLI::App& app, Action& action) {
  CLI::App* const probe = app.add_subcommand(
      "probe", "Ask an HTTP/2 server or client what it does with each kind of name");
  probe->require_subcommand(1);
  probe->footer(kHelp);
  AddServer(*probe, action);
  AddClient(*probe, action);
}

}  // namespace headerproof
