// Peers for the probe's tests: other people's programs, and odd ones of our own. Each listens on
// 127.0.0.1 at a port that nobody chose, and is gone when its object is.
#pragma once

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include "src/http2/socket.h"

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

}  // namespace headerproof
