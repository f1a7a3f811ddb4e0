// The clients that connect to a probe: their connections, the calls that wait for an answer, and
// how a client reacts to one.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "src/http2/raw_connection.h"
#include "src/http2/socket.h"
#include "src/sweep/messages.h"

namespace headerproof {

// One connection of a client.
struct Client {
  explicit Client(UniqueFd fd) : connection(PlainStream(std::move(fd)), Role::kServer) {}

  RawConnection connection;
  std::deque<std::uint32_t> calls{};  // streams that wait for an answer
  std::size_t answered = 0;           // calls, with the one that is answered now
  bool last_was_plain = false;        // the last answer
  bool may_have_more = true;          // that polling does not show
  bool is_gone = false;
};

// What a client did about an answer: nothing, if all is empty.
struct Reaction {
  std::string reset{};        // of the stream: the error
  std::string go_away{};      // of the connection: the error
  bool closes_early = false;  // before the answer was whole
  bool closes = false;
  bool is_silent = false;  // it did not answer PING in time, or what it sent is no HTTP/2

  bool ClosesQuietly() const { return closes && !closes_early && go_away.empty() && reset.empty(); }
};

class ClientPool {
 public:
  ClientPool(const Listener& listener, std::chrono::milliseconds patience, Until until)
      : listener_(listener), patience_(patience), until_(until) {}

  // A connection with a call that waits; null if there is none within `time`.
  Client* NextWithCall(std::chrono::milliseconds time);

  // Answers the client's oldest call with a case, and hears what it has to say.
  Reaction Answer(Place place, const WireCase& wire_case, Client& client);

  // Only answers it.
  void AnswerOnly(Place place, const WireCase& wire_case, Client& client);

  std::size_t connections() const { return connections_; }
  // A connection ended after a plain answer as well.
  bool hang_up() const { return hang_up_; }
  // What a client that made no call was, or empty.
  const std::string& stranger() const { return stranger_; }

 private:
  Client* WithCall();
  void Wait(Until until);
  std::uint32_t Begin(const WireCase& wire_case, Client& client);
  void Listen(std::uint32_t stream, Client& client, Reaction& reaction);
  void TakeIn(const Event& event, Client& client);
  void NoteStranger(const Event& event, const RawConnection& connection);

  const Listener& listener_;
  std::chrono::milliseconds patience_;
  Until until_;
  std::vector<std::unique_ptr<Client>> clients_;  // oldest first
  std::size_t connections_ = 0;
  bool hang_up_ = false;
  std::string stranger_;
};

}  // namespace headerproof
