// headerproof explain: one case, for a person. Which names are outside which domain and by which
// clause, which values and fields HTTP/2 forbids, what each policy does, what the change changes
// and why that matters, and the smallest case that shows it.
#include <sstream>
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
#include "src/grammar/field.h"
#include "src/grammar/name.h"
#include "src/judge/converters.h"
#include "src/judge/describe.h"
#include "src/judge/difference.h"
#include "src/judge/judge.h"
#include "src/judge/minimize.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr Domain kWidestFirst[] = {Domain::kLowercase, Domain::kHttp2, Domain::kToken,
                                   Domain::kGrpc};

const Converter& ConverterOf(KeyPolicy policy) {
  return *OwningConverters()[static_cast<std::size_t>(policy)];
}

Outcome OutcomeOf(Path path, KeyPolicy policy, const Metadata& metadata) {
  Outcome outcome;
  ConverterOf(policy).convert(path, metadata, outcome);
  return outcome;
}

std::string OctetText(std::size_t position, char c) {
  return fmt::format("octet {} is {:02x}{}", position + 1, static_cast<unsigned char>(c),
                     c > ' ' && c <= '~' ? fmt::format(" ({})", c) : "");
}

// Says in sentences what a name is: a gRPC header name, a pseudo-header field's name, or outside
// which domain and by which clause.
void ExplainName(std::string_view name) {
  const std::string shown = DisplayName(name);
  const Pseudo pseudo = PseudoOf(name);
  if (pseudo == Pseudo::kRequest || pseudo == Pseudo::kResponse) {
    Print("  {} is a pseudo-header field of a {} (RFC 9113 8.3), not application metadata.\n",
          shown, pseudo == Pseudo::kRequest ? "request" : "response");
    return;
  }
  if (NameDomain(name) == Domain::kGrpc) {
    Print("  {} is a gRPC header name.\n", shown);
    return;
  }
  for (const Domain asked : kWidestFirst) {
    const auto fault = FirstFault(name, asked);
    if (!fault) continue;
    const bool is_missing = fault->position == name.size();
    Print("  {} is outside the domain {}: {}.\n    {}.\n", shown, DomainName(asked),
          is_missing ? "an octet is missing" : OctetText(fault->position, name[fault->position]),
          fault->clause);
    return;  // the narrower domains exclude the name by the same octet, or by a milder rule
  }
}

// Says which values make the message malformed, without showing them.
void ExplainValues(const Entry& entry) {
  for (std::size_t i = 0; i < entry.values.size(); ++i) {
    const std::string& value = entry.values[i];
    const auto fault = FirstFieldFault(entry.name, value);
    if (!fault) continue;
    const std::string which = entry.values.size() == 1 ? "" : fmt::format(", value {}", i + 1);
    const std::string octet =
        fault->position ? "; " + OctetText(*fault->position, value[*fault->position]) : "";
    Print("    It makes the message malformed{}: {}{}.\n", which, fault->clause, octet);
  }
}

void ExplainDomain(const Metadata& metadata) {
  if (metadata.empty()) {
    Print("The metadata is empty: every policy returns no headers, on both paths.\n");
    return;
  }
  const Domain domain = MetadataDomain(metadata);
  Print("{} {}. ", metadata.size(), metadata.size() == 1 ? "entry" : "entries");
  if (domain == Domain::kNone) {
    Print(
        "At least one name has an uppercase letter. HTTP/2 forbids such names, and the change may "
        "make a difference.\n");
  } else {
    Print(
        "All names are in the domain {}: lowercasing leaves them alone, so the change makes no "
        "difference.\n",
        DomainName(domain));
  }
  Print("\nFields\n");
  for (const Entry& entry : metadata) {
    ExplainName(entry.name);
    ExplainValues(entry);
  }
}

