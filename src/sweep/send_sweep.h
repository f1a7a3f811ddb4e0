// The sweep of what gRPC C++ sends: what it does with names and values that its own application
// asks it to send. What it may not send ends the process (observed with 1.51.1), so each case is
// sent by a process of its own: headerproof_sending_child, which has not used gRPC, forks once for
// each and reports how each fork ended.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "src/sweep/sweep.h"

namespace headerproof {

// Who sends the entry, and as what.
enum class SendingSide : std::uint8_t {
  kRequest,          // a client, as request metadata
  kResponseHeaders,  // a server, as response headers
  kTrailers,         // a server, as trailers
  kRelay,            // a server that answers with the metadata that it received from a raw client
  kCheckedRelay,     // the same, through FilterForForwarding (src/converter/forward.h)
};

// "request", "response-headers", "trailers", "relay", "checked-relay".
std::string_view SendingSideName(SendingSide side);

struct SendCase {
  SendingSide side = SendingSide::kRequest;
  std::string name{};
  std::string value{};
};

enum class SendCaseSet : std::uint8_t {
  // For a request every octet 00-ff in the four positions of a name, and inside a value, also of a
  // binary name; for response headers and trailers every octet inside a name and inside a value.
  // For all three the empty name, colons, uppercase, and names that the library writes or parses
  // itself.
  kSent,
  // Entries as a raw peer may send them, between two controls each: for the relay a few, plain ones
  // and ones that end it; for the checked relay thousands.
  kRelayed,
};

// A plain entry, first and last for its side, that has to come back unchanged: where it does not,
// the other side's cases show nothing.
bool IsControl(const SendCase& send_case);

std::vector<SendCase> SendCases(SendCaseSet set);

// What became of the entry, as the other side saw it: kUnchanged, kChanged, kDropped (not on the
// wire), kCallFailed, kProcessEnded (detail: the signal), kNoAnswer.
struct SendAnswer {
  Disposition disposition = Disposition::kNoAnswer;
  std::string detail{};
};

struct SendError {
  std::string message;  // printable ASCII
};

// Runs `program`, the path of headerproof_sending_child. One answer for each of SendCases(set).
std::variant<std::vector<SendAnswer>, SendError> SweepSending(const std::string& program,
                                                              SendCaseSet set);

}  // namespace headerproof
