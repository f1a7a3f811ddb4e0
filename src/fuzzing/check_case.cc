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

constexpr const char* kSuspect = "HEADERPROOF_PLANTED_MUTANT";

}  // namespace

FuzzInput::FuzzInput(const std::uint8_t* data, std::size_t size)
    : block_(std::make_unique_for_overwrite<char[]>(size)), size_(size) {
  if (size != 0) std::memcpy(block_.get(), data, size);
}

const Mutant* PlantedMutant() {
  const char* const name = std::getenv(kSuspect);
  if (name == nullptr || *name == '\0') return nullptr;
  const Mutant* const mutant = FindMutant(name);
  if (mutant == nullptr) {
    std::fprintf(stderr, "%s: no such mutant: %s; these are:\n", kSuspect,
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
    command.append(kSuspect).append("=").append(planted->name).append(" ");
  }
  return command.append("build/fuzz/fuzz/replay_").append(target).append(" -");
}

FuzzJudge::FuzzJudge(std::string target, const FuzzQuestions& questions)
    : questions_(questions),
      converter_sets_(ConverterSetsUnderTest()),
      recorder_(std::move(target)) {}

FuzzJudge::Finding FuzzJudge::JudgedByRelations(const Metadata& metadata) const {
  Finding found;
  for (const ConverterSet& converter_set : converter_sets_) {
    const Judgement judgement = Check(converter_set, metadata, questions_.options);
    found.checked = judgement.checked;
    found.checks += static_cast<std::uint64_t>(std::ranges::count(judgement.checked, true));
    found.violations.insert(found.violations.end(), judgement.violations.begin(),
                            judgement.violations.end());
  }
  return found;
}

FuzzJudge::Finding FuzzJudge::JudgedInOrders(const Metadata& metadata) const {
  const std::size_t orders =
      metadata.size() <= kFewEntries ? questions_.most_orders : kOrdersOfMany;
  Finding found{.checks = 1,
                .violations = CheckOrder(converter_sets_[metadata.size() % converter_sets_.size()],
                                         metadata, orders)};
  found.checked[static_cast<std::size_t>(Relation::kOrder)] = true;
  return found;
}

FuzzJudge::Finding FuzzJudge::Judged(const Metadata& metadata) const {
  return questions_.most_orders == 0 ? JudgedByRelations(metadata) : JudgedInOrders(metadata);
}

void FuzzJudge::Run(const std::uint8_t* data, std::size_t size) {
  const FuzzInput input(data, size);
  const Metadata metadata = ParseCaseLeniently(input.octets());
  const Finding finding = Judged(metadata);
  recorder_.Count(metadata, finding.checks, finding.checked);
  if (finding.violations.empty()) return;

  recorder_.CountViolations(finding.violations.size());
  const Violation& first = finding.violations.front();
  const Metadata smallest = Minimize(metadata, [&](const Metadata& reduced) {
    return std::ranges::any_of(Violations(reduced), [&first](const Violation& violation) {
      return violation.relation == first.relation && violation.path == first.path;
    });
  });
  std::fprintf(
      stderr, "Target %s: a relation does not hold.\n%s", recorder_.target().c_str(),
      DescribeFailure(smallest, Violations(smallest), TargetReplayCommand(recorder_.target()))
          .c_str());
  std::abort();
}

std::vector<Violation> FuzzJudge::Violations(const Metadata& metadata) const {
  return Judged(metadata).violations;
}

}  // namespace headerproof
