#include "src/engines/kill.h"

#include <string_view>
#include <utility>

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/engines/replay.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostLaneOctets = 130;

// What tells in names of two and three octets: a capital and a lowercase letter, those of the
// prefix "rpc", NUL, what parts words, and what letters of other alphabets begin and go on with in
// UTF-8.
constexpr std::string_view kTellingOctets = {"Aacpr\x00-:\x80\x84\x89\xaa\xc3\xe2", 14};

// Judges cases until one violates a relation.
class CaseTester {
 public:
  CaseTester(const ConverterSet& converter_set, const CheckOptions& options)
      : examiner_({converter_set}, options),
        most_orders_(options.Wants(Relation::kOrder) ? kMostOrders : 0) {}

  // Tries one case, `in_orders` of its entries too, unless an earlier one violated a relation;
  // returns whether to go on.
  bool Try(const Metadata& metadata, bool in_orders = false) {
    if (!killed_) killed_ = !examiner_.Examine(metadata, in_orders ? most_orders_ : 0);
    return !killed_;
  }

  bool TryName(std::string name) { return Try({{std::move(name), {"v"}}}); }

  bool killed() const { return killed_; }

  KillResult result() const {
    const Tally& tally = examiner_.tally();
    return {killed_, tally.cases, killed_ ? tally.findings.front().counterexample : Metadata()};
  }

 private:
  Examiner examiner_;
  std::size_t most_orders_;
  bool killed_ = false;
};

// The names of a scope from the one at `first` on.
void TryNames(const NameScope& names, std::uint64_t first, CaseTester& tester) {
  for (std::uint64_t i = first; i < names.size(); ++i) {
    if (!tester.TryName(names.At(i))) return;
  }
}

// Pairs of the special scope, those that begin with every seventh entry: all of them in seven
// turns, each of which has its part of the names and of the shapes of values.
constexpr std::size_t kTurns = 7;
void TryPairs(const SpecialScope& special, std::size_t turn, CaseTester& tester) {
  for (std::size_t first = turn * 5 % kTurns; first < special.entries().size() && !tester.killed();
       first += kTurns) {
    special.VisitBeginningWith(
        first,
        [&tester](const Metadata& metadata, bool in_order) { tester.Try(metadata, in_order); }, 2);
  }
}

void TryLanes(CaseTester& tester) {
  for (std::size_t length = 1; length <= kMostLaneOctets; ++length) {
    for (std::size_t place = 0; place < length; ++place) {
      std::string name(length, 'a');
      name[place] = 'A';
      if (!tester.TryName(std::move(name))) return;
    }
  }
}

}  // namespace

KillResult KillByEnumeration(const ConverterSet& converter_set, const CheckOptions& options) {
  CaseTester tester(converter_set, options);
  const SpecialScope special;
  const NameScope pairs_of_octets(std::string(kTellingOctets), 2);
  const NameScope triples_of_octets(std::string(kTellingOctets), 3);
  TryNames(NameScope(AllOctets(), 1), 0, tester);
  TryPairs(special, 0, tester);
  TryNames(pairs_of_octets, 0, tester);
  TryLanes(tester);
  for (std::size_t turn = 1; turn < kTurns; ++turn) TryPairs(special, turn, tester);
  TryNames(triples_of_octets, pairs_of_octets.size(), tester);
  return tester.result();
}

KillResult KillBySample(const ConverterSet& converter_set, std::uint64_t seed,
                        std::uint64_t most_cases, const CheckOptions& options) {
  CaseTester tester(converter_set, options);
  SeededChoices choices(seed);
  for (std::uint64_t i = 0; i < most_cases; ++i) {
    if (!tester.Try(GenerateMetadata(choices))) break;
  }
  return tester.result();
}

std::optional<Metadata> CaseThatKills(const ConverterSet& converter_set) {
  constexpr std::uint64_t kMostCases = 10'000;
  KillResult result = KillByEnumeration(converter_set);
  if (!result.killed) result = KillBySample(converter_set, 1, kMostCases);
  if (!result.killed) return std::nullopt;
  return std::move(result.shown_by);
}

KillResult KillByCases(const ConverterSet& converter_set, std::span<const Metadata> cases,
                       const CheckOptions& options) {
  CaseTester tester(converter_set, options);
  for (const Metadata& metadata : cases) {
    if (!tester.Try(metadata, true)) break;
  }
  return tester.result();
}

KillResult KillByGolden(const ConverterSet& converter_set, std::span<const GoldenRecord> records) {
  const Converter& before = *converter_set[static_cast<std::size_t>(KeyPolicy::kCanonicalizing)];
  const Converter& after = *converter_set[static_cast<std::size_t>(KeyPolicy::kDirect)];
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!CompareGolden({records[i]}, before, after).faults.empty()) return {true, i + 1};
  }
  return {false, records.size()};
}

std::vector<Metadata> CasesBelow(const std::string& folder) {
  std::vector<Metadata> cases;
  Replay({folder}, {.on_case =
                        [&cases](const std::string&, const Metadata& metadata) {
                          cases.push_back(metadata);
                          return true;
                        },
                    .on_error = [](const std::string&, const std::string&) { return true; }});
  return cases;
}

}  // namespace headerproof
