#include "src/cli/command.h"

#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "src/cases/escape.h"
#include "src/judge/order.h"
#include "src/peers/process_peer.h"

namespace headerproof {
namespace {

int first_write_error = 0;
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

// An interrupt is noted, so that what runs can end by itself. Whatever has not done so soon,
// because it is in a library or in one long step, is ended.
constexpr unsigned kSecondsToEnd = 1;

extern "C" void OnInterrupt(int /*signal*/) {
  interrupted = true;
  alarm(kSecondsToEnd);
}

// Only what a signal handler may do.
extern "C" void OnAlarm(int /*signal*/) {
  constexpr std::string_view kLine = "headerproof: interrupted\n";
  KillPeers();
  if (write(STDERR_FILENO, kLine.data(), kLine.size()) < 0) {
    // there is nothing else to say it on
  }
  _exit(kExitInterrupted);
}

}  // namespace

void AddFiles(CLI::App* command, std::vector<std::string>& files) {
  command->add_option("FILE", files, "Files, folders, or - for standard input")->required();
  command->footer(kCaseHelp);
}

void AddPath(CLI::App* command, std::vector<Path>& paths) {
  paths.assign(kPaths.begin(), kPaths.end());
  const auto set = [&paths](const std::string& name) {
    if (name != "both") paths = {name == "request" ? Path::kRequest : Path::kResponse};
  };
  command->add_option_function<std::string>("--path", set, "The paths to convert on")
      ->check(CLI::IsMember({"request", "response", "both"}))
      ->default_str("both");
}

void AddPeer(CLI::App* command, std::string& peer) {
  command
      ->add_option("--peer", peer,
                   "A command that starts a peer (peers/PROTOCOL.md): a converter in another "
                   "process, to be checked too")
      ->check(NotEmpty);
}

std::string NotEmpty(const std::string& value) {
  return value.empty() ? "is empty; give a value, or leave the option out" : "";
}

std::string JudgedCaseHelp() {
  return fmt::format(
      "{}\n\nA case has at most {} entries. It is judged in {} orders of its entries, which are "
      "all "
      "of up\nto four, and in {} if there are many.",
      kCaseHelp, kMostEntries, kMostOrders, OrdersToTry(kMostEntries));
}

bool HasTooManyEntries(const std::string& file, const Metadata& metadata) {
  if (metadata.size() <= kMostEntries) return false;
  Complain("{}: has {} entries; a case is judged of at most {}: split it", EscapeValue(file),
           metadata.size(), kMostEntries);
  return true;
}

void Print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && first_write_error == 0) {
    first_write_error = errno;
  }
}

int Finish(int exit_code) {
  if (std::fflush(stdout) != 0 && first_write_error == 0) first_write_error = errno;
  if (first_write_error == 0) return exit_code;
  return Complain("cannot write to standard output: {}", std::strerror(first_write_error));
}

int Complain(std::string_view message) {
  fmt::print(stderr, "headerproof: {}\n", message);
  return kExitBadInput;
}

ReplayCounts ReplayForCommand(
    const std::vector<std::string>& files,
    const std::function<void(const std::string& file, const Metadata& metadata)>& on_case) {
  return Replay(files, {.on_case =
                            [&](const std::string& file, const Metadata& metadata) {
                              on_case(file, metadata);
                              return !Interrupted();
                            },
                        .on_error =
                            [](const std::string&, const std::string& message) {
                              // A read that an interrupt ended is not bad input.
                              if (!Interrupted()) Complain(message);
                              return !Interrupted();
                            }});
}

int FinishReplay(const ReplayCounts& counts, int exit_code) {
  if (Interrupted()) {
    Complain("interrupted after {} cases", counts.cases);
    return kExitInterrupted;
  }
  return counts.errors != 0 ? kExitBadInput : exit_code;
}

void NoteInterrupts() {
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags =
      static_cast<int>(SA_RESETHAND);  // without SA_RESTART: a read that waits returns
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
  action.sa_handler = OnAlarm;
  sigaction(SIGALRM, &action, nullptr);
}

bool Interrupted() {
  return interrupted;
}

const std::atomic<bool>* InterruptFlag() {
  return &interrupted;
}

}  // namespace headerproof
