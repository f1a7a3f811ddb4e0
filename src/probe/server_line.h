// One connection to a server that is probed: requests with probe cases, some at a time, and what
// was observed of each.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "src/http2/raw_connection.h"
#include "src/sweep/harness.h"

namespace headerproof {

// What came of one request. The observation's status is the codes only: messages differ from call
// to call.
struct Asked {
  Observation observation{};
  AnswerStatus status{};
  bool has_primer = false;  // another request made the entries that its form needs

  // The request was read and nothing is wrong with it: HTTP 2xx, and gRPC OK if there is a code.
  bool IsSuccess() const;
  // It was at least read: not refused as bad, as not allowed, as too much, or for the server's own
  // failure. A request for what the server does not have was read.
  bool IsRead() const;
};

class ServerLine {
 public:
  // Each request has a number of its own, from `requests`, which counts them.
  ServerLine(std::unique_ptr<ByteStream> stream, const RequestShape& shape,
             std::chrono::milliseconds patience, Until until, std::size_t& requests)
      : connection_(std::move(stream), Role::kClient),
        shape_(shape),
        patience_(patience),
        until_(until),
        requests_(requests) {}

  // Sends all of `cases` at once and waits until each has ended, or patience has. The ending is
  // kAccepted (answered), kStreamError, kNoAnswer, or kNotAsked if the connection ended first.
  std::vector<Asked> Ask(std::span<const WireCase> cases);

  // A request with a plain name.
  Asked AskControl();

  // Why no further request can be made ("closed", "GOAWAY NO_ERROR", ...), or empty.
  const std::string& end() const { return end_; }
  EventKind end_kind() const { return end_kind_; }
  bool is_calmed() const { return is_calmed_; }      // ended with ENHANCE_YOUR_CALM
  bool is_graceful() const { return is_graceful_; }  // ended with GOAWAY NO_ERROR
  const RawConnection& connection() const { return connection_; }

 private:
  struct Call {
    std::size_t index = 0;
    std::string number{};
    std::string body{};
  };

  std::uint32_t Send(const WireCase& wire_case, const std::string& number);
  void NoteGoAway(const Event& event);
  static bool TakeIn(const Event& event, Call& call, Asked& asked);

  RawConnection connection_;
  const RequestShape& shape_;
  std::chrono::milliseconds patience_;
  Until until_;
  std::size_t& requests_;
  std::uint32_t next_stream_ = 1;
  std::string end_;
  EventKind end_kind_ = EventKind::kTimeout;
  bool is_calmed_ = false;
  bool is_graceful_ = false;
};

}  // namespace headerproof
