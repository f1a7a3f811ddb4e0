#include "src/sweep/sending.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include "src/http2/byte_stream.h"
#include "src/sweep/sending_protocol.h"

extern char** environ;

namespace headerproof {
namespace {

constexpr std::size_t kHelpers = 2;

// The helper program, running; ended and waited for when this object goes.
class Helper {
 public:
  static std::variant<std::unique_ptr<Helper>, SendingError> Start(const std::string& program) {
    auto [ours, theirs] = ConnectedPair();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, theirs.get(), 0);
    posix_spawn_file_actions_adddup2(&actions, theirs.get(), 1);
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
    std::string path = program;
    std::array<char*, 2> arguments = {path.data(), nullptr};
    pid_t pid = -1;
    const int failure =
        posix_spawn(&pid, path.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failure != 0) {
      return SendingError{"cannot run the helper program: " + std::string(strerror(failure))};
    }
    return std::unique_ptr<Helper>(new Helper(PlainStream(std::move(ours)), pid));
  }

  Helper(const Helper&) = delete;
  Helper& operator=(const Helper&) = delete;
  ~Helper() {
    stream_.reset();  // it ends when it reads the end
    if (is_stuck_) kill(pid_, SIGKILL);
    while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }

  // The helper's answer to one line, or nothing.
  std::optional<std::string> Ask(std::string_view line, Deadline deadline) {
    while (!line.empty()) {
      const IoResult result = stream_->TryWrite(line);
      if (result.status == IoStatus::kClosed) return std::nullopt;
      line.remove_prefix(result.count);
      if (result.count == 0 && !WaitFor(*stream_, true, deadline)) break;
    }
    std::string answer;
    while (!answer.ends_with('\n')) {
      std::array<char, 256> room;
      const IoResult result = stream_->TryRead(room);
      if (result.status == IoStatus::kClosed) return std::nullopt;
      answer.append(room.data(), result.count);
      if (result.count == 0 && !WaitFor(*stream_, false, deadline)) {
        is_stuck_ = true;
        return std::nullopt;
      }
    }
    answer.pop_back();
    return answer;
  }

 private:
  Helper(std::unique_ptr<ByteStream> stream, pid_t pid) : stream_(std::move(stream)), pid_(pid) {}

  std::unique_ptr<ByteStream> stream_;
  pid_t pid_;
  bool is_stuck_ = false;
};

std::string SignalText(int signal) {
  if (signal == SIGABRT) return "SIGABRT";
  if (signal == SIGSEGV) return "SIGSEGV";
  return "signal " + std::to_string(signal);
}

// "exit N" or "signal N", as the helper says it.
SendingAnswer ReadAnswer(std::string_view line) {
  const std::string_view digits = line.substr(line.find(' ') + 1);
  int number = -1;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (line.starts_with("exit ")) {
    const bool is_fate = number >= 0 && number < static_cast<int>(kDispositionCount);
    if (is_fate) return {static_cast<Disposition>(number), ""};
    return {Disposition::kProcessEnded, "exit status " + std::to_string(number)};
  }
  if (number == SIGALRM) return {Disposition::kNoAnswer, "stopped after its time"};
  return {Disposition::kProcessEnded, SignalText(number)};
}

void AddProbeCases(SendingSide side, std::vector<SendingProbeCase>& probe_cases) {
  for (int value = 0; value < 256; ++value) {
    const std::string octet(1, static_cast<char>(value));
    probe_cases.push_back({side, "a" + octet + "b", "v"});
    probe_cases.push_back({side, "plain-name", "a" + octet + "b"});
    if (side != SendingSide::kRequest) continue;
    for (const std::string& name : {octet, octet + "ab", "ab" + octet}) {
      probe_cases.push_back({side, name, "v"});
    }
    probe_cases.push_back({side, "x-bin", "a" + octet + "b"});
  }
  for (const std::string_view name :
       {"", ":authority", ":path", ":foo", "::", "Foo", "fOO", "Rpc-Caller", "X-Bin", "rpc-caller",
        "-bin", "host", "connection", "te", "content-type", "user-agent", "grpc-timeout",
        "grpc-status", "grpc-encoding"}) {
    probe_cases.push_back({side, std::string(name), "v"});
  }
  for (const std::string_view value : {"", " ", " a ", "\t", "caf\xc3\xa9", "a,b"}) {
    probe_cases.push_back({side, "plain-name", std::string(value)});
  }
}

// Puts every kHelpers-th probe case, from the `first` on, to a helper of their own.
std::optional<SendingError> AskOneHelper(const std::string& program,
                                         std::span<const SendingProbeCase> probe_cases,
                                         std::size_t first, std::chrono::milliseconds patience,
                                         std::span<SendingAnswer> answers) {
  auto started = Helper::Start(program);
  if (auto* const error = std::get_if<SendingError>(&started)) return std::move(*error);
  const auto& helper = std::get<std::unique_ptr<Helper>>(started);
  for (std::size_t at = first; at < probe_cases.size(); at += kHelpers) {
    const std::optional<std::string> line =
        helper->Ask(WriteProbeCase(probe_cases[at]), In(patience));
    if (!line) return SendingError{"the helper program gave no answer"};
    answers[at] = ReadAnswer(*line);
  }
  return std::nullopt;
}

}  // namespace

std::string_view SendingSideName(SendingSide side) {
  constexpr std::array<std::string_view, 5> kNames = {"request", "response-headers", "trailers",
                                                      "relay", "checked-relay"};
  return kNames[static_cast<std::size_t>(side)];
}

std::vector<SendingProbeCase> AllSendingProbeCases() {
  std::vector<SendingProbeCase> probe_cases;
  for (const SendingSide side :
       {SendingSide::kRequest, SendingSide::kResponseHeaders, SendingSide::kTrailers}) {
    AddProbeCases(side, probe_cases);
  }
  return probe_cases;
}

std::vector<SendingProbeCase> RelayProbeCases() {
  std::vector<SendingProbeCase> probe_cases;
  for (const SendingSide side : {SendingSide::kRelay, SendingSide::kCheckedRelay}) {
    for (const auto& [name, value] : std::vector<Field>{{"plain-name", "v"},
                                                        {"x-bin", "AQI"},
                                                        {"Foo", "bar"},
                                                        {"Rpc-Caller", "x"},
                                                        {"", "v"},
                                                        {":foo", "v"},
                                                        {"a b", "v"},
                                                        {"plain-name", "caf\xc3\xa9"},
                                                        {"plain-name", "a\tb"}}) {
      probe_cases.push_back({side, name, value});
    }
  }
  return probe_cases;
}

std::variant<std::vector<SendingAnswer>, SendingError> AskSending(
    const std::string& program, std::span<const SendingProbeCase> probe_cases,
    std::chrono::milliseconds patience) {
  std::vector<SendingAnswer> answers(probe_cases.size());
  std::array<std::optional<SendingError>, kHelpers> errors;
  std::vector<std::thread> threads;
  for (std::size_t helper = 0; helper < kHelpers; ++helper) {
    threads.emplace_back([&, helper] {
      errors[helper] = AskOneHelper(program, probe_cases, helper, patience, answers);
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (std::optional<SendingError>& error : errors) {
    if (error) return std::move(*error);
  }
  return answers;
}

}  // namespace headerproof
