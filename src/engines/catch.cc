#include "src/engines/catch.h"

#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/engines/enumerate.h"
#include "src/engines/examine.h"
#include "src/engines/replay.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostNameOctets = 1;
constexpr std::size_t kMostLaneOctets = 9;
constexpr std::size_t kFirstEntryStep = 7;

// Puts cases to the judge until one is not obeyed.
class Catcher {
 public:
  explicit Catcher(const Suite& suite) : examiner_({suite}) {}

  // Tries one case, unless an earlier one was not obeyed; returns whether to go on.
  bool Try(const Metadata& metadata, std::size_t most_orders = 0) {
    if (!caught_) caught_ = !examiner_.Examine(metadata, most_orders);
    return !caught_;
  }

  bool caught() const { return caught_; }

  CasesToCatch Cases() const {
    return caught_ ? CasesToCatch(examiner_.tally().cases) : std::nullopt;
  }

 private:
  Examiner examiner_;
  bool caught_ = false;
};

template <class Names>
void TryNames(const Names& names, Catcher& catcher) {
  for (std::uint64_t i = 0; i < names.size(); ++i) {
    if (!catcher.Try({{names.At(i), {"v"}}})) return;
  }
}

}  // namespace

CasesToCatch CatchByEnumeration(const Suite& suite) {
  Catcher catcher(suite);
  TryNames(NameScope(AllOctets(), kMostNameOctets), catcher);
  TryNames(LaneScope(kMostLaneOctets), catcher);
  const SpecialScope special;
  for (std::size_t first = 0; first < special.entries().size() && !catcher.caught();
       first += kFirstEntryStep) {
    special.VisitBeginningWith(
        first,
        [&catcher](const Metadata& metadata, bool in_order) {
          catcher.Try(metadata, in_order ? kMostOrders : 0);
        },
        2);
  }
  return catcher.Cases();
}

CasesToCatch CatchBySample(const Suite& suite, std::uint64_t seed, std::uint64_t most_cases) {
  Catcher catcher(suite);
  SeededChoices choices(seed);
  for (std::uint64_t i = 0; i < most_cases; ++i) {
    if (!catcher.Try(GenerateMetadata(choices))) break;
  }
  return catcher.Cases();
}

CasesToCatch CatchByCorpus(const Suite& suite, const std::string& folder) {
  Catcher catcher(suite);
  Replay({folder}, {.on_case =
                        [&catcher](const std::string&, const Metadata& metadata) {
                          return catcher.Try(metadata, kMostOrders);
                        },
                    .on_error = [](const std::string&, const std::string&) { return true; }});
  return catcher.Cases();
}

}  // namespace headerproof
