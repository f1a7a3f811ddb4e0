#include "src/fuzzing/check_case.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "src/cases/display.h"
#include "src/cases/text.h"
#include "src/engines/examine.h"
#include "src/engines/failure.h"
#include "src/judge/minimize.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr const char* kPlanted = "HEADERPROOF_PLANTED_MUTANT";

}  // namespace

FuzzInput::FuzzInput(const std::uint8_t* data, std::size_t size)
    : block_(std::make_unique_for_overwrite<char[]>(size)), size_(size) {
  if (size != 0) std::memcpy(block_.get(), data, size);
}

const Mutant* PlantedMutant() {
  const char* const name = std::getenv(kPlanted);
  if (name == nullptr || *name == '\0') return nullptr;
  const Mutant* const mutant = FindMutant(name);
  if (mutant == nullptr) {
    std::fprintf(stderr, "%s: no such mutant: %s; these are:\n", kPlanted,
                 DisplayName(name).c_str());
    for (const Mutant& known : AllMutants()) {
      std::fprintf(stderr, "  %s%s\n", std::string(known.name).c_str(),
                   known.equivalent_because.empty() ? "" : " (equivalent)");
    }
    std::exit(2);
  }
  return mutant;
}

std::vector<ConverterSet> ConverterSetsUnderTest(const Mutant* planted) {
  return planted == nullptr ? OwnConverterSets()
                            : std::vector<ConverterSet>{MutantConverters(*planted)};
}

std::string CheckCommand(const Mutant* planted) {
  if (planted == nullptr) return std::string(kCheckCommand);
  return "build/release/headerproof corpus import --planted " + std::string(planted->name) + " -";
}

std::string TargetReplayCommand(std::string_view target) {
  std::string command;
  if (const Mutant* const planted = PlantedMutant()) {
    command.append(kPlanted).append("=").append(planted->name).append(" ");
  }
  return command.append("build/fuzz/fuzz/replay_").append(target).append(" -");
}

void EndAtFault(FuzzRecorder& recorder, std::uint64_t violations, std::string_view what,
                const std::string& description) {
  recorder.CountViolations(violations);
  std::fprintf(stderr, "Target %s: %s\n%s", recorder.target().c_str(), std::string(what).c_str(),
               description.c_str());
  std::abort();
}

FuzzJudge::FuzzJudge(std::string target, const FuzzChecks& checks)
    : checks_(checks), converter_sets_(ConverterSetsUnderTest()), recorder_(std::move(target)) {}

FuzzJudge::Judged FuzzJudge::JudgeCase(const Metadata& metadata) const {
  Judged judged;
  if (checks_.most_orders != 0) {
    const ConverterSet& converter_set = converter_sets_[metadata.size() % converter_sets_.size()];
    const bool is_few = metadata.size() <= kFewEntries;
    judged.checked[static_cast<std::size_t>(Relation::kOrder)] = true;
    judged.checks = 1;
    judged.violations =
        CheckOrder(converter_set, metadata, is_few ? checks_.most_orders : kOrdersOfMany);
    return judged;
  }
  for (const ConverterSet& converter_set : converter_sets_) {
    const auto [domain, checked, differences, violations] =
        Check(converter_set, metadata, checks_.options);
    judged.checked = checked;
    judged.checks += static_cast<std::uint64_t>(std::ranges::count(checked, true));
    judged.violations.insert(judged.violations.end(), violations.begin(), violations.end());
  }
  return judged;
}

void FuzzJudge::Run(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input(data, size);
  const Metadata metadata = ParseCaseLeniently(input.octets());
  const Judged judged = JudgeCase(metadata);
  recorder_.Count(metadata, judged.checks, judged.checked);
  if (judged.violations.empty()) return;
  const Violation& first = judged.violations.front();
  const Metadata smallest = Minimize(metadata, [&](const Metadata& reduced) {
    return std::ranges::any_of(JudgeCase(reduced).violations, [&first](const Violation& other) {
      return other.relation == first.relation && other.path == first.path;
    });
  });
  EndAtFault(recorder_, judged.violations.size(), "a relation does not hold.",
             DescribeFailure(smallest, JudgeCase(smallest).violations,
                             TargetReplayCommand(recorder_.target())));
}

}  // namespace headerproof
