// The probe: the sweep's probe cases, and a few about values and other fields, put to any server or
// client that can be reached by network. It sees whether the peer refuses them, and how. What the
// peer's application was shown is known only if the peer echoes: if it answers with what it
// received, as a case, in its response message.
//
// An answer counts only between two good controls: plain names that go through before and after it,
// in the same connection, or in the next one where the peer gives the connection up. A probe is
// bounded in time and requests, whatever the peer sends. What was not asked is counted and named.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "src/http2/socket.h"
#include "src/probe/question.h"

namespace headerproof {

struct ProbeOptions {
  bool tls = false;
  bool verify = true;                           // the peer's certificate
  std::string path = "/headerproof.Probe/Ask";  // of the requests
  std::chrono::milliseconds patience{3'000};    // for one answer, and for a client's next call
  std::chrono::milliseconds most_time{60'000};  // for the whole probe
  std::size_t most_requests = 100'000;
  const std::atomic<bool>* stop = nullptr;  // set: the probe ends at once; may be null
};

struct ProbeResult {
  std::string peer;                // as it was named
  std::string why_not;             // one line if nothing could be asked, otherwise empty
  bool echoes = false;             // it answers with what its application is shown
  std::string limit;               // why the probe ended before everything was asked, or empty
  std::vector<std::string> notes;  // what else a reader should know: one sentence each
  std::size_t connections = 0;
  std::size_t requests = 0;
  SweepResult sweep{};  // in the order of asking; empty if nothing could be asked
};

// Asks a server, at the place request-metadata.
ProbeResult ProbeServer(const std::string& host, std::uint16_t port, const ProbeOptions& options);

// Answers the clients that connect, each call with the next probe case, at the three places of an
// answer. A client that refuses a response header is always seen to, because the rest of the answer
// waits for it; one that refuses a block that ends an answer may do so in silence.
ProbeResult ProbeClients(const Listener& listener, const ProbeOptions& options);

// The answers about one topic, by verdict.
struct TopicCount {
  std::array<std::size_t, kVerdictCount> by_verdict{};
  std::size_t undecided = 0;  // of them, probe cases at a place that were judged in no form

  std::size_t operator[](Verdict verdict) const {
    return by_verdict[static_cast<std::size_t>(verdict)];
  }
};
using TopicCounts = std::array<TopicCount, kTopicCount>;
TopicCounts CountByTopic(const ProbeResult& result);
TopicCount CountNames(const ProbeResult& result);  // uppercase and other malformed names together

// 0: every malformed name was refused or dropped, in one form at least; 1: any was delivered,
// changed or not, or accepted; 2: none was, but not all were judged.
int ProbeExitCode(const ProbeResult& result);

// For a person: a table by topic, and examples of what was not refused. Printable ASCII and LF.
std::string ProbeTable(const ProbeResult& result);

// The same and each answer as one JSON object.
std::string ProbeJson(const ProbeResult& result);

}  // namespace headerproof
