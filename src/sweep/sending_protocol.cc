#include "src/sweep/sending_protocol.h"

namespace headerproof {
namespace {

constexpr std::string_view kDigits = "0123456789abcdef";

std::string Hex(std::string_view octets) {
  std::string hex = "x";
  for (const char c : octets) {
    const auto octet = static_cast<unsigned char>(c);
    hex += kDigits[octet >> 4];
    hex += kDigits[octet & 0xf];
  }
  return hex;
}

std::string Octets(std::string_view hex) {
  std::string octets;
  for (std::size_t at = 1; at + 1 < hex.size(); at += 2) {
    octets += static_cast<char>(kDigits.find(hex[at]) << 4 | kDigits.find(hex[at + 1]));
  }
  return octets;
}

}  // namespace

std::string WriteProbeCase(const SendingProbeCase& probe_case) {
  return std::to_string(static_cast<int>(probe_case.side)) + " " + Hex(probe_case.name) + " " +
         Hex(probe_case.value) + "\n";
}

SendingProbeCase ReadProbeCase(std::string_view line) {
  const std::size_t second = line.find(' ', 2);
  return {.side = static_cast<SendingSide>(line.front() - '0'),
          .name = Octets(line.substr(2, second - 2)),
          .value = Octets(line.substr(second + 1))};
}

}  // namespace headerproof
