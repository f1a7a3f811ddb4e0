// Peers for the probe's tests: other people's programs, and odd ones of our own. Each listens on
// 127.0.0.1 at a port that nobody chose, and is gone when its object is.
#pragma once

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "src/http2/raw_connection.h"
#include "src/http2/socket.h"
#include "src/sweep/harness.h"
#include "src/sweep/messages.h"
#include "src/sweep/probe_case.h"

extern char** environ;

namespace headerproof {

// Starts `command`; its output goes nowhere. 0 if it cannot be run.
inline pid_t Spawn(std::vector<std::string> command) {
  std::vector<char*> arguments;
  for (std::string& argument : command) arguments.push_back(argument.data());
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (const int fd : {1, 2}) posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", 1, 0);
  pid_t pid = 0;
  if (posix_spawnp(&pid, arguments[0], &actions, nullptr, arguments.data(), environ) != 0) pid = 0;
  posix_spawn_file_actions_destroy(&actions);
  return pid;
}

// Another program that listens. It cannot be told port 0 and asked which one it got, so a free port
// is found first, and another one if somebody took it meanwhile.
class ServerProgram {
 public:
  static std::unique_ptr<ServerProgram> Start(
      const std::function<std::vector<std::string>(const std::string& port)>& command) {
    for (int attempt = 0; attempt < 5; ++attempt) {
      auto listening = Listen(0);
      if (std::holds_alternative<SocketError>(listening)) return nullptr;
      const std::uint16_t port = std::get<Listener>(listening).port;
      listening = SocketError{};
      const pid_t pid = Spawn(command(std::to_string(port)));
      if (pid == 0) return nullptr;
      std::unique_ptr<ServerProgram> server(new ServerProgram(pid, port));
      if (server->Answers()) return server;
    }
    return nullptr;
  }
  ServerProgram(const ServerProgram&) = delete;
  ServerProgram& operator=(const ServerProgram&) = delete;
  ~ServerProgram() {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  std::uint16_t port() const { return port_; }

 private:
  ServerProgram(pid_t pid, std::uint16_t port) : pid_(pid), port_(port) {}

  // Waits until it takes connections; false if it ended instead.
  bool Answers() const {
    const Deadline deadline = In(std::chrono::seconds(10));
    while (Clock::now() < deadline) {
      if (waitpid(pid_, nullptr, WNOHANG) != 0) return false;
      if (std::holds_alternative<UniqueFd>(Connect("127.0.0.1", port_, deadline))) return true;
      usleep(10'000);
    }
    return false;
  }

  pid_t pid_;
  std::uint16_t port_;
};

// A server of one thread that does `serve` with each connection.
class OddServer {
 public:
  explicit OddServer(std::function<void(UniqueFd)> serve)
      : listener_(std::get<Listener>(Listen(0))), serve_(std::move(serve)), thread_([this] {
          while (!stop_) {
            auto accepted = Accept(listener_, In(std::chrono::milliseconds(20)));
            if (auto* fd = std::get_if<UniqueFd>(&accepted)) serve_(std::move(*fd));
          }
        }) {}
  ~OddServer() {
    stop_ = true;
    thread_.join();
  }
  std::uint16_t port() const { return listener_.port; }

 private:
  Listener listener_;
  std::function<void(UniqueFd)> serve_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

// The error codes that peers of tests give (RFC 9113 7).
inline constexpr std::uint32_t kNoError = 0;
inline constexpr std::uint32_t kProtocolError = 1;
inline constexpr std::uint32_t kEnhanceYourCalm = 11;

inline bool HasMalformedName(const Event& event) {
  return std::ranges::any_of(event.fields, IsMalformedName, &Field::name);
}

// What a server of tests does with one request: it queues its answer. False: it then closes.
using Reply = std::function<bool(RawConnection& connection, const Event& request)>;

// Queues an answer of one block, or of a block, a message and trailers.
inline void AnswerWith(const std::vector<Field>& fields, std::uint32_t stream,
                       RawConnection& connection) {
  std::string block;
  for (const auto& [name, value] : fields) connection.writer().Append(name, value, {}, block);
  connection.QueueHeaders(stream, block, true);
}
inline void AnswerOk(std::uint32_t stream, RawConnection& connection) {
  AnswerWith({{":status", "200"}, {"grpc-status", "0"}}, stream, connection);
}

// A server of one thread, for one connection at a time.
class ReplyingServer {
 public:
  explicit ReplyingServer(Reply reply)
      : reply_(std::move(reply)), server_([this](UniqueFd fd) { Serve(std::move(fd)); }) {}
  ~ReplyingServer() { stop_ = true; }
  std::uint16_t port() const { return server_.port(); }

 private:
  void Serve(UniqueFd fd) {
    RawConnection connection(PlainStream(std::move(fd)), Role::kServer);
    const Until stopped(Deadline::max(), &stop_);
    for (bool goes_on = true; goes_on;) {
      const Event event = connection.Next(stopped);
      if (event.IsEnd() || event.kind == EventKind::kTimeout) return;
      if (event.kind == EventKind::kHeaders) goes_on = reply_(connection, event);
    }
    connection.Send();
  }

  Reply reply_;
  std::atomic<bool> stop_ = false;
  OddServer server_;  // first to go: its thread uses the others
};

// A client of tests, in a thread: it calls, again and again, and does `react` with each header
// block of an answer. React tells what the client does then.
enum class React : std::uint8_t { kNothing, kReset, kGoAway, kClose };
struct ClientManner {
  std::function<React(const Event& headers)> react;
  std::size_t calls_on_one = static_cast<std::size_t>(-1);  // connection; then it closes it
  std::size_t most_calls = static_cast<std::size_t>(-1);
};

class CallingClient {
 public:
  CallingClient(std::uint16_t port, ClientManner manner)
      : port_(port), manner_(std::move(manner)), thread_([this] {
          while (!stop_ && calls_ < manner_.most_calls && Connection()) {
          }
        }) {}
  ~CallingClient() {
    stop_ = true;
    thread_.join();
  }

 private:
  // One connection; false if there is none.
  bool Connection() {
    auto fd = Connect("127.0.0.1", port_, In(std::chrono::seconds(1)));
    if (std::holds_alternative<SocketError>(fd)) return false;
    RawConnection connection(PlainStream(std::move(std::get<UniqueFd>(fd))), Role::kClient);
    for (std::uint32_t stream = 1;
         !stop_ && calls_ < manner_.most_calls && stream < 2 * manner_.calls_on_one; stream += 2) {
      ++calls_;
      QueueRequest({}, stream, {&Control(), kWireForms[0]}, "1", connection);
      if (!Answered(stream, connection)) break;
    }
    connection.Send();
    return true;
  }

  // Waits for the end of an answer; false if the connection is to be closed.
  bool Answered(std::uint32_t stream, RawConnection& connection) {
    for (;;) {
      const Event event = connection.Next({Deadline::max(), &stop_});
      if (event.IsEnd() || event.kind == EventKind::kTimeout) return false;
      if (event.stream != stream) continue;
      if (event.kind == EventKind::kHeaders) {
        const React react = manner_.react(event);
        if (react == React::kClose) return false;
        if (react == React::kGoAway) {
          connection.QueueGoAway(0, kProtocolError);
          return false;
        }
        if (react == React::kReset) {
          connection.QueueReset(stream, kProtocolError);
          return true;
        }
      }
      if (event.end_stream) return true;
    }
  }

  std::uint16_t port_;
  ClientManner manner_;
  std::size_t calls_ = 0;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace headerproof
