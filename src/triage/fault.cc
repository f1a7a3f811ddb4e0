#include "src/triage/fault.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <functional>
#include <utility>

#include "src/cases/text.h"
#include "src/engines/failure.h"
#include "src/fuzzing/check_case.h"
#include "src/fuzzing/check_headers.h"
#include "src/fuzzing/check_text_form.h"
#include "src/judge/minimize.h"
#include "src/judge/model.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr std::uint8_t kEveryRelation = CheckOptions{}.relations;

// The violation that names a fault: of the relation that says most about what is wrong, on the
// request path if it is broken there.
const Violation& Telling(const std::vector<Violation>& violations) {
  constexpr std::array<Relation, kRelationCount> kMostFirst = {
      Relation::kAsPredicted, Relation::kTransparent, Relation::kSafe,
      Relation::kPathsAgree,  Relation::kRoundTrip,   Relation::kOrder};
  return *std::ranges::min_element(violations, {}, [&](const Violation& violation) {
    return std::pair(std::ranges::find(kMostFirst, violation.relation), violation.path);
  });
}

}  // namespace

FaultFinder::FaultFinder(const Mutant* planted)
    : planted_(planted), converter_sets_(ConverterSetsUnderTest(planted)) {}

std::optional<Fault> FaultFinder::FindInText(std::string_view octets) {
  if (TextFormFault(octets).empty()) return std::nullopt;
  const std::string smallest = MinimizeTextFormFault(std::string(octets));
  return Fault{.name = "text-form",
               .summary = "the text form",
               .description = DescribeTextFormFault(smallest),
               .smallest = std::nullopt};
}

std::optional<Fault> FaultFinder::Find(const Metadata& metadata) {
  const std::vector<Violation> found = Violations(metadata, kEveryRelation);
  if (found.empty()) {
    if (HeadersFault(metadata).empty()) return std::nullopt;
    const Metadata smallest = MinimizeHeadersFault(metadata);
    return Fault{.name = "headers-store",
                 .summary = "the store of headers",
                 .description = DescribeHeadersFault(smallest),
                 .smallest = smallest};
  }
  // The smallest case may break a relation that says more, too.
  Violation first = Telling(found);
  Metadata smallest = metadata;
  for (;;) {
    const auto shows = [&](const Metadata& reduced) {
      return std::ranges::any_of(
          Violations(reduced, Only({first.relation})),
          [&first](const Violation& violation) { return violation.path == first.path; });
    };
    smallest = Minimize(std::move(smallest), shows);
    Violation next = Telling(Violations(smallest, kEveryRelation));
    if (next.relation == first.relation && next.path == first.path) break;
    first = std::move(next);
  }
  const std::string relation(RelationName(first.relation));
  const std::string path(PathName(first.path));
  Fault fault{.name = relation + "-" + path,
              .summary = relation + " on the " + path + " path",
              .description = DescribeFailure(smallest, Violations(smallest, kEveryRelation),
                                             CheckCommand(planted_)),
              .smallest = smallest};
  const auto differences = WrongDifferences(first.path, smallest).Names();
  for (const std::string_view difference : differences) {
    fault.name.append("-").append(difference);
    fault.summary.append(difference == differences.front() ? ": " : " ").append(difference);
  }
  return fault;
}

std::vector<Violation> FaultFinder::Violations(const Metadata& metadata,
                                               std::uint8_t relations) const {
  const CheckOptions options{.relations = relations};
  const std::size_t orders = OrdersToTry(metadata.size());
  std::vector<Violation> violations;
  const auto append = [&violations](const std::vector<Violation>& more) {
    violations.insert(violations.end(), more.begin(), more.end());
  };
  for (const ConverterSet& converter_set : converter_sets_) {
    append(Check(converter_set, metadata, options).violations);
    if (options.Wants(Relation::kOrder)) append(CheckOrder(converter_set, metadata, orders));
  }
  return violations;
}

DifferenceSet FaultFinder::WrongDifferences(Path path, const Metadata& metadata) const {
  DifferenceSet wrong;
  for (const ConverterSet& converter_set : converter_sets_) {
    for (const Converter* const converter : converter_set) {
      Outcome expected;
      Outcome actual;
      ModelConvert(path, converter->policy, metadata, expected);
      converter->convert(path, metadata, actual);
      wrong.Add(FindDifferences(path, expected, actual));
    }
  }
  return wrong;
}

}  // namespace headerproof
