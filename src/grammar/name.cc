#include "src/grammar/name.h"

namespace headerproof {
namespace {

// Why `octet`, which is outside `domain`, is outside it.
std::string_view ClauseAgainst(unsigned char octet, Domain domain) {
  if (octet >= 'A' && octet <= 'Z') {
    return "RFC 9113 8.2.1 and RFC 7540 8.1.2: an uppercase letter (41-5a) makes the message "
           "malformed";
  }
  if (octet == ':') return "RFC 9113 8.2.1: a colon may only begin a pseudo-header field's name";
  if (octet <= 0x20) return "RFC 9113 8.2.1: a control octet or a space (00-20)";
  if (octet >= 0x7f) return "RFC 9113 8.2.1: DEL or an octet above it (7f-ff)";
  if (domain == Domain::kToken) return "RFC 9110 5.6.2: a delimiter, no octet of a token";
  return "gRPC over HTTP/2, Header-Name: only 0-9 a-z _ - .";
}

}  // namespace

std::string_view DomainName(Domain domain) {
  constexpr std::array<std::string_view, kDomainCount> kNames = {"grpc", "token", "http2",
                                                                 "lowercase", "none"};
  return kNames[static_cast<std::size_t>(domain)];
}

std::optional<NameFault> FirstFault(std::string_view name, Domain domain) {
  if (IsIn(domain, name)) return std::nullopt;
  if (name.empty()) return NameFault{0, "RFC 9110 5.6.2: a name has at least one octet"};
  const bool may_be_pseudo = domain == Domain::kHttp2 && name.front() == ':';
  if (may_be_pseudo && name.size() == 1) {
    return NameFault{1, "RFC 9113 8.3: a pseudo-header field's name has an octet after the colon"};
  }
  std::size_t position = may_be_pseudo ? 1 : 0;
  if (!may_be_pseudo && domain < Domain::kHttp2 && name.front() == ':') {
    return NameFault{0, "RFC 9113 8.3: a colon begins a pseudo-header field's name, not a field's"};
  }
  while (kOctetDomain[static_cast<unsigned char>(name[position])] <= domain) ++position;
  return NameFault{position, ClauseAgainst(static_cast<unsigned char>(name[position]), domain)};
}

}  // namespace headerproof
