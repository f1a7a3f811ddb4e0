#include "src/peers/process_peer.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <mutex>
#include <optional>
#include <utility>

#include "src/cases/escape.h"
#include "src/cases/printable.h"
#include "src/http2/deadline.h"
#include "src/http2/unique_fd.h"

extern char** environ;

namespace headerproof {
namespace {

// Of 64 converters with the longest names, and more than half of it unused.
constexpr std::size_t kMostGreetingOctets = std::size_t{64} << 10;
// The process groups of the peers that run, for KillPeers(); 0: a place that is free.
std::array<std::atomic<pid_t>, 64> running;
static_assert(std::atomic<pid_t>::is_always_lock_free, "a signal handler reads it");

void Replace(pid_t from, pid_t to) {
  for (std::atomic<pid_t>& place : running) {
    pid_t expected = from;
    if (place.compare_exchange_strong(expected, to)) return;
  }
}

// Two connected ends: ours, which does not block, and the child's. A socket, not a pipe: writing to
// a peer that has ended must be an error of that call, not a signal to this process.
std::pair<UniqueFd, UniqueFd> MakeEnds() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw PeerError(PeerFault::kNotStarted, "the system gave no socket");
  }
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Starts the shell as the leader of a new process group, with no signal blocked or ignored.
pid_t Spawn(const std::string& command, int input, int output) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigset_t all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const std::array<const char*, 4> arguments = {"/bin/sh", "-c", command.c_str(), nullptr};
  pid_t child = -1;
  const int failed = posix_spawn(&child, arguments[0], &actions, &attributes,
                                 const_cast<char* const*>(arguments.data()), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) throw PeerError(PeerFault::kNotStarted, "/bin/sh could not be started");
  return child;
}

constexpr int kMostMillisecondsAtATime = 100;

class ProcessPeer final : public Peer {
 public:
  ProcessPeer(const std::string& command, const PeerLimits& limits) : limits_(limits) {
    auto [input, child_input] = MakeEnds();
    auto [output, child_output] = MakeEnds();
    input_ = std::move(input);
    output_ = std::move(output);
    child_ = Spawn(command, child_input.get(), child_output.get());
    Replace(0, child_);
  }

  ~ProcessPeer() override {
    End(fault_ || IsStopped() ? std::chrono::milliseconds(0) : limits_.end);
  }

  void ReadGreeting() {
    std::string body;
    Exchange({}, In(limits_.greeting), body);
    fault_ = PeerFault::kGarbage;  // if parsing throws
    greeting_ = ParseGreeting(body);
    fault_.reset();
  }

  const Greeting& greeting() const override { return greeting_; }

  void Ask(std::string_view request, std::string& answer) override {
    const std::scoped_lock lock(mutex_);
    if (fault_) throw PeerError(*fault_, "it was given up after an earlier fault");
    if (request.size() > limits_.most_octets) Fail(PeerFault::kTooMuch, "the request is too large");
    char octet;
    if (recv(output_.get(), &octet, 1, MSG_PEEK | MSG_DONTWAIT) > 0) {
      Fail(PeerFault::kUnasked, "it wrote more than the answer");
    }
    std::string frame;
    AppendNumber(request.size(), frame);
    frame += request;
    Exchange(frame, In(limits_.answer), answer);
  }

 private:
  // A peer that closed its output is given time to end, so that its status can be reported.
  [[noreturn]] void Fail(PeerFault fault, const std::string& detail) {
    fault_ = fault;
    const std::string end =
        End(fault == PeerFault::kEnded ? limits_.end : std::chrono::milliseconds(0));
    throw PeerError(fault, end.empty() ? detail : detail + "; " + end);
  }

  bool IsStopped() const { return limits_.stop != nullptr && *limits_.stop; }

  // Writes `frame` and reads one frame, whose body it writes to `body`. Reads while it writes: a
  // peer may answer before it has read everything.
  void Exchange(std::string_view frame, Deadline deadline, std::string& body) {
    std::string received;
    std::size_t expected = kNumberSize;
    bool has_length = false;
    while (true) {
      std::array<pollfd, 2> polled = {
          pollfd{output_.get(), POLLIN, 0},
          pollfd{frame.empty() ? -1 : input_.get(), POLLOUT, 0},
      };
      if (IsStopped()) Fail(PeerFault::kStopped, "it was not waited for");
      // In slices: whether to stop may be said while this thread waits.
      const int ready = poll(polled.data(), polled.size(),
                             std::min(MillisecondsUntil(deadline), kMostMillisecondsAtATime));
      if (ready < 0 && errno == EINTR) continue;
      if (ready == 0 && Clock::now() < deadline) continue;
      if (ready <= 0) {
        FailIfText(received);
        Fail(PeerFault::kLate, "no answer in time");
      }
      if (polled[1].revents != 0) Write(frame);
      if (polled[0].revents == 0) continue;
      Read(expected, received);
      if (received.size() < expected) continue;
      if (has_length) break;
      has_length = true;
      const std::size_t announced = ReadNumber(received);
      const std::size_t most = greeting_.offers.empty()
                                   ? std::min(limits_.most_octets, kMostGreetingOctets)
                                   : limits_.most_octets;
      if (announced > most) {
        FailIfText(received);
        Fail(PeerFault::kTooMuch, "it announced a body of " + std::to_string(announced) +
                                      " octets; the limit is " + std::to_string(most));
      }
      if (announced == 0) break;
      expected += announced;
    }
    if (!frame.empty()) Fail(PeerFault::kUnasked, "it answered before the request had ended");
    received.erase(0, kNumberSize);
    body = std::move(received);
  }

