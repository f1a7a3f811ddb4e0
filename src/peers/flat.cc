#include "src/peers/flat.h"

#include <algorithm>
#include <cstdint>
#include <ranges>
#include <regex>
#include <sstream>
#include <utility>

#include "src/cases/printable.h"
#include "src/peers/peer_error.h"

namespace headerproof {
namespace {

[[noreturn]] void Fail(const std::string& detail) {
  throw PeerError(PeerFault::kGarbage, detail);
}

std::string Quoted(std::string_view text) {
  constexpr std::size_t kMostShown = 80;
  return '"' + Printable(text, kMostShown) + '"';
}

void AppendText(std::string_view text, std::string& body) {
  AppendNumber(text.size(), body);
  body += text;
}

// Takes parts off the front of an answer's body.
class Reader {
 public:
  explicit Reader(std::string_view body) : left_(body) {}

  std::string_view Take(std::size_t size) {
    if (size > left_.size()) Fail("its answer ends too early");
    const std::string_view part = left_.substr(0, size);
    left_.remove_prefix(size);
    return part;
  }

  unsigned char TakeOctet() { return static_cast<unsigned char>(Take(1).front()); }

  std::uint32_t TakeNumber() { return ReadNumber(Take(kNumberSize)); }

  std::string_view TakeText() { return Take(TakeNumber()); }

  // The kind of the answer, and the error if it is one.
  std::optional<Error> TakeKind() {
    const unsigned char kind = TakeOctet();
    if (kind > 1) Fail("its answer is of kind " + std::to_string(kind) + ", neither 0 nor 1");
    if (kind == 0) return std::nullopt;
    const unsigned char code = TakeOctet();
    if (code > 1) Fail("its error has code " + std::to_string(code) + ", neither 0 nor 1");
    Error error;
    error.code = code == 0 ? ErrorCode::kInvalidArgument : ErrorCode::kUnknown;
    error.message = TakeText();
    End();
    return error;
  }

  void End() const {
    if (!left_.empty()) Fail("its answer has " + std::to_string(left_.size()) + " octets too many");
  }

