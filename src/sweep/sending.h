// The sending side: what gRPC C++ does with names and values that its own application asks it to
// send. What it may not send ends the process (measured with 1.51.1), so each probe case is put in
// a process of its own: a helper program that has not used gRPC forks once for each, and the parent
// learns how that child ended.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/converter/metadata.h"
#include "src/sweep/sweep.h"

namespace headerproof {

// Who sends the entry, and as what.
enum class SendingSide : std::uint8_t {
  kRequest,          // a client, as request metadata
  kResponseHeaders,  // a server, as response headers
  kTrailers,         // a server, as trailers
  kRelay,            // a server that answers with the metadata it received, as it came: the entry
                     // comes in raw
  kCheckedRelay,     // the same, through FilterForForwarding (src/converter/forward.h)
};

// "request", "response-headers", "trailers", "relay", "checked-relay".
std::string_view SendingSideName(SendingSide side);

struct SendingProbeCase {
  SendingSide side = SendingSide::kRequest;
  std::string name{};
  std::string value{};
};

// What became of the entry, as the other side saw it: kUnchanged, kChanged, kDropped (not on the
// wire), kCallFailed, kProcessEnded (detail: the signal), kNoAnswer.
struct SendingAnswer {
  Disposition disposition = Disposition::kNoAnswer;
  std::string detail{};
};

// For a request every octet 00-ff in the four positions of a name, and inside a value, also of a
// binary name; for the two answers every octet inside a name and inside a value. For all three the
// empty name, colons, uppercase, and names that the library writes or parses itself.
std::vector<SendingProbeCase> AllSendingProbeCases();

// A few entries as a raw peer may send them, for both relays: plain ones, and ones that kill.
std::vector<SendingProbeCase> RelayProbeCases();

struct SendingError {
  std::string message;  // printable ASCII
};

// Puts the probe cases to `program`, the helper's path (its main calls RunSendingChild). At most
// `patience` for one answer.
std::variant<std::vector<SendingAnswer>, SendingError> AskSending(
    const std::string& program, std::span<const SendingProbeCase> probe_cases,
    std::chrono::milliseconds patience = std::chrono::seconds(30));

}  // namespace headerproof
