// Tries probe cases on a server: our raw client sends them in requests.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "src/http2/byte_stream.h"
#include "src/sweep/harness.h"

namespace headerproof {

// A server, how it is reached and within what limits.
struct ServerAccess {
  // Our end of a new connection, or null if there is none.
  std::function<std::unique_ptr<ByteStream>()> connect;
  // What the application was shown of the request with this number. Without it, only what the
  // server echoes is seen.
  std::function<std::optional<Metadata>(std::string_view number)> take{};
  RequestShape shape{};
  std::chrono::milliseconds patience{10'000};  // for one answer
  Deadline until = Deadline::max();            // for all of them
  std::size_t most_requests = static_cast<std::size_t>(-1);
};

class ServerHarness : public Harness {
 public:
  explicit ServerHarness(ServerAccess access) : access_(std::move(access)) {}

  std::vector<Observation> Try(std::span<const WireCase> cases) override;

  std::size_t requests() const { return requests_; }  // sent so far

 private:
  struct Call {
    std::string number;
    AnswerStatus status{};
    std::string body{};
    Observation observation{};
  };

  static bool TakeIn(const Event& event, Call& call);
  std::optional<Metadata> Shown(const Call& call) const;

  ServerAccess access_;
  std::size_t requests_ = 0;
};

}  // namespace headerproof
