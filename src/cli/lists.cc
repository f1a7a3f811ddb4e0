// headerproof converters and domains: lists and tables.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string>

#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/grammar/name.h"
#include "src/judge/converters.h"

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

std::string_view DomainSource(Domain domain) {
  switch (domain) {
    case Domain::kGrpc:
      return "gRPC over HTTP/2, Header-Name: one or more";
    case Domain::kToken:
      return "RFC 9110 5.6.2, a token less uppercase: one or more";
    case Domain::kHttp2:
      return "RFC 9113 8.2.1: one or more, or a colon and then one or more";
    default:
      return "what ASCII lowercasing leaves alone: any number, none too";
  }
}

}  // namespace

int RunConverters() {
  for (const Converter& converter : AllConverters()) {
    Print(fmt::format("{:<22} {}\n", converter.name, converter.summary));
  }
  return Finish(kExitOk);
}

int RunDomains() {
  Print("Domains of names, each inside the next. Octets in hexadecimal.\n\n");
  for (const Domain domain : {Domain::kGrpc, Domain::kToken, Domain::kHttp2, Domain::kLowercase}) {
    const auto count = std::ranges::count_if(
        kOctetDomain, [domain](Domain of_octet) { return of_octet <= domain; });
    Print(fmt::format("{:<10} {:>3} octets  {}\n{:24}{}\n", DomainName(domain), count,
                      DomainSource(domain), "", OctetRanges(domain)));
  }
  return Finish(kExitOk);
}

}  // namespace headerproof
