// What is thrown where a peer gives no answer.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace headerproof {

// Why a peer gave no answer.
enum class PeerFault : std::uint8_t {
  kNotStarted,  // the system could not start it
  kEnded,       // it ended, or closed its output
  kLate,        // it did not answer in time
  kTooMuch,     // its answer is larger than allowed
  kUnasked,     // it wrote when nothing was asked
  kGarbage,     // what it wrote does not follow the protocol
  kStopped,     // the caller was told to stop
};

inline std::string_view PeerFaultName(PeerFault fault) {
  constexpr std::array<std::string_view, 7> kNames = {
      "not-started", "ended", "late", "too-much", "unasked", "garbage", "stopped"};
  return kNames[static_cast<std::size_t>(fault)];
}

// Thrown where a peer is asked, since a conversion has no other way to say that it has no outcome.
// The text is printable ASCII; what the peer wrote is escaped in it, and cut.
class PeerError : public std::runtime_error {
 public:
  PeerError(PeerFault fault, const std::string& detail)
      : std::runtime_error("peer: " + std::string(PeerFaultName(fault)) + ": " + detail),
        fault_(fault) {}
  PeerFault fault() const { return fault_; }

 private:
  PeerFault fault_;
};

}  // namespace headerproof
