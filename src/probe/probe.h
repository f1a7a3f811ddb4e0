// The probe: the sweep's probe cases put to any server or client that can be reached by network. It
// sees whether the peer refuses a name, and how. What the peer's application was shown is known
// only if the peer echoes: if it answers with what it received, as a case, in its response message.
//
// A probe is bounded in time, connections and requests. What was not asked for such a limit is
// counted and named.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "src/http2/socket.h"
#include "src/sweep/sweep.h"

namespace headerproof {

struct ProbeOptions {
  bool tls = false;
  bool verify = true;                           // the peer's certificate
  std::string path = "/headerproof.Probe/Ask";  // of the requests
  std::chrono::milliseconds patience{3'000};    // for one answer, and for a client's next call
  std::chrono::milliseconds most_time{60'000};  // for the whole probe
  std::size_t most_connections = 4'000;
  std::size_t most_requests = 80'000;
};

struct ProbeResult {
  std::string peer;     // as it was named
  std::string why_not;  // one line if nothing could be asked, otherwise empty
  bool echoes = false;  // it answers with what its application is shown
  std::string limit;    // which limit was reached, or empty
  std::size_t connections = 0;
  std::size_t requests = 0;
  SweepResult sweep{};  // empty if nothing could be asked
};

// Asks a server, at the place request-metadata, in every form.
ProbeResult ProbeServer(const std::string& host, std::uint16_t port, const ProbeOptions& options);

// Answers the clients that connect, one connection at a time, each call with the next probe case:
// uppercase names first, at the three places of an answer. A client that refuses a response header
// is always seen to, because the rest of the answer waits for it; one that refuses a block that
// ends an answer may do so in silence.
ProbeResult ProbeClients(const Listener& listener, const ProbeOptions& options);

// Of the probe cases whose name HTTP/2 calls malformed (RFC 9113 8.2.1).
struct ProbeCount {
  // Stream or connection given up, or the call failed unlike a plain one.
  std::size_t refused = 0;
  std::size_t accepted = 0;  // answered like a plain one, or shown to the application
  std::size_t unknown = 0;   // no answer in time, or not asked
};
ProbeCount CountMalformed(const ProbeResult& result);

// 0: every malformed name was refused; 1: any was accepted; 2: none was, but not all could be
// asked.
int ProbeExitCode(const ProbeResult& result);

// For a person: a table by kind of name, and examples of what was accepted. Printable ASCII and LF.
std::string ProbeTable(const ProbeResult& result);

// The same and each answer as one JSON object.
std::string ProbeJson(const ProbeResult& result);

}  // namespace headerproof
