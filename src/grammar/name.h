// Which octets each standard allows in a field name, and the four domains of names built from that.
//
// The domains are nested: each holds the one before.
//
//   grpc       one or more of the 39 octets of gRPC's Header-Name: 0-9 a-z _ - .
//   token      one or more of the 51 octets of an HTTP token less uppercase (RFC 9110 5.6.2)
//   http2      one or more of the 67 octets that RFC 9113 8.2.1 makes every receiver accept, or one
//              colon and then one or more of them (a pseudo-header field's name)
//   lowercase  any octets but 41-5a, the empty name too: what ASCII lowercasing leaves alone
//
// Validity and case are separate: "a b" is lowercase, but it is not a valid name.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace headerproof {

enum class Domain : std::uint8_t { kGrpc, kToken, kHttp2, kLowercase, kNone };
inline constexpr std::size_t kDomainCount = 5;

// The word for a domain: "grpc", "token", "http2", "lowercase"; "none" for names with uppercase.
std::string_view DomainName(Domain domain);

// The narrowest domain that has `octet` as an ordinary octet of a name (3a is in `lowercase` only;
// that it may begin a pseudo-header field's name is a matter of names, not of octets).
constexpr Domain OctetDomain(unsigned char octet) {
  const auto is_one_of = [octet](std::string_view set) {
    return octet != 0 && set.find(static_cast<char>(octet)) != std::string_view::npos;
  };
  if (octet >= 'A' && octet <= 'Z') return Domain::kNone;
  if ((octet >= 'a' && octet <= 'z') || (octet >= '0' && octet <= '9') || is_one_of("_-.")) {
    return Domain::kGrpc;
  }
  if (is_one_of("!#$%&'*+^`|~")) return Domain::kToken;
  if (octet > 0x20 && octet < 0x7f && octet != ':') return Domain::kHttp2;
  return Domain::kLowercase;
}

// OctetDomain as a table, for loops over octets.
inline constexpr std::array<Domain, 256> kOctetDomain = [] {
  std::array<Domain, 256> table{};
  for (std::size_t octet = 0; octet < table.size(); ++octet) {
    table[octet] = OctetDomain(static_cast<unsigned char>(octet));
  }
  return table;
}();

// The narrowest domain that holds `name`; any octets, any length.
constexpr Domain NameDomain(std::string_view name) {
  if (name.empty()) return Domain::kLowercase;
  const bool is_pseudo = name.front() == ':';
  if (is_pseudo && name.size() == 1) return Domain::kLowercase;
  Domain widest = is_pseudo ? Domain::kHttp2 : Domain::kGrpc;
  for (const char c : name.substr(is_pseudo ? 1 : 0)) {
    const Domain domain = kOctetDomain[static_cast<unsigned char>(c)];
    if (domain > widest) widest = domain;
  }
  return widest;
}

constexpr bool IsIn(Domain domain, std::string_view name) {
  return NameDomain(name) <= domain;
}

// True for a binary header's name: "-bin" after at least one octet (gRPC over HTTP/2,
// Binary-Header).
constexpr bool IsBinaryName(std::string_view name) {
  return name.size() > 4 && name.ends_with("-bin");
}

// The first reason why a name is outside a domain.
struct NameFault {
  std::size_t position;     // of the octet; the name's size if what is missing is an octet
  std::string_view clause;  // who says so, and what: a static string
};

// The first fault of `name` for `domain`, or nothing if the domain holds it.
std::optional<NameFault> FirstFault(std::string_view name, Domain domain);

}  // namespace headerproof
