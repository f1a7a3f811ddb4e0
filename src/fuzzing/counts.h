// What a fuzz target counts over the inputs that it really ran, and how that leaves the process:
// lines of text that name their counts, in the file that HEADERPROOF_COUNTS names.
//
//   headerproof-counts 2
//   build 5f3c...  (BuildDigest(): 64 hexadecimal digits)
//   target request_path
//   cases 120483
//   checks 240966
//   violations 0
//   relation transparent 90121
//   transparent-http2 60017
//   class grpc 30112
//   planted fold-bracket  (only if that mutant was judged)
//   end
//
// A relation or class that is not listed counts 0; none is listed twice. Counterexamples are no
// part of it: a violation ends the run, and prints its own.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "src/engines/tally.h"
#include "src/judge/judge.h"

namespace headerproof {

struct FuzzCounts {
  std::string build;  // BuildDigest() of the target
  std::string target;
  Tally tally;
  std::string planted{};  // the mutant that was judged; empty: our own converters
};

std::string PrintFuzzCounts(const FuzzCounts& counts);

// Reads what PrintFuzzCounts printed; or a message, printable ASCII, that names the line at fault.
std::variant<FuzzCounts, std::string> ReadFuzzCounts(std::string_view text);

// The tally of a process. Written to the file that HEADERPROOF_COUNTS names, if it names one, when
// the recorder goes (at exit), before a failure ends the process, and every 4,096 inputs, so that a
// run that is killed leaves a true count of what it had done by then. A `%p` in the name stands for
// the number of the process, for engines that run several. Written aside and renamed.
class FuzzRecorder {
 public:
  explicit FuzzRecorder(std::string target);
  ~FuzzRecorder();
  FuzzRecorder(const FuzzRecorder&) = delete;
  FuzzRecorder& operator=(const FuzzRecorder&) = delete;

  // Counts one input's case, for which `checks` were made.
  void Count(const Metadata& metadata, std::uint64_t checks);

  // The same for one that the judge saw.
  void Count(const Metadata& metadata, std::uint64_t checks,
             const std::array<bool, kRelationCount>& checked);

  // Counts what was found, and writes: the process is about to end.
  void CountViolations(std::uint64_t violations);

  const std::string& target() const { return recorded_.target; }

 private:
  void Write() const;

  FuzzCounts recorded_;
};

}  // namespace headerproof
