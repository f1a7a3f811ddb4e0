#include "src/sweep/probe_case.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "src/converter/fold.h"
#include "src/grammar/name.h"
#include "src/grammar/special_name.h"

namespace headerproof {
namespace {

// Names that gRPC, HTTP or an application gives a meaning (gRPC over HTTP/2; RFC 9113 8.2.2).
constexpr std::array kOtherNames = std::to_array<std::string_view>({"rpc-trace",
                                                                    "te",
                                                                    "grpc-timeout",
                                                                    "grpc-encoding",
                                                                    "grpc-accept-encoding",
                                                                    "grpc-status",
                                                                    "grpc-message",
                                                                    "grpc-previous-rpc-attempts",
                                                                    "grpc-retry-pushback-ms",
                                                                    "user-agent",
                                                                    "host",
                                                                    "connection",
                                                                    "keep-alive",
                                                                    "proxy-connection",
                                                                    "transfer-encoding",
                                                                    "upgrade",
                                                                    "content-length",
                                                                    "authorization",
                                                                    "cookie",
                                                                    "set-cookie",
                                                                    "uber-trace-id",
                                                                    "traceparent"});

// Values that a receiver which parses them accepts, so that the name alone decides.
std::string_view ValueFor(std::string_view name) {
  if (name == "te") return "trailers";
  if (name == "content-type") return "application/grpc+proto";
  if (name == "grpc-timeout") return "9S";
  if (name == "grpc-encoding" || name == "grpc-accept-encoding") return "identity";
  if (name == "grpc-status" || name == "content-length") return "0";
  if (name == "grpc-previous-rpc-attempts" || name == "grpc-retry-pushback-ms") return "1";
  return "v";
}

bool IsLetter(char c) {
  return c >= 'a' && c <= 'z';
}

char Upper(char c) {
  return IsLetter(c) ? static_cast<char>(c - 0x20) : c;
}

// The spellings that are tried of a lowercase name: as it is, Train-Case, all uppercase, and one
// letter raised: the first, the last. Without repeats.
std::vector<std::string> Spellings(std::string_view name) {
  std::vector<std::string> spellings(5, std::string(name));
  bool at_start = true;
  for (char& c : spellings[1]) {
    if (at_start) c = Upper(c);
    at_start = c == '-' || c == ':';
  }
  std::ranges::transform(spellings[2], spellings[2].begin(), Upper);
  const auto first = std::ranges::find_if(spellings[3], IsLetter);
  if (first != spellings[3].end()) *first = Upper(*first);
  const auto last = std::ranges::find_if(spellings[4].rbegin(), spellings[4].rend(), IsLetter);
  if (last != spellings[4].rend()) *last = Upper(*last);
  std::ranges::sort(spellings);
  const auto repeats = std::ranges::unique(spellings);
  spellings.erase(repeats.begin(), repeats.end());
  std::ranges::reverse(spellings);  // lowercase first
  return spellings;
}

void AddOctets(std::vector<ProbeCase>& probe_cases) {
  for (int value = 0; value < 256; ++value) {
    const std::string octet(1, static_cast<char>(value));
    probe_cases.push_back({ProbeCaseKind::kOnly, {{octet, "v"}}});
    probe_cases.push_back({ProbeCaseKind::kFirst, {{octet + "ab", "v"}}});
    probe_cases.push_back({ProbeCaseKind::kMiddle, {{"a" + octet + "b", "v"}}});
    probe_cases.push_back({ProbeCaseKind::kLast, {{"ab" + octet, "v"}}});
  }
}

void AddSpecialNames(std::vector<ProbeCase>& probe_cases) {
  std::vector<std::string_view> names(kFieldNames.begin(), kFieldNames.end());
  names.push_back(kContentTypeName);
  names.insert(names.end(), kRoutingNames.begin(), kRoutingNames.end());
  names.insert(names.end(), kOtherNames.begin(), kOtherNames.end());
  for (const std::string_view name : names) {
    for (std::string& spelling : Spellings(name)) {
      const std::string_view value = ValueFor(name);
      probe_cases.push_back({ProbeCaseKind::kSpecial, {{std::move(spelling), std::string(value)}}});
    }
  }
}

}  // namespace

std::string_view PlaceName(Place place) {
  constexpr std::array<std::string_view, 4> kNames = {"request-metadata", "response-headers",
                                                      "trailers", "trailers-only"};
  return kNames[static_cast<std::size_t>(place)];
}

std::string_view ProbeCaseKindName(ProbeCaseKind kind) {
  constexpr std::array<std::string_view, 14> kNames = {
      "control",    "octet-only", "octet-first", "octet-middle", "octet-last",
      "empty-name", "pseudo",     "collision",   "special",      "binary",
      "value",      "connection", "pseudo-late", "pseudo-twice"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::vector<ProbeCase> AllProbeCases() {
  std::vector<ProbeCase> probe_cases = {{ProbeCaseKind::kControl, {{"plain-name", "v"}}}};
  AddOctets(probe_cases);
  probe_cases.push_back({ProbeCaseKind::kEmpty, {{"", "v"}}});
  for (const std::string_view name : {":path", ":method", ":scheme", ":authority", ":status",
                                      ":protocol", ":foo", ":x!y", "::", ":"}) {
    for (std::string& spelling : Spellings(name)) {
      probe_cases.push_back({ProbeCaseKind::kPseudo, {{std::move(spelling), "v"}}});
    }
  }
  for (const std::string_view name :
       {"foo", "rpc-caller", "rpc-encoding", "x-uber-rpc-routing-zone"}) {
    const std::string lower(name);
    for (std::string& spelling : Spellings(name)) {
      if (spelling == lower) continue;
      probe_cases.push_back({ProbeCaseKind::kCollision, {{lower, "x"}, {spelling, "y"}}});
      probe_cases.push_back({ProbeCaseKind::kCollision, {{spelling, "y"}, {lower, "x"}}});
    }
    probe_cases.push_back({ProbeCaseKind::kCollision, {{lower, "x"}, {lower, "y"}}});
  }
  AddSpecialNames(probe_cases);
  for (const std::string_view name : {"x-bin", "trace-bin", "-bin", "grpc-trace-bin",
                                      "grpc-tags-bin", "endpoint-load-metrics-bin"}) {
    for (std::string& spelling : Spellings(name)) {
      probe_cases.push_back({ProbeCaseKind::kBinary, {{spelling, "AQI="}}});
      probe_cases.push_back({ProbeCaseKind::kBinary, {{std::move(spelling), "$$$"}}});
    }
  }
  return probe_cases;
}

std::vector<ProbeCase> FieldProbeCases() {
  std::vector<ProbeCase> probe_cases;
  for (const char octet : {'\0', '\r', '\n'}) {
    const std::string bad(1, octet);
    for (const std::string& value : {bad, bad + "ab", "a" + bad + "b", "ab" + bad}) {
      probe_cases.push_back({ProbeCaseKind::kValue, {{"x-value", value}}});
    }
  }
  for (const char* value : {" ", " ab", "ab ", "\t", "\tab", "ab\t", "a\r\nx-injected: b"}) {
    probe_cases.push_back({ProbeCaseKind::kValue, {{"x-value", value}}});
  }
  for (const auto& [name, value] : std::initializer_list<std::pair<const char*, const char*>>{
           {"connection", "close"},
           {"connection", "x-value"},
           {"keep-alive", "timeout=5"},
           {"proxy-connection", "keep-alive"},
           {"transfer-encoding", "chunked"},
           {"upgrade", "websocket"},
           {"te", "gzip"},
           {"te", "trailers, gzip"},
           {"te", ""}}) {
    probe_cases.push_back({ProbeCaseKind::kConnection, {{name, value}}});
  }
  for (const ProbeCaseKind kind : {ProbeCaseKind::kPseudoLate, ProbeCaseKind::kPseudoTwice}) {
    for (const char* name : {":method", ":scheme", ":path", ":authority", ":status"}) {
      probe_cases.push_back({kind, {{name, ""}}});
    }
  }
  return probe_cases;
}

bool IsAskedAt(const ProbeCase& probe_case, Place place) {
  const std::string& name = probe_case.fields.front().name;
  const bool is_request = place == Place::kRequestMetadata;
  if (probe_case.kind == ProbeCaseKind::kConnection) return is_request || name != "te";
  const bool moves_pseudo = probe_case.kind == ProbeCaseKind::kPseudoLate ||
                            probe_case.kind == ProbeCaseKind::kPseudoTwice;
  if (!moves_pseudo) return true;
  return place != Place::kTrailers && is_request == (name != ":status");
}

bool AsksConnectionField(const ProbeCase& probe_case) {
  constexpr std::array<std::string_view, 5> kNames = {
      "connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade"};
  return std::ranges::any_of(probe_case.fields, [&](const Field& field) {
    return std::ranges::find(kNames, field.name) != kNames.end() ||
           (field.name == "te" && field.value != "trailers");
  });
}

bool AsksUppercase(const ProbeCase& probe_case) {
  return std::ranges::any_of(probe_case.fields, HasUppercase, &Field::name);
}

bool IsMalformedName(std::string_view name) {
  return NameDomain(name) > Domain::kHttp2;
}

bool AsksMalformed(const ProbeCase& probe_case) {
  return std::ranges::any_of(probe_case.fields, IsMalformedName, &Field::name);
}

}  // namespace headerproof
