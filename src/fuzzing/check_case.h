// A fuzz target over the judge. An input is the text of a case, read leniently, so that any octets
// are some case; a target says which relations it checks. An input that breaks one prints the
// smallest case that breaks it and ends the process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "src/fuzzing/counts.h"
#include "src/judge/judge.h"
#include "src/mutants/mutants.h"

namespace headerproof {

// An input in a heap block of exactly its size, so that AddressSanitizer sees a read of one octet
// more.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size);
  std::string_view octets() const { return {block_.get(), size_}; }

 private:
  std::unique_ptr<char[]> block_;
  std::size_t size_;
};

// What a target checks.
struct FuzzChecks {
  CheckOptions options = {};  // relations 1 to 4 and 6

  // If not 0, relation 5 instead, on so many orders of few entries, of one form of the
  // implementation: the owning one if the entries are even in number, else the zero-copy one.
  std::size_t most_orders = 0;
};

// Relation 5 is checked on most_orders orders of up to so many entries, and on kOrdersOfMany of
// more.
inline constexpr std::size_t kFewEntries = 3;
inline constexpr std::size_t kOrdersOfMany = 2;

// The mutant that HEADERPROOF_PLANTED_MUTANT names, which is then judged instead of the shared
// implementation, to see that a target finds it; null if it names none. An unknown name ends the
// process with 2.
const Mutant* PlantedMutant();

// What is judged: the mutant that HEADERPROOF_PLANTED_MUTANT names, or both forms of the shared
// implementation.
std::vector<ConverterSet> ConverterSetsUnderTest(const Mutant* planted = PlantedMutant());

// A shell command that checks a case from standard input, with `planted` in place of the shared
// implementation if there is one: for ReplayLine.
std::string CheckCommand(const Mutant* planted = PlantedMutant());

// A shell command that replays standard input in the target: for ReplayLine.
std::string TargetReplayCommand(std::string_view target);

// Counts `violations`, prints what does not hold, `what`, and its `description`, and aborts.
[[noreturn]] void EndAtFault(FuzzRecorder& recorder, std::uint64_t violations,
                             std::string_view what, const std::string& description);

// Made once, when a target's first input comes. Keeps nothing but counts from one input to the
// next: what an input does depends on it alone.
class FuzzJudge {
 public:
  FuzzJudge(std::string target, const FuzzChecks& checks);

  // Judges the case that `data` is the text of. Does not return if it breaks a relation.
  void Run(const std::uint8_t* data, std::size_t size);

 private:
  struct Judged {
    std::array<bool, kRelationCount> checked{};
    std::uint64_t checks = 0;
    std::vector<Violation> violations;
  };
  Judged JudgeCase(const Metadata& metadata) const;

  FuzzChecks checks_;
  std::vector<ConverterSet> converter_sets_;
  FuzzRecorder recorder_;
};

}  // namespace headerproof
