// The sweep: every probe case, in every form, put to a stack at each place, and what became of
// each.
//
// Many probe cases share a connection. What shares a connection that breaks, and whatever does not
// end as a plain call would, is tried again on a connection of its own, so that no answer depends
// on another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"
#include "src/stacks/stack.h"
#include "src/sweep/probe_case.h"

namespace headerproof {

// What became of a probe case.
enum class Disposition : std::uint8_t {
  kUnchanged,        // the application was shown what was sent, octet for octet
  kChanged,          // it was shown something else instead
  kDropped,          // the call went well and it was shown nothing
  kStreamError,      // the stack gave the stream up
  kConnectionError,  // the stack gave the connection up
  kCallFailed,       // the call ended with another status than a plain one, and nothing was shown
  kProcessEnded,     // the process of the stack ended (send_sweep.h)
  kNoAnswer,         // the deadline passed
  kAccepted,         // the call ended as a plain one; what was shown is not known
  kNotAsked,         // a limit was reached first (probe.h)
  kFormRefused,      // not tried: the stack refuses even a plain name in this form
};
inline constexpr std::size_t kDispositionCount = 11;

// "delivered-unchanged", "delivered-changed", "dropped", "stream-error", ...
std::string_view DispositionName(Disposition disposition);

struct SweepAnswer {
  Place place = Place::kRequestMetadata;
  std::size_t form = 0;        // index into kWireForms
  std::size_t probe_case = 0;  // index into the result's probe cases
  Disposition disposition = Disposition::kNoAnswer;
  // What the application was shown beyond what a plain call shows; also where the call, the stream
  // or the connection failed after that.
  Metadata shown{};
  std::string detail{};  // printable ASCII; empty if there is nothing to add
};

struct SweepResult {
  std::string stack;
  std::vector<ProbeCase> probe_cases;
  std::vector<SweepAnswer> answers;  // by place, probe case and form, in their orders
};

// The calls that are under way on one connection.
inline constexpr std::size_t kCallsAtATime = 48;

// All probe cases at all four places, on two threads.
SweepResult SweepAllPlaces(ServerStack& server, const ClientStack& client);

// One answer in one line.
std::string DescribeAnswer(const SweepResult& result, const SweepAnswer& answer);

// What `probe_case` puts on the wire, as metadata; the values of equal names in their order.
Metadata AskedMetadata(const ProbeCase& probe_case);

}  // namespace headerproof
