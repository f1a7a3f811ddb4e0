// Asks a server: our raw client sends the probe cases, many on a connection or one alone.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "src/http2/byte_stream.h"
#include "src/http2/raw_connection.h"
#include "src/sweep/asking.h"
#include "src/sweep/raw_client.h"

namespace headerproof {

// A server as it is reached.
struct ServerLine {
  // Our end of a fresh connection, or null if no more can be had.
  std::function<std::unique_ptr<ByteStream>()> connect;
  // What the application was shown for a probe case's number; what it echoes is seen without this.
  std::function<std::optional<Metadata>(std::string_view number)> take;
  RequestShape shape{};
  std::size_t at_a_time = 48;
  std::chrono::milliseconds patience{10'000};  // for one answer
  Deadline until = Deadline::max();            // for all of them
  std::size_t most_requests = static_cast<std::size_t>(-1);
};

class ServerAsker {
 public:
  explicit ServerAsker(ServerLine line) : line_(std::move(line)) {}

  Asker asker();  // valid while this object lives
  std::size_t requests() const { return requests_; }

 private:
  struct Call {
    std::size_t index = 0;
    std::string number;
    AnswerStatus status;
    std::string body;
    Observation observation;
  };

  std::size_t AskMany(std::span<const Item> items, const std::string& plain_status,
                      std::span<std::optional<Observation>> observations);
  Observation AskAlone(const Item& item);
  Call Send(const Item& item, std::size_t index, std::uint32_t stream, RawConnection& connection);
  void Prime(const Item& item, std::uint32_t stream, RawConnection& connection);
  static bool See(const Event& event, Call& call);
  std::optional<Metadata> Shown(const Call& call);

  ServerLine line_;
  std::size_t requests_ = 0;
};

}  // namespace headerproof