  // Fails if what begins with `received` is text: the output of a program that is not a peer, or of
  // one that prints something else as well. Every length that is allowed has a control octet. A
  // text that is shorter than a length is known by the greeting that follows it.
  void FailIfText(std::string received) {
    constexpr std::size_t kMostShown = 60;
    const auto is_text = [](char c) {
      const auto octet = static_cast<unsigned char>(c);
      return (octet >= 0x20 && octet != 0x7f) || (c >= '\t' && c <= '\r') || c == '\x1b';
    };
    std::array<char, kMostShown> more;
    const ssize_t size = recv(output_.get(), more.data(), more.size(), MSG_DONTWAIT);
    if (size > 0) received.append(more.data(), static_cast<std::size_t>(size));
    const auto shown = [](std::string_view text) {
      return "\"" + Printable(text.substr(0, kMostShown)) +
             (text.size() > kMostShown ? "...\"" : "\"");
    };
    const std::string named = " (peers/PROTOCOL.md)";
    const std::size_t name = received.find(kProtocolName);
    if (greeting_.offers.empty() && name != std::string::npos && name > kNumberSize) {
      const std::string_view before = std::string_view(received).substr(0, name - kNumberSize);
      Fail(PeerFault::kGarbage, "it wrote text before its greeting: " + shown(before) + named);
    }
    if (received.empty() || !std::ranges::all_of(received.substr(0, kNumberSize), is_text)) {
      return;
    }
    const std::string expected = greeting_.offers.empty()
                                     ? "its greeting: a frame (a length in four octets, then the "
                                       "body) that begins with \"" +
                                           std::string(kProtocolName) +
                                           std::string(kProtocolVersion) + "\""
                                     : std::string("its answer: a frame");
    Fail(PeerFault::kGarbage,
         "it wrote the text " + shown(received) + " instead of " + expected + named);
  }

  // Writes what the peer takes now, and cuts it off the front of `frame`.
  void Write(std::string_view& frame) {
    const ssize_t written = send(input_.get(), frame.data(), frame.size(), MSG_NOSIGNAL);
    if (written > 0) {
      frame.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EAGAIN && errno != EINTR) {
      Fail(PeerFault::kEnded, "it no longer reads");
    }
  }

  // Appends what has arrived, up to `expected` octets in all: never what follows the frame.
  void Read(std::size_t expected, std::string& received) {
    std::array<char, 65536> chunk;
    const std::size_t wanted = std::min(chunk.size(), expected - received.size());
    const ssize_t size = recv(output_.get(), chunk.data(), wanted, 0);
    if (size > 0) {
      received.append(chunk.data(), static_cast<std::size_t>(size));
    } else if (size == 0) {
      FailIfText(received);
      Fail(PeerFault::kEnded, "it ended or closed its output");
    } else if (errno == ECONNRESET) {
      Fail(PeerFault::kEnded, "it ended before it read the request");
    } else if (errno != EAGAIN && errno != EINTR) {
      Fail(PeerFault::kEnded, "its output cannot be read");
    }
  }

  // Ends the peer's input, waits for its end, and kills what is left of its process group. The
  // group's number cannot be reused before its leader, our child, has been waited for. Returns how
  // it ended if it did so by itself, or "".
  std::string End(std::chrono::milliseconds patience) {
    if (child_ < 0) return {};
    input_ = UniqueFd();
    std::string how;
    const Deadline deadline = In(patience);
    siginfo_t info{};
    while (true) {
      info.si_pid = 0;
      const int waited =
          waitid(P_PID, static_cast<id_t>(child_), &info, WEXITED | WNOHANG | WNOWAIT);
      if (waited == 0 && info.si_pid == child_) {
        how = (info.si_code == CLD_EXITED ? "its exit status was " : "it was ended by signal ") +
              std::to_string(info.si_status);
        break;
      }
      if (Clock::now() >= deadline) break;
      poll(nullptr, 0, 1);
    }
    kill(-child_, SIGKILL);
    Replace(child_, 0);  // before the number can be another's
    while (waitpid(child_, nullptr, 0) < 0 && errno == EINTR) {
    }
    child_ = -1;
    return how;
  }

  PeerLimits limits_;
  UniqueFd input_;
  UniqueFd output_;
  pid_t child_ = -1;
  Greeting greeting_;
  std::mutex mutex_;
  std::optional<PeerFault> fault_;
};

}  // namespace

std::shared_ptr<Peer> StartProcessPeer(const std::string& command, const PeerLimits& limits) {
  auto peer = std::make_shared<ProcessPeer>(command, limits);
  peer->ReadGreeting();
  return peer;
}

void KillPeers() {
  for (const std::atomic<pid_t>& group : running) {
    if (const pid_t leader = group; leader > 0) kill(-leader, SIGKILL);
  }
}

std::string DescribePeerError(const PeerError& error, std::string_view command) {
  constexpr std::size_t kMostShown = 200;
  const std::string shown = EscapeValue(command.substr(0, kMostShown));
  return std::string(error.what()) + "; the peer's command: " + shown +
         (command.size() > kMostShown ? "..." : "");
}

}  // namespace headerproof
