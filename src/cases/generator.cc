#include "src/cases/generator.h"

#include <algorithm>
#include <array>
#include <utility>

#include "src/converter/fold.h"
#include "src/grammar/special_name.h"

namespace headerproof {
namespace {

constexpr std::array<std::string_view, 19> kInterestingNames = {
    "rpc-caller",
    "rpc-service",
    "rpc-shard-key",
    "rpc-routing-key",
    "rpc-routing-delegate",
    "rpc-encoding",
    "rpc-caller-procedure",
    "content-type",
    "x-uber-rpc-routing-zone",
    "x-uber-rpc-routing-region",
    "rpc-foo",
    "rpc-",
    "rpc",
    "foo",
    "foo-bin",
    ":authority",
    "grpc-accept-encoding",
    "authorization",
    "uber-trace-id",
};

constexpr std::array<std::string_view, 13> kContentTypeShapes = {
    "application/grpc+proto", "application/grpc",       "application/grpc;proto",
    "application/grpc+",      "application/grpc;",      "application/grpc-proto",
    "application/grpc-web+a", "application/grpc++",     "application/grpc+proto;q=1",
    "Application/grpc+proto", "application/grpc+PROTO", " application/grpc+json",
    "application/grp"};

// Where word-wise code changes its step, and one octet to either side.
constexpr std::array<std::size_t, 15> kEdgeLengths = {8,  7,  9,  16, 15,  17,  32, 31,
                                                      33, 64, 63, 65, 256, 255, 257};

// Letters of other alphabets that other systems lowercase: U+212A and U+0130, to the ASCII letters
// k and i; U+00C9; U+FF21.
constexpr std::array<std::string_view, 4> kForeignCapitals = {"\xe2\x84\xaa", "\xc4\xb0",
                                                              "\xc3\x89", "\xef\xbc\xa1"};

// Encodings that real calls have.
constexpr std::array<std::string_view, 4> kEncodings = {"proto", "json", "raw", "thrift"};

// Octets at which a careless reader of values ends, trims or joins.
constexpr std::string_view kTellingValueOctets = {"\x00\t\n\r ,\x7f\xff", 8};

template <class List>
const auto& Pick(Choices& choices, const List& list) {
  return list[choices.Below(static_cast<std::uint32_t>(list.size()))];
}

char ToUpper(char c) {
  return c >= 'a' && c <= 'z' ? static_cast<char>(c - 0x20) : c;
}

// An octet of names in `domain`.
char GenerateOctet(Choices& choices, Domain domain) {
  constexpr std::string_view kGrpcOctets = "abcdefghijklmnopqrstuvwxyz0123456789_-.";
  constexpr std::string_view kTokenOctets = "!#$%&'*+^`|~";
  constexpr std::string_view kHttp2Octets = "\"(),/;<=>?@[\\]{}";
  constexpr std::string_view kEdgeOctets = {"\x00\x1f\x20@[`{\x7f\x80\xc1\xda\xff:\r\n\t", 16};
  switch (choices.Below(4)) {
    case 1:
      if (domain >= Domain::kToken) return Pick(choices, kTokenOctets);
      break;
    case 2:
      if (domain >= Domain::kLowercase) return Pick(choices, kEdgeOctets);
      if (domain >= Domain::kHttp2) return Pick(choices, kHttp2Octets);
      break;
    case 3: {
      if (domain < Domain::kLowercase) break;
      if (domain == Domain::kNone && choices.OneIn(2)) {
        return static_cast<char>('A' + choices.Below(26));
      }
      const auto octet = static_cast<char>(choices.Below(256));
      return domain == Domain::kNone ? octet : Fold({&octet, 1}).front();
    }
    default:
      break;
  }
  return Pick(choices, kGrpcOctets);
}

std::size_t GenerateLength(Choices& choices, const GeneratorLimits& limits) {
  if (limits.with_huge_names && choices.OneIn(32)) return 16383 + choices.Below(3);
  if (choices.OneIn(4)) return Pick(choices, kEdgeLengths);
  return 1 + choices.Below(12);
}

std::string GeneratePlainName(Choices& choices, Domain domain, const GeneratorLimits& limits) {
  const std::size_t length = GenerateLength(choices, limits);
  std::string name(length, 'a');
  // One octet in a name of one letter finds a lane; a name of many octets finds a class.
  if (choices.OneIn(2)) {
    name[choices.Below(static_cast<std::uint32_t>(length))] = GenerateOctet(choices, domain);
  } else {
    const std::size_t varied = std::min<std::size_t>(length, 24);
    const std::size_t first = choices.OneIn(2) ? length - varied : 0;
    for (std::size_t i = 0; i < varied; ++i) name[first + i] = GenerateOctet(choices, domain);
  }
  return name;
}

// `name` with one octet changed, dropped or added, or with a letter of another alphabet.
std::string Misspell(Choices& choices, std::string name, Domain domain) {
  const std::size_t at = choices.Below(static_cast<std::uint32_t>(name.size()));
  switch (choices.Below(domain < Domain::kLowercase ? 4 : 5)) {
    case 0:
      name.erase(at, 1);
      break;
    case 1:
      name.insert(at, 1, GenerateOctet(choices, domain));
      break;
    case 2:
      name += GenerateOctet(choices, domain);
      break;
    case 4:
      name.insert(at, Pick(choices, kForeignCapitals));
      break;
    default:
      name[at] = GenerateOctet(choices, domain);
  }
  return name;
}

// Changes what `domain` does not allow.
std::string Confine(std::string name, Domain domain) {
  if (domain == Domain::kNone) return name;
  if (domain == Domain::kLowercase) return Fold(name);
  if (name.empty() || name == ":") return "a";
  const std::size_t first = domain == Domain::kHttp2 && name.front() == ':' ? 1 : 0;
  for (std::size_t i = first; i < name.size(); ++i) {
    char& c = name[i];
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    if (kOctetDomain[static_cast<unsigned char>(c)] > domain) c = '-';
  }
  return name;
}

std::string GenerateFreeName(Choices& choices, Domain domain, const GeneratorLimits& limits) {
  switch (choices.Below(8)) {
    case 0: {
      // One after the other: the order of two arguments is the compiler's.
      const std::size_t length = 1 + choices.Below(2);
      return std::string(length, static_cast<char>('a' + choices.Below(2)));
    }
    case 1:
    case 2:
      return std::string(Pick(choices, kInterestingNames));
    case 3:
      return Respell(choices, Pick(choices, kInterestingNames));
    case 4:
      return Misspell(choices, std::string(Pick(choices, kInterestingNames)), domain);
    case 5:
      return GeneratePlainName(choices, domain, limits) + "-bin";
    case 6:
      return choices.OneIn(4) ? std::string() : ":" + GeneratePlainName(choices, domain, limits);
    default:
      return GeneratePlainName(choices, domain, limits);
  }
}

// Another spelling of an entry's name, so that names collide once lowercased.
std::string GenerateRival(Choices& choices, const Metadata& metadata, Domain domain,
                          const GeneratorLimits& limits) {
  if (metadata.empty()) return GenerateName(choices, domain, limits);
  return Confine(Respell(choices, Pick(choices, metadata).name), domain);
}

// Two entries that set one field, in either order: there an empty value and the order matter. By
// chance both would be in one of thousands of cases.
Metadata GenerateCompeting(Choices& choices, Domain domain) {
  const auto value = [&choices] { return std::string(choices.OneIn(2) ? "" : "x"); };
  Metadata pair;
  if (domain != Domain::kNone || choices.OneIn(2)) {
    pair = {{"content-type", {std::string(Pick(choices, kContentTypeShapes))}},
            {"rpc-encoding", {value()}}};
  } else {
    const std::string_view name = Pick(choices, kFieldNames);
    pair = {{std::string(name), {value()}}, {Capitalize(name), {value()}}};
  }
  if (choices.OneIn(2)) std::swap(pair[0], pair[1]);
  return pair;
}

// What a call carries: the encoding and most of the other fields, up to `most_entries`.
Metadata GenerateCall(Choices& choices, std::size_t most_entries) {
  Metadata call = {{"rpc-encoding", {std::string(Pick(choices, kEncodings))}}};
  for (const std::string_view name : kFieldNames) {
    if (call.size() == most_entries) break;
    if (name != call.front().name && !choices.OneIn(4)) call.push_back({std::string(name), {"x"}});
  }
  return call;
}

}  // namespace

std::span<const std::string_view> InterestingNames() {
  return kInterestingNames;
}

std::span<const std::string_view> ContentTypeShapes() {
  return kContentTypeShapes;
}

std::string Uppercase(std::string_view name) {
  std::string spelled(name);
  std::ranges::transform(spelled, spelled.begin(), ToUpper);
  return spelled;
}

std::string Capitalize(std::string_view name) {
  std::string spelled(name);
  bool at_start = true;
  for (char& c : spelled) {
    if (at_start) c = ToUpper(c);
    at_start = c == '-' || c == ':';
  }
  return spelled;
}

std::string Respell(Choices& choices, std::string_view name) {
  switch (choices.Below(4)) {
    case 0:
      return Capitalize(name);
    case 1:
      return Uppercase(name);
    case 2:
      return Fold(name);
    default: {
      std::string spelled(name);
      if (spelled.empty()) return spelled;
      char& c = spelled[choices.Below(static_cast<std::uint32_t>(spelled.size()))];
      c = HasUppercase({&c, 1}) ? static_cast<char>(c | 0x20) : ToUpper(c);
      return spelled;
    }
  }
}

std::string GenerateName(Choices& choices, Domain domain, const GeneratorLimits& limits) {
  return Confine(GenerateFreeName(choices, domain, limits), domain);
}

std::string GenerateValue(Choices& choices, std::string_view name) {
  const bool is_content_type = Fold(name) == "content-type";
  switch (choices.Below(is_content_type ? 12 : 6)) {
    case 0:
      return std::string(1, static_cast<char>('x' + choices.Below(3)));
    case 1:
      return {};
    case 2:
      return std::string(Pick(choices, kContentTypeShapes));
    case 3: {
      std::string value(1 + choices.Below(20), 'v');
      for (char& c : value) c = static_cast<char>(0x20 + choices.Below(0x5f));
      return value;
    }
    case 4: {
      std::string value(1 + choices.Below(8), '\0');
      for (char& c : value) {
        c = choices.OneIn(4) ? Pick(choices, kTellingValueOctets)
                             : static_cast<char>(choices.Below(256));
      }
      return value;
    }
    case 5:
      return std::string(Pick(choices, kEdgeLengths), 'v');
    default:
      return std::string(Pick(choices, kContentTypeShapes));
  }
}

Metadata GenerateMetadata(Choices& choices, const GeneratorLimits& limits) {
  constexpr std::array<Domain, 4> kConfines = {Domain::kGrpc, Domain::kNone, Domain::kLowercase,
                                               Domain::kHttp2};
  const Domain domain = Pick(choices, kConfines);
  const std::size_t count = choices.Below(static_cast<std::uint32_t>(limits.max_entries) + 1);
  // An entry with several values ends a conversion. Many entries nearly always have such a one, so
  // half of the time there is none.
  constexpr std::size_t kFew = 8;
  const bool one_value_each = count > kFew && choices.OneIn(2);
  Metadata metadata;
  if (count >= 2 && choices.OneIn(8)) metadata = GenerateCompeting(choices, domain);
  if (count >= 4 && choices.OneIn(8)) metadata = GenerateCall(choices, count);
  for (std::size_t i = metadata.size(); i < count; ++i) {
    std::string name = choices.OneIn(5) ? GenerateRival(choices, metadata, domain, limits)
                                        : GenerateName(choices, domain, limits);
    if (std::ranges::find(metadata, name, &Entry::name) != metadata.end()) continue;
    constexpr std::array<std::size_t, 8> kValueCounts = {1, 1, 1, 1, 0, 2, 2, 3};
    Entry entry{std::move(name), {}};
    const std::size_t values = one_value_each ? 1 : Pick(choices, kValueCounts);
    for (std::size_t v = 0; v < values; ++v) {
      entry.values.push_back(GenerateValue(choices, entry.name));
    }
    metadata.push_back(std::move(entry));
  }
  return metadata;
}

}  // namespace headerproof
