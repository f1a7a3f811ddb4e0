// What the commands of `headerproof` share: exit codes, output that may fail, and interruption.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "src/converter/convert.h"
#include "src/engines/replay.h"

namespace headerproof {

inline constexpr int kExitOk = 0;
inline constexpr int kExitDiffers = 1;   // asked and answered: not as required
inline constexpr int kExitBadInput = 2;  // bad input or usage, or output that cannot be written
inline constexpr int kExitInterrupted = 130;

// The paths that --path names: "request", "response" or "both".
std::vector<Path> PathsFrom(const std::string& name);

// Writes to standard output; what fails is remembered.
void Print(std::string_view text);

// Flushes standard output. Returns `exit_code`, or kExitBadInput with a line on standard error if
// anything could not be written.
int Finish(int exit_code);

// Finish(kExitInterrupted), with a line that says after how many cases.
int FinishInterrupted(const ReplayCounts& counts);

// A line on standard error, which is printable already.
void Complain(std::string_view message);

// Replays `paths` into `on_case`, and complains about what is bad and goes on, until interrupted.
// Returns what it counted.
ReplayCounts ReplayForCommand(
    const std::vector<std::string>& paths,
    const std::function<void(const std::string& file, const Metadata& metadata)>& on_case);

// From here on an interrupt (SIGINT, SIGTERM) is noted instead of ending the process; a second one
// ends it.
void NoteInterrupts();
bool Interrupted();
const std::atomic<bool>* InterruptFlag();

}  // namespace headerproof