 private:
  std::string_view left_;
};

// Sorts `rows` by name; a name may be there once.
template <class Row>
void SortByName(std::vector<Row>& rows, std::string Row::* name) {
  std::ranges::sort(rows, {}, name);
  const auto twice = std::ranges::adjacent_find(rows, {}, name);
  if (twice != rows.end()) Fail("its answer has the name " + Quoted((*twice).*name) + " twice");
}

void TakePairs(Reader& reader, HeaderList& list) {
  for (std::uint32_t left = reader.TakeNumber(); left > 0; --left) {
    const std::string_view name = reader.TakeText();
    list.push_back({std::string(name), std::string(reader.TakeText())});
  }
  SortByName(list, &HeaderPair::name);
}

// Reads "converter NAME POLICY ORDER FOLD BACK".
PeerOffer ParseOffer(const std::string& line) {
  static const std::regex form(
      "converter ([0-9a-z_.-]{1,64}) ([a-z]{1,20}) (given-order|any-order) (unicode|ascii) "
      "(way-back|one-way)");
  std::smatch words;
  const bool matches = std::regex_match(line, words, form);
  const auto policy =
      matches ? std::ranges::find(kKeyPolicies, words.str(2), KeyPolicyName) : kKeyPolicies.end();
  if (policy == kKeyPolicies.end()) {
    Fail("its greeting has the line " + Quoted(line) +
         "; expected \"converter NAME POLICY ORDER FOLD BACK\", with the words that "
         "peers/PROTOCOL.md gives for each");
  }
  return {.name = words.str(1),
          .policy = *policy,
          .follows_order = words.str(3) == "given-order",
          .unicode = words.str(4) == "unicode",
          .has_way_back = words.str(5) == "way-back"};
}

}  // namespace

void AppendNumber(std::size_t number, std::string& body) {
  for (std::size_t i = 0; i < kNumberSize; ++i) body += static_cast<char>(number >> 8 * i & 0xff);
}

std::uint32_t ReadNumber(std::string_view octets) {
  std::uint32_t number = 0;
  for (const char c : octets | std::views::reverse) {
    number = number << 8 | static_cast<unsigned char>(c);
  }
  return number;
}

void AppendPeerRequest(std::size_t number, Path path, const Metadata& metadata, std::string& body) {
  body += static_cast<char>(number);
  body += static_cast<char>(path);
  AppendNumber(metadata.size(), body);
  for (const auto& [name, values] : metadata) {
    AppendText(name, body);
    AppendNumber(values.size(), body);
    for (const std::string& value : values) AppendText(value, body);
  }
}

void AppendWayBackRequest(std::size_t number, const Outcome& request, std::string& body) {
  constexpr char kWayBack = 2;
  body += static_cast<char>(number);
  body += kWayBack;
  for (const std::string& field : request.fields) AppendText(field, body);
  AppendNumber(request.headers.size(), body);
  for (const auto& [name, value] : request.headers) {
    AppendText(name, body);
    AppendText(value, body);
  }
}

void ParsePeerAnswer(Path path, std::string_view body, Outcome& outcome) {
  outcome.Clear();
  Reader reader(body);
  if ((outcome.error = reader.TakeKind())) return;
  for (std::string& field : outcome.fields) {
    field = reader.TakeText();
    if (!field.empty() && path == Path::kResponse) Fail("its answer for a response has a field");
  }
  TakePairs(reader, outcome.headers);
  TakePairs(reader, outcome.original_headers);
  reader.End();
}

std::optional<Error> ParseWayBackAnswer(std::string_view body, Metadata& metadata) {
  metadata.clear();
  Reader reader(body);
  if (auto error = reader.TakeKind()) return error;
  for (std::uint32_t left = reader.TakeNumber(); left > 0; --left) {
    Entry entry{.name = std::string(reader.TakeText()), .values = {}};
    for (std::uint32_t values = reader.TakeNumber(); values > 0; --values) {
      entry.values.emplace_back(reader.TakeText());
    }
    metadata.push_back(std::move(entry));
  }
  reader.End();
  SortByName(metadata, &Entry::name);
  return std::nullopt;
}

Greeting ParseGreeting(std::string_view body) {
  std::istringstream lines{std::string(body)};
  std::string line;
  std::getline(lines, line);
  const std::string first = std::string(kProtocolName) + std::string(kProtocolVersion);
  if (line != first) {
    if (line.starts_with(kProtocolName)) {
      Fail("it speaks version " + Quoted(line.substr(kProtocolName.size())) +
           " of the protocol; headerproof speaks version " + std::string(kProtocolVersion) +
           " (peers/PROTOCOL.md)");
    }
    Fail("its greeting begins with " + Quoted(line) + "; expected the line \"" + first +
         "\" (peers/PROTOCOL.md)");
  }
  if (!body.ends_with('\n')) Fail("its greeting does not end with the end of a line");
  Greeting greeting;
  while (std::getline(lines, line)) {
    if (line.starts_with("system ")) {
      static const std::regex form("system ([ -~]{1,200})");
      std::smatch words;
      if (!greeting.system.empty()) Fail("its greeting has two lines \"system\"");
      if (!std::regex_match(line, words, form)) {
        Fail("its greeting has the line " + Quoted(line) +
             "; a system is 1 to 200 octets of printable ASCII");
      }
      greeting.system = words.str(1);
      continue;
    }
    PeerOffer offer = ParseOffer(line);
    if (std::ranges::find(greeting.offers, offer.name, &PeerOffer::name) != greeting.offers.end()) {
      Fail("its greeting has two converters named " + offer.name);
    }
    greeting.offers.push_back(std::move(offer));
  }
  if (greeting.system.empty()) Fail("its greeting has no line \"system NAME AND VERSION\"");
  if (greeting.offers.empty() || greeting.offers.size() > 64) {
    Fail("its greeting has " + std::to_string(greeting.offers.size()) +
         " converters; expected 1 to 64");
  }
  return greeting;
}

}  // namespace headerproof
