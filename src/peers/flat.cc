#include "src/peers/flat.h"

#include <algorithm>
#include <cstdint>

#include "src/grammar/name.h"

namespace headerproof {
namespace {

void AppendNumber(std::size_t number, std::string& body) {
  for (int shift = 0; shift < 32; shift += 8) {
    body += static_cast<char>(static_cast<unsigned char>(number >> shift));
  }
}

void AppendText(std::string_view text, std::string& body) {
  AppendNumber(text.size(), body);
  body += text;
}

// Takes parts off the front of a body; after a failure it only returns nothing.
class Reader {
 public:
  explicit Reader(std::string_view body) : left_(body) {}

  bool failed() const { return failed_; }
  bool at_end() const { return !failed_ && left_.empty(); }

  std::string_view Take(std::size_t size) {
    if (failed_ || size > left_.size()) {
      failed_ = true;
      return {};
    }
    const std::string_view part = left_.substr(0, size);
    left_.remove_prefix(size);
    return part;
  }

  unsigned char TakeOctet() {
    const std::string_view part = Take(1);
    return part.empty() ? 0 : static_cast<unsigned char>(part.front());
  }

  std::uint32_t TakeNumber() {
    const std::string_view part = Take(4);
    std::uint32_t number = 0;
    for (std::size_t i = part.size(); i > 0; --i) {
      number = number << 8 | static_cast<unsigned char>(part[i - 1]);
    }
    return number;
  }

  std::string_view TakeText() { return Take(TakeNumber()); }

 private:
  std::string_view left_;
  bool failed_ = false;
};

// Reads name-value pairs and sorts them; false if two have one name.
bool TakePairs(Reader& reader, HeaderList& list) {
  for (std::uint32_t left = reader.TakeNumber(); left > 0 && !reader.failed(); --left) {
    const std::string_view name = reader.TakeText();
    list.push_back({std::string(name), std::string(reader.TakeText())});
  }
  std::ranges::sort(list);
  return std::ranges::adjacent_find(list, {}, &HeaderPair::name) == list.end();
}

// Reads an error, after its kind; false if it is none.
bool TakeError(Reader& reader, Error& error) {
  const unsigned char code = reader.TakeOctet();
  error.code = code == 0 ? ErrorCode::kInvalidArgument : ErrorCode::kUnknown;
  error.message = reader.TakeText();
  return code <= 1 && reader.at_end();
}

// Takes what stands before the next `end`, and `end`; nothing if there is none.
std::string_view TakeUntil(std::string_view& text, char end) {
  const std::size_t size = text.find(end);
  if (size == std::string_view::npos) return {};
  const std::string_view part = text.substr(0, size);
  text.remove_prefix(size + 1);
  return part;
}

bool IsOfferName(std::string_view name) {
  return !name.empty() && name.size() <= 64 && IsIn(Domain::kGrpc, name);
}

// Reads what follows "converter " on a line.
bool ParseOffer(std::string_view line, PeerOffer& offer) {
  offer.name = TakeUntil(line, ' ');
  const std::string_view policy_name = TakeUntil(line, ' ');
  const std::string_view order = TakeUntil(line, ' ');
  const std::string_view fold = TakeUntil(line, ' ');
  const auto policy = std::ranges::find(kKeyPolicies, policy_name, KeyPolicyName);
  if (!IsOfferName(offer.name) || policy == kKeyPolicies.end()) return false;
  if (order != "given-order" && order != "any-order") return false;
  if (fold != "ascii" && fold != "unicode") return false;
  if (line != "one-way" && line != "way-back") return false;
  offer.policy = *policy;
  offer.follows_order = order == "given-order";
  offer.unicode = fold == "unicode";
  offer.has_way_back = line == "way-back";
  return true;
}

bool IsPrintable(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c <= 0x7e; });
}

}  // namespace

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

bool ParsePeerAnswer(Path path, std::string_view body, Outcome& outcome) {
  outcome.Clear();
  Reader reader(body);
  const unsigned char kind = reader.TakeOctet();
  if (kind == 1) {
    return TakeError(reader, outcome.error.emplace());
  }
  bool has_field = false;
  for (std::string& field : outcome.fields) {
    field = reader.TakeText();
    has_field |= !field.empty();
  }
  if (has_field && path == Path::kResponse) return false;
  return kind == 0 && TakePairs(reader, outcome.headers) &&
         TakePairs(reader, outcome.original_headers) && reader.at_end();
}

bool ParseWayBackAnswer(std::string_view body, Metadata& metadata, std::optional<Error>& error) {
  metadata.clear();
  error.reset();
  Reader reader(body);
  const unsigned char kind = reader.TakeOctet();
  if (kind == 1) return TakeError(reader, error.emplace());
  for (std::uint32_t left = reader.TakeNumber(); left > 0 && !reader.failed(); --left) {
    Entry entry{.name = std::string(reader.TakeText()), .values = {}};
    for (std::uint32_t values = reader.TakeNumber(); values > 0 && !reader.failed(); --values) {
      entry.values.emplace_back(reader.TakeText());
    }
    metadata.push_back(std::move(entry));
  }
  std::ranges::sort(metadata, {}, &Entry::name);
  return kind == 0 && reader.at_end() &&
         std::ranges::adjacent_find(metadata, {}, &Entry::name) == metadata.end();
}

bool ParseGreeting(std::string_view body, Greeting& greeting) {
  greeting = {};
  if (!body.ends_with('\n') || TakeUntil(body, '\n') != "headerproof-peer 1") return false;
  while (!body.empty()) {
    std::string_view line = TakeUntil(body, '\n');
    const std::string_view word = TakeUntil(line, ' ');
    if (word == "system") {
      if (!greeting.system.empty() || line.empty() || line.size() > 200 || !IsPrintable(line)) {
        return false;
      }
      greeting.system = line;
    } else if (word == "converter") {
      PeerOffer offer;
      if (!ParseOffer(line, offer)) return false;
      if (std::ranges::find(greeting.offers, offer.name, &PeerOffer::name) !=
          greeting.offers.end()) {
        return false;
      }
      greeting.offers.push_back(std::move(offer));
    } else {
      return false;
    }
  }
  return !greeting.system.empty() && !greeting.offers.empty() && greeting.offers.size() <= 64;
}

}  // namespace headerproof
