#include "src/engines/record.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "src/cases/choices.h"
#include "src/cases/text.h"
#include "src/engines/agree.h"
#include "src/judge/describe.h"
#include "src/judge/difference.h"
#include "src/judge/input_class.h"
#include "src/judge/model.h"
#include "src/judge/order.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

constexpr std::size_t kMostEntries = 4;
constexpr std::size_t kMostOctets = 240;

bool FoldsDiffer(const Metadata& metadata) {
  return std::ranges::any_of(metadata, [](const Entry& entry) {
    return UnicodeFold(entry.name) != ModelLowercase(entry.name);
  });
}

void AddTo(OutcomeSet& set, Outcome outcome) {
  if (outcome.error) outcome.error->entry = Error::kNoEntry;
  if (std::ranges::find(set, outcome) == set.end()) set.push_back(std::move(outcome));
}

OutcomeSet ModelOutcomes(Path path, KeyPolicy policy, const Metadata& metadata) {
  OutcomeSet outcomes;
  VisitOrders(metadata, kMostOrders, [&](const Metadata& order) {
    Outcome outcome;
    ModelConvert(path, policy, order, outcome, UnicodeFold);
    AddTo(outcomes, std::move(outcome));
  });
  return outcomes;
}

// What a metadata is chosen for: its classes, and for each path the difference between the versions
// and how many outcomes each has.
using Signature = std::vector<std::vector<std::size_t>>;

Signature SignatureOf(const Metadata& metadata) {
  Signature signature = {{ClassifyInput(metadata).bits()}};
  for (const Path path : kPaths) {
    const OutcomeSet before = ModelOutcomes(path, KeyPolicy::kCanonicalizing, metadata);
    const OutcomeSet after = ModelOutcomes(path, KeyPolicy::kDirect, metadata);
    std::vector<std::size_t> part = {before.size(), after.size()};
    for (const Difference& difference : ListDifferences(path, before.front(), after.front())) {
      part.push_back(static_cast<std::size_t>(difference.kind));
    }
    signature.push_back(std::move(part));
  }
  return signature;
}

const PeerConverter* FindPeer(const std::vector<PeerConverter>& peers, std::string_view name) {
  const auto found = std::ranges::find(
      peers, name, [](const PeerConverter& peer) { return std::string_view(peer.converter.name); });
  return found == peers.end() ? nullptr : &*found;
}

OutcomeSet OutcomesInEveryOrder(const PeerConverter& peer, Path path, const Metadata& metadata,
                                int runs) {
  OutcomeSet outcomes;
  VisitOrders(metadata, kMostOrders, [&](const Metadata& order) {
    for (int run = 0; run < runs; ++run) {
      Outcome outcome;
      peer.converter.convert(path, order, outcome);
      AddTo(outcomes, std::move(outcome));
    }
  });
  return outcomes;
}

// The first of `some` that `all` lacks, or null.
const Outcome* FirstMissing(const OutcomeSet& some, const OutcomeSet& all) {
  const auto missing = std::ranges::find_if(some, [&all](const Outcome& outcome) {
    return std::ranges::find(all, outcome) == all.end();
  });
  return missing == some.end() ? nullptr : &*missing;
}

}  // namespace

RecordedPeers FindRecordedPeers(const std::vector<PeerConverter>& peers) {
  return {.before = FindPeer(peers, "yarpc-go-before"),
          .after = FindPeer(peers, "yarpc-go-after"),
          .before_ordered = FindPeer(peers, "yarpc-go-before-ordered"),
          .after_ordered = FindPeer(peers, "yarpc-go-after-ordered")};
}

std::vector<Metadata> ChooseForRecording(std::size_t count, std::uint64_t seed, bool unicode) {
  constexpr std::size_t kDrawnForEach = 100;
  std::map<Signature, std::vector<Metadata>> by_signature;
  std::set<std::string> texts;
  SeededChoices choices(seed);
  for (std::size_t drawn = 0; drawn < kDrawnForEach * count; ++drawn) {
    Metadata metadata = GeneratePeerMetadata(choices);
    if (FoldsDiffer(metadata) != unicode) continue;
    const std::string text = PrintCase(metadata);
    if (text.size() > kMostOctets || !texts.insert(text).second) continue;
    by_signature[SignatureOf(metadata)].push_back(std::move(metadata));
  }
  std::vector<Metadata> chosen;
  for (std::size_t turn = 0; chosen.size() < count; ++turn) {
    const std::size_t before = chosen.size();
    for (auto& [signature, list] : by_signature) {
      if (turn < list.size() && chosen.size() < count) chosen.push_back(std::move(list[turn]));
    }
    if (chosen.size() == before) break;  // all that was drawn
  }
  return chosen;
}

GoldenRecord Record(const RecordedPeers& peers, std::string name, const Metadata& metadata,
                    int runs) {
  GoldenRecord record{.name = std::move(name), .metadata = metadata, .outcomes = {}};
  for (const Path path : kPaths) {
    for (const Version version : kVersions) {
      const PeerConverter& peer = version == Version::kBefore ? *peers.before : *peers.after;
      record.outcomes[static_cast<std::size_t>(path)][static_cast<std::size_t>(version)] =
          OutcomesInEveryOrder(peer, path, metadata, runs);
    }
  }
  return record;
}

std::vector<GoldenFault> CheckRecord(const RecordedPeers& peers, const GoldenRecord& record) {
  std::vector<GoldenFault> faults;
  if (record.metadata.size() > kMostEntries) return faults;
  for (const Path path : kPaths) {
    for (const Version version : kVersions) {
      const bool is_before = version == Version::kBefore;
      const OutcomeSet& recorded =
          record.outcomes[static_cast<std::size_t>(path)][static_cast<std::size_t>(version)];
      const auto report = [&](std::string_view what, const Outcome& outcome) {
        faults.push_back(
            {record.name, path, version, std::string(what) + DescribeOutcome(path, outcome)});
      };
      const OutcomeSet ordered = OutcomesInEveryOrder(
          is_before ? *peers.before_ordered : *peers.after_ordered, path, record.metadata, 1);
      const OutcomeSet random =
          OutcomesInEveryOrder(is_before ? *peers.before : *peers.after, path, record.metadata, 1);
      if (const Outcome* missing = FirstMissing(recorded, ordered)) {
        report("recorded, and given in no order: ", *missing);
      }
      if (const Outcome* missing = FirstMissing(ordered, recorded)) {
        report("given in some order, and not recorded: ", *missing);
      }
      if (const Outcome* missing = FirstMissing(random, recorded)) {
        report("given, and not recorded: ", *missing);
      }
    }
  }
  return faults;
}

}  // namespace headerproof
