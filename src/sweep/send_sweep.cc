#include "src/sweep/send_sweep.h"

#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/grammar/special_name.h"
#include "src/http2/byte_stream.h"
#include "src/http2/hpack.h"

extern char** environ;

namespace headerproof {
namespace {

constexpr std::chrono::seconds kPatience{30};  // for one answer
constexpr std::string_view kControlName = "a-control";

// All that `program` prints, run with one argument, or why it cannot be run.
std::variant<std::string, SendError> OutputOf(std::string program, std::string argument) {
  auto [ours, theirs] = ConnectedPair();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, theirs.get(), 1);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", 1, 0);
  std::array<char*, 3> arguments = {program.data(), argument.data(), nullptr};
  pid_t pid = -1;
  const int failure =
      posix_spawn(&pid, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failure != 0) {
    return SendError{"cannot run the helper program: " + std::string(strerror(failure))};
  }
  theirs = UniqueFd();
  const auto stream = PlainStream(std::move(ours));
  std::string output;
  std::array<char, 4096> room;
  for (ssize_t count = 0; (count = stream->TryRead(room)) >= 0;) {
    output.append(room.data(), static_cast<std::size_t>(count));
    if (count == 0 && !WaitFor(*stream, false, In(kPatience))) {
      kill(pid, SIGKILL);
      break;
    }
  }
  while (waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  return output;
}

// From one line of the program's output, "exit N" (N is a Disposition) or "signal N".
SendAnswer ReadAnswer(const std::string& how, int number) {
  if (how == "exit") {
    if (number < static_cast<int>(kDispositionCount)) return {static_cast<Disposition>(number), ""};
    return {Disposition::kProcessEnded, "exit status " + std::to_string(number)};
  }
  if (number == SIGALRM) return {Disposition::kNoAnswer, "stopped after its time"};
  const char* const name = sigabbrev_np(number);
  return {Disposition::kProcessEnded,
          name == nullptr ? "signal " + std::to_string(number) : std::string("SIG") + name};
}

void AddSentCases(SendingSide side, std::vector<SendCase>& cases) {
  for (int value = 0; value < 256; ++value) {
    const std::string octet(1, static_cast<char>(value));
    cases.push_back({side, "a" + octet + "b", "v"});
    cases.push_back({side, "plain-name", "a" + octet + "b"});
    if (side != SendingSide::kRequest) continue;
    for (const std::string& name : {octet, octet + "ab", "ab" + octet}) {
      cases.push_back({side, name, "v"});
    }
    cases.push_back({side, "x-bin", "a" + octet + "b"});
  }
  for (const std::string_view name :
       {"", ":authority", ":path", ":foo", "::", "Foo", "fOO", "Rpc-Caller", "X-Bin", "rpc-caller",
        "-bin", "host", "connection", "te", "content-type", "user-agent", "grpc-timeout",
        "grpc-status", "grpc-encoding"}) {
    cases.push_back({side, std::string(name), "v"});
  }
  for (const std::string_view value : {"", " ", " a ", "\t", "caf\xc3\xa9", "a,b"}) {
    cases.push_back({side, "plain-name", std::string(value)});
  }
}

// Plain ones, and some that end the process of a server that sends them as they came.
void AddRelayedCases(std::vector<SendCase>& cases) {
  for (const auto& [name, value] : std::vector<Field>{{"x-bin", "AQI"},
                                                      {"Foo", "bar"},
                                                      {"Rpc-Caller", "x"},
                                                      {"", "v"},
                                                      {":foo", "v"},
                                                      {"a b", "v"},
                                                      {"plain-name", "caf\xc3\xa9"},
                                                      {"plain-name", "a\tb"}}) {
    cases.push_back({SendingSide::kRelay, name, value});
  }
}

// Each octet as a name, in three places of one, as a value, inside one, and inside a binary one;
// special names as they are and misspelled, with values of many kinds; and generated entries.
void AddCheckedRelayCases(std::vector<SendCase>& cases) {
  const auto add = [&cases](const std::string& name, const std::string& value) {
    cases.push_back({SendingSide::kCheckedRelay, name, value});
  };
  for (int value = 0; value < 256; ++value) {
    const std::string octet(1, static_cast<char>(value));
    for (const std::string& text : {octet, octet + "ab", "a" + octet + "b", "ab" + octet}) {
      add(text, "v");
    }
    add("plain-name", octet);
    add("plain-name", "a" + octet + "b");
    add("plain-name-bin", "a" + octet + "b");
  }
  std::vector<std::string> names = {"",
                                    ":",
                                    "::",
                                    ":foo",
                                    ":authority",
                                    ":path",
                                    ":status",
                                    "-bin",
                                    "host",
                                    "connection",
                                    "te",
                                    "user-agent",
                                    "upgrade",
                                    "rpc-a",
                                    "keep-alive",
                                    "content-length",
                                    "grpc-status",
                                    "grpc-message",
                                    "grpc-timeout",
                                    "grpc-encoding",
                                    "transfer-encoding",
                                    "grpc-status-details-bin",
                                    std::string(kContentTypeName)};
  names.insert(names.end(), kFieldNames.begin(), kFieldNames.end());
  names.insert(names.end(), kRoutingNames.begin(), kRoutingNames.end());
  for (const std::string& name : names) {
    std::string first = name;
    std::string all = name;
    for (char& c : all) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    if (!name.empty()) first[0] = all[0];
    for (const std::string& spelling : {name, first, all}) {
      for (const std::string_view value :
           {"", "v", " ", " v ", "a,b", "caf\xc3\xa9", "0", "trailers", "application/grpc+json"}) {
        add(spelling, std::string(value));
      }
    }
  }
  SeededChoices choices(1);
  for (int i = 0; i < 80; ++i) {
    for (const Entry& entry : GenerateMetadata(choices)) {
      for (const std::string& value : entry.values) add(entry.name, value);
    }
  }
}

// All of one side's, between two controls.
template <class Add>
void AddBetweenControls(SendingSide side, const Add& add, std::vector<SendCase>& cases) {
  const SendCase control = {side, std::string(kControlName), "v"};
  cases.push_back(control);
  add(cases);
  cases.push_back(control);
}

}  // namespace

bool IsControl(const SendCase& send_case) {
  return send_case.name == kControlName;
}

std::string_view SendingSideName(SendingSide side) {
  constexpr std::array<std::string_view, 5> kNames = {"request", "response-headers", "trailers",
                                                      "relay", "checked-relay"};
  return kNames[static_cast<std::size_t>(side)];
}

std::vector<SendCase> SendCases(SendCaseSet set) {
  std::vector<SendCase> cases;
  if (set == SendCaseSet::kSent) {
    AddSentCases(SendingSide::kRequest, cases);
    AddSentCases(SendingSide::kResponseHeaders, cases);
    AddSentCases(SendingSide::kTrailers, cases);
  } else {
    AddBetweenControls(SendingSide::kRelay, AddRelayedCases, cases);
    AddBetweenControls(SendingSide::kCheckedRelay, AddCheckedRelayCases, cases);
  }
  return cases;
}

std::variant<std::vector<SendAnswer>, SendError> SweepSending(const std::string& program,
                                                              SendCaseSet set) {
  auto output = OutputOf(program, set == SendCaseSet::kSent ? "sent" : "relayed");
  if (auto* const error = std::get_if<SendError>(&output)) return std::move(*error);
  std::istringstream lines(std::get<std::string>(output));
  std::vector<SendAnswer> answers;
  std::string how;
  for (int number = 0; lines >> how >> number;) answers.push_back(ReadAnswer(how, number));
  const std::size_t expected = SendCases(set).size();
  if (answers.size() == expected) return answers;
  return SendError{"the helper program gave " + std::to_string(answers.size()) + " of " +
                   std::to_string(expected) + " answers"};
}

}  // namespace headerproof
