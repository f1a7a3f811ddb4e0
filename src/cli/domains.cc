// headerproof domains: which octets each domain of names has.
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/grammar/name.h"

namespace headerproof {
namespace {

// The octets that are in `domain`, as ranges: "2d-2e 30-39 5f 61-7a".
std::string OctetRanges(Domain domain) {
  std::string ranges;
  for (int first = 0; first < 256; ++first) {
    const auto is_in = [domain](int octet) {
      return octet < 256 && OctetDomain(static_cast<unsigned char>(octet)) <= domain;
    };
    if (!is_in(first)) continue;
    int last = first;
    while (is_in(last + 1)) ++last;
    ranges += fmt::format("{}{:02x}", ranges.empty() ? "" : " ", first);
    if (last != first) ranges += fmt::format("-{:02x}", last);
    first = last;
  }
  return ranges;
}

struct DomainLine {
  Domain domain;
  std::string_view source;
};
constexpr DomainLine kLines[] = {
    {Domain::kGrpc, "gRPC over HTTP/2, Header-Name: one or more"},
    {Domain::kToken, "RFC 9110 5.6.2, a token less uppercase: one or more"},
    {Domain::kHttp2, "RFC 9113 8.2.1: one or more, or a colon and then one or more"},
    {Domain::kLowercase, "all that ASCII lowercasing leaves alone: any number, also none"},
};

int Run(const NoArguments&) {
  Print("Domains of names, each inside the next. Octets in hexadecimal.\n\n");
  for (const auto& [domain, source] : kLines) {
    const auto count = std::ranges::count_if(
        kOctetDomain, [within = domain](Domain of_octet) { return of_octet <= within; });
    Print(fmt::format("{:<10} {:>3} octets  {}\n{:24}{}\n", DomainName(domain), count, source, "",
                      OctetRanges(domain)));
  }
  return Finish(kExitOk);
}

}  // namespace

void AddDomains(CLI::App& app, Action& action) {
  AddCommand(app, action, "domains", "Show which octets each domain of names allows", Run);
}

}  // namespace headerproof
