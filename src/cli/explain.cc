// headerproof explain: one case, for a person. Which names are outside which domain and by which
// clause, what each policy does, what the change changes and why that matters, and the smallest
// case that shows it.
#include <fmt/core.h>

#include <array>
#include <string>
#include <vector>

#include "src/cases/display.h"
#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/engines/examine.h"
#include "src/engines/failure.h"
#include "src/engines/replay.h"
#include "src/grammar/name.h"
#include "src/judge/converters.h"
#include "src/judge/describe.h"
#include "src/judge/difference.h"
#include "src/judge/judge.h"
#include "src/judge/minimize.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr std::array<Domain, 4> kDomains = {Domain::kLowercase, Domain::kHttp2, Domain::kToken,
                                            Domain::kGrpc};

const Outcome& OutcomeOf(Path path, KeyPolicy policy, const Metadata& metadata, Outcome& room) {
  OwningConverters()[static_cast<std::size_t>(policy)]->convert(path, metadata, room);
  return room;
}

// What a name is, in sentences: its domain, and the first clause against each wider claim.
void ExplainName(std::string_view name) {
  const Domain domain = NameDomain(name);
  const std::string shown = DisplayName(name);
  if (domain == Domain::kGrpc) {
    Print(fmt::format("  {} is a gRPC header name.\n", shown));
    return;
  }
  for (const Domain asked : kDomains) {
    const auto fault = FirstFault(name, asked);
    if (!fault) continue;
    const std::string octet = fault->position < name.size()
                                  ? fmt::format("octet {} is {:02x}", fault->position + 1,
                                                static_cast<unsigned char>(name[fault->position]))
                                  : std::string("an octet is missing");
    Print(fmt::format("  {} is outside {}: {}.\n    {}.\n", shown, DomainName(asked), octet,
                      fault->clause));
    return;  // every narrower domain is left for the same octet, or a milder one
  }
}

void ExplainDomain(const Metadata& metadata) {
  if (metadata.empty()) {
    Print("The metadata is empty: every policy returns no headers, on both paths.\n");
    return;
  }
  const Domain domain = MetadataDomain(metadata);
  Print(fmt::format("{} {}. ", metadata.size(), metadata.size() == 1 ? "entry" : "entries"));
  if (domain == Domain::kNone) {
    Print("Some name has an uppercase letter, so HTTP/2 forbids it and the change may matter.\n");
  } else {
    Print(fmt::format(
        "All names are in the domain {}: lowercasing leaves them alone, so the change makes no "
        "difference.\n",
        DomainName(domain)));
  }
  Print("\nNames\n");
  for (const Entry& entry : metadata) ExplainName(entry.name);
}

void ExplainOrder(Path path, const Metadata& metadata) {
  for (const KeyPolicy policy : {KeyPolicy::kCanonicalizing, KeyPolicy::kDirect}) {
    const Converter& converter = *OwningConverters()[static_cast<std::size_t>(policy)];
    const std::size_t outcomes = OutcomesOverOrders(converter, path, metadata).size();
    if (outcomes < 2) continue;
    const OrderReasons reasons = FindOrderReasons(path, policy, metadata);
    std::string why;
    const auto add = [&why](bool holds, std::string_view reason) {
      if (holds) why += (why.empty() ? "" : "; ") + std::string(reason);
    };
    add(reasons.collision, "names are one once lowercased, and the last write wins");
    add(reasons.competing_errors, "two entries are errors, and the first ends the conversion");
    add(reasons.encoding, "an empty rpc-encoding meets a content-type");
    Print(fmt::format(
        "  Under {} the outcome depends on the order of the entries, which Go picks at random: {} "
        "outcomes ({}).\n",
        KeyPolicyName(policy), outcomes, why));
  }
}

void ExplainPolicies(Path path, const Metadata& metadata) {
  Outcome before;
  Outcome other;
  OutcomeOf(path, KeyPolicy::kCanonicalizing, metadata, before);
  Print(fmt::format("  before the change (canonicalizing): {}\n", DescribeOutcome(path, before)));
  for (const KeyPolicy policy : {KeyPolicy::kDirect, KeyPolicy::kGuarded, KeyPolicy::kRejecting}) {
    OutcomeOf(path, policy, metadata, other);
    const std::string_view label =
        policy == KeyPolicy::kDirect ? "after the change (direct)" : KeyPolicyName(policy);
    Print(fmt::format("  {}: {}\n", label,
                      other == before ? "the same" : DescribeOutcome(path, other)));
  }
}

// The smallest case that differs in every way in which `metadata` does.
Metadata SmallestCounterexample(Path path, const Metadata& metadata) {
  const auto differences = [path](const Metadata& of) {
    Outcome before;
    Outcome after;
    return FindDifferences(path, OutcomeOf(path, KeyPolicy::kCanonicalizing, of, before),
                           OutcomeOf(path, KeyPolicy::kDirect, of, after));
  };
  const DifferenceSet all = differences(metadata);
  return Minimize(metadata, [&](const Metadata& reduced) { return differences(reduced) == all; });
}

void ExplainPath(Path path, const Metadata& metadata) {
  Print(fmt::format("\nOn the {} path ({})\n", PathName(path),
                    path == Path::kRequest ? "a server reads request metadata"
                                           : "a client reads response metadata"));
  ExplainPolicies(path, metadata);
  ExplainOrder(path, metadata);
  Outcome before;
  Outcome after;
  const std::vector<Difference> differences =
      ListDifferences(path, OutcomeOf(path, KeyPolicy::kCanonicalizing, metadata, before),
                      OutcomeOf(path, KeyPolicy::kDirect, metadata, after));
  if (differences.empty()) {
    Print("  In the order given, the change makes no difference here.\n");
    return;
  }
  Print("  What the change breaks:\n");
  for (const Difference& difference : differences) {
    Print(fmt::format("    {}. {}\n", DifferenceName(difference.kind),
                      DescribeConsequence(path, difference)));
  }
  Print("  The smallest case that shows all of this:\n");
  const std::string text = DisplayCase(SmallestCounterexample(path, metadata));
  for (std::size_t start = 0; start < text.size();) {
    const std::size_t end = text.find('\n', start);
    Print("    " + text.substr(start, end - start + 1));
    start = end + 1;
  }
}

}  // namespace

int RunExplain(const std::string& file) {
  std::string text;
  if (!ReadCaseText(file, text)) {
    Complain(text);
    return kExitBadInput;
  }
  const auto parsed = ParseCase(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    Complain(LocatedMessage(file, error->line, error->column, error->message));
    return kExitBadInput;
  }
  const auto& metadata = std::get<Metadata>(parsed);
  ExplainDomain(metadata);
  if (!metadata.empty()) {
    for (const Path path : kPaths) ExplainPath(path, metadata);
    if (MetadataDomain(metadata) == Domain::kNone) {
      Print(
          "\nWhat to do instead: `guarded` keeps the outcome of before the change for every input "
          "and\nlowercases only such a name; `rejecting` refuses the message, as HTTP/2 says.\n");
    }
  }
  Examiner examiner(OwnConverterSets());
  const std::vector<Violation> violations = examiner.Violations(metadata);
  if (!violations.empty()) {
    Print("\nThe shared implementation violates a relation on this case:\n");
    Print(DescribeFailure(metadata, violations));
  }
  return Finish(kExitOk);
}

}  // namespace headerproof
