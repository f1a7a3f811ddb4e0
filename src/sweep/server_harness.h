// Tries probe cases on a server: our raw client sends them in requests.
#pragma once

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

// A server, how it is reached, and how its application is asked.
struct ServerAccess {
  // Our end of a new connection.
  std::function<std::unique_ptr<ByteStream>()> connect;
  // What the application was shown of the request with this number.
  std::function<std::optional<Metadata>(std::string_view number)> take;
};

class ServerHarness : public Harness {
 public:
  explicit ServerHarness(ServerAccess access) : access_(std::move(access)) {}

  std::vector<Observation> Try(std::span<const WireCase> cases) override;

 private:
  struct Call {
    std::string number;
    AnswerStatus status{};
    Observation observation{};
  };

  static bool TakeIn(const Event& event, Call& call);

  ServerAccess access_;
  std::size_t requests_ = 0;
};

}  // namespace headerproof
