// A stack under test: an HTTP/2 library with an application behind it that keeps what metadata it
// is given. One end of each connection is the stack's; the other end is ours and raw. To add a
// stack, implement ServerStack, ClientConnection or both.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "src/converter/metadata.h"
#include "src/http2/deadline.h"
#include "src/http2/socket.h"

namespace headerproof {

// The ordinary request field whose value is the number of the request's probe case. An application
// that is shown anything is shown this.
inline constexpr std::string_view kProbeCaseName = "hp-probe-case";

class ServerStack {
 public:
  virtual ~ServerStack() = default;

  // With its version, as read from the library at run time: "gRPC C++ 1.51.1".
  virtual const std::string& name() const = 0;

  // Our end of a new connection to the server. Call from any thread.
  virtual UniqueFd Connect() = 0;

  // What the application was shown of the request with this probe case's number, if anything, and
  // forgets it. It is there before the server answers.
  virtual std::optional<Metadata> Take(std::string_view number) = 0;
};

// What an application that made a call was shown of the answer.
struct CallResult {
  int status = -1;  // gRPC's code; -1 if the stack has none
  std::string message{};
  Metadata headers{};   // the first block
  Metadata trailers{};  // the last block; gRPC: also if it is the only one
};

// A client's application, on one connection. Destroying it ends its calls.
class ClientConnection {
 public:
  virtual ~ClientConnection() = default;

  // Starts a call of the method "/hp/CALL" that sends `metadata` as well. No number is used twice.
  virtual void Call(std::size_t call, const Metadata& metadata) = 0;

  // The result of a call that was started, once; nothing if it does not end by the deadline.
  virtual std::optional<CallResult> Await(std::size_t call, Deadline deadline) = 0;
};

struct ClientStack {
  std::string name;  // as a server's
  // A client that speaks over a socket.
  std::function<std::unique_ptr<ClientConnection>(UniqueFd)> connect;
};

}  // namespace headerproof
