#include "src/cli/command.h"

#include <fmt/core.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

namespace headerproof {
namespace {

int first_write_error = 0;
std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler writes it");

extern "C" void OnInterrupt(int /*signal*/) {
  interrupted = true;
}

}  // namespace

std::vector<Path> PathsFrom(const std::string& name) {
  if (name == "request") return {Path::kRequest};
  if (name == "response") return {Path::kResponse};
  return {Path::kRequest, Path::kResponse};
}

void Print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() && first_write_error == 0) {
    first_write_error = errno;
  }
}

int Finish(int exit_code) {
  if (std::fflush(stdout) != 0 && first_write_error == 0) first_write_error = errno;
  if (first_write_error == 0) return exit_code;
  Complain(fmt::format("cannot write to standard output: {}", std::strerror(first_write_error)));
  return kExitBadInput;
}

int FinishInterrupted(const ReplayCounts& counts) {
  Complain(fmt::format("interrupted after {} cases", counts.cases));
  return Finish(kExitInterrupted);
}

void Complain(std::string_view message) {
  fmt::print(stderr, "headerproof: {}\n", message);
}

ReplayCounts ReplayForCommand(
    const std::vector<std::string>& paths,
    const std::function<void(const std::string& file, const Metadata& metadata)>& on_case) {
  return Replay(paths, {.on_case =
                            [&](const std::string& file, const Metadata& metadata) {
                              on_case(file, metadata);
                              return !Interrupted();
                            },
                        .on_error =
                            [](const std::string&, const std::string& message) {
                              // A read that an interrupt ended is no bad input.
                              if (!Interrupted()) Complain(message);
                              return !Interrupted();
                            }});
}

void NoteInterrupts() {
  struct sigaction action = {};
  action.sa_handler = OnInterrupt;
  sigemptyset(&action.sa_mask);
  action.sa_flags =
      static_cast<int>(SA_RESETHAND);  // without SA_RESTART: a read that waits returns
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool Interrupted() {
  return interrupted;
}

const std::atomic<bool>* InterruptFlag() {
  return &interrupted;
}

}  // namespace headerproof