void ExplainOrder(Path path, const Metadata& metadata) {
  for (const KeyPolicy policy : {KeyPolicy::kCanonicalizing, KeyPolicy::kDirect}) {
    const std::size_t outcomes =
        OutcomesOverOrders(ConverterOf(policy), path, metadata, OrdersToTry(metadata.size()))
            .size();
    if (outcomes < 2) continue;
    const OrderReasons reasons = FindOrderReasons(path, policy, metadata);
    std::string why;
    const auto add = [&why](bool holds, const char* reason) {
      if (holds) why.append(why.empty() ? "" : "; ").append(reason);
    };
    add(reasons.collision, "two names are equal once lowercased, and the last one wins");
    add(reasons.competing_errors, "two entries are errors, and the first one ends the conversion");
    add(reasons.encoding, "an empty rpc-encoding and a content-type both set the encoding");
    Print(
        "  Under {} the outcome depends on the order of the entries, which Go picks at random: {} "
        "outcomes ({}).\n",
        KeyPolicyName(policy), outcomes, why);
  }
}

void ExplainPolicies(Path path, const Metadata& metadata) {
  const Outcome before = OutcomeOf(path, KeyPolicy::kCanonicalizing, metadata);
  for (const KeyPolicy policy : kKeyPolicies) {
    const std::string& summary = ConverterOf(policy).summary;
    const Outcome outcome = OutcomeOf(path, policy, metadata);
    const bool is_equal = policy != KeyPolicy::kCanonicalizing && outcome == before;
    Print("  {} ({}):\n    {}\n", KeyPolicyName(policy), summary.substr(0, summary.find(';')),
          is_equal ? "equal to canonicalizing" : DescribeOutcome(path, outcome));
  }
}

// The smallest case that differs in every way in which `metadata` does.
Metadata SmallestCounterexample(Path path, const Metadata& metadata) {
  const auto differences = [path](const Metadata& of) {
    return FindDifferences(path, OutcomeOf(path, KeyPolicy::kCanonicalizing, of),
                           OutcomeOf(path, KeyPolicy::kDirect, of));
  };
  const DifferenceSet all = differences(metadata);
  return Minimize(metadata, [&](const Metadata& reduced) { return differences(reduced) == all; });
}

void ExplainPath(Path path, const Metadata& metadata) {
  Print("\nOn the {} path ({})\n", PathName(path),
        path == Path::kRequest ? "a server reads request metadata"
                               : "a client reads response metadata");
  ExplainPolicies(path, metadata);
  ExplainOrder(path, metadata);
  const std::vector<Difference> differences =
      ListDifferences(path, OutcomeOf(path, KeyPolicy::kCanonicalizing, metadata),
                      OutcomeOf(path, KeyPolicy::kDirect, metadata));
  if (differences.empty()) {
    Print(
        "  The change from canonicalizing to direct makes no difference in this order of "
        "entries.\n");
    return;
  }
  Print("  What the change from canonicalizing to direct breaks:\n");
  for (const Difference& difference : differences) {
    Print("    {}. {}\n", DifferenceName(difference.kind), DescribeConsequence(path, difference));
  }
  Print("  The smallest case with the same differences:\n");
  std::istringstream lines(DisplayCase(SmallestCounterexample(path, metadata)));
  for (std::string line; std::getline(lines, line);) Print("    {}\n", line);
}

struct ExplainArguments {
  std::string file;
};

int Run(const ExplainArguments& arguments) {
  const std::string& file = arguments.file;
  std::string text;
  if (!ReadCaseText(file, text)) return Complain(text);
  const auto parsed = ParseCase(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    return Complain(LocatedMessage(file, error->line, error->column, error->message));
  }
  const auto& metadata = std::get<Metadata>(parsed);
  if (HasTooManyEntries(file, metadata)) return kExitBadInput;
  ExplainDomain(metadata);
  if (!metadata.empty()) {
    for (const Path path : kPaths) ExplainPath(path, metadata);
    if (MetadataDomain(metadata) == Domain::kNone) {
      Print(
          "\nWhat to do instead: `guarded` returns what canonicalizing returns for every input, "
          "and\n"
          "lowercases only names that need it; `rejecting` refuses such a message, as HTTP/2 "
          "says.\n");
    }
  }
  Examiner examiner(OwnConverterSets());
  const std::vector<Violation> violations = examiner.Violations(metadata);
  if (!violations.empty()) {
    Print("\nThe shared implementation violates a relation on this case:\n");
    Print(DescribeFailure(metadata, violations));
  }
  return kExitOk;
}

}  // namespace

void AddExplain(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "explain", "Say in sentences what the change does to one case", Run);
  command->add_option("FILE", arguments->file, "A file, or - for standard input")->required();
  command->footer(JudgedCaseHelp());
}

}  // namespace headerproof
