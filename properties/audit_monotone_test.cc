// Verdicts are monotone: evidence that is taken away, lowered, stale, about something else or
// contradicting makes no claim hold that did not hold before. Every claim of this build can be
// refuted, and is unknown without any one of the files that it names.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "properties/whole_evidence.h"
#include "src/claims/verdict.h"

namespace headerproof {
namespace {

std::vector<VerdictKind> VerdictsOn(const std::vector<StoredEvidence>& evidence) {
  std::vector<VerdictKind> kinds;
  for (const Verdict& verdict : JudgeClaims(BuiltInClaims(), evidence)) {
    kinds.push_back(verdict.kind());
  }
  return kinds;
}

bool Holds(VerdictKind kind) {
  return kind == VerdictKind::kHolds || kind == VerdictKind::kHoldsConditionally;
}

// A key that some claim hears of the evidence `id`.
std::string HeardKey(const std::string& id, std::size_t which) {
  std::vector<std::string> keys;
  for (const Claim& claim : BuiltInClaims().claims) {
    if (!claim.Names(id)) continue;
    keys.insert(keys.end(), claim.contradicted_by.begin(), claim.contradicted_by.end());
    keys.insert(keys.end(), claim.doubted_by.begin(), claim.doubted_by.end());
  }
  return keys[which % keys.size()];
}

enum class Loss : std::uint8_t {
  kRemoved,
  kLowered,
  kKeyRemoved,
  kKeyMisspelled,
  kClassLowered,
  kStale,
  kStaleRecorded,
  kStopped,
  kFailed,
  kOtherSubject,
  kOtherKind,
  kOtherId,
  kContradicted,
  kContradictedBarely,
};
constexpr unsigned kLosses = 14;

void Lose(Loss loss, std::size_t place, std::size_t which, std::vector<StoredEvidence>& all) {
  StoredEvidence& stored = all[place];
  Evidence& evidence = stored.evidence;
  const auto nth = [which](auto& map) {
    return std::next(map.begin(), static_cast<std::ptrdiff_t>(which % map.size()));
  };
  const bool has_counts = !evidence.counts.empty();
  switch (loss) {
    case Loss::kRemoved:
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(place));
      return;
    case Loss::kLowered:
      if (has_counts) nth(evidence.counts)->second /= 2;
      return;
    case Loss::kKeyRemoved:
      if (has_counts) evidence.counts.erase(nth(evidence.counts));
      return;
    case Loss::kKeyMisspelled:
      if (!has_counts) return;
      evidence.counts[nth(evidence.counts)->first + "x"] = nth(evidence.counts)->second;
      evidence.counts.erase(nth(evidence.counts));
      return;
    case Loss::kClassLowered:
      if (!evidence.classes.empty()) nth(evidence.classes)->second /= 2;
      return;
    case Loss::kStaleRecorded:
      stored.is_recorded = true;
      [[fallthrough]];
    case Loss::kStale:
      stored.is_fresh = false;
      return;
    case Loss::kStopped:
      evidence.ended = Ended::kStopped;
      return;
    case Loss::kFailed:
      evidence.ended = Ended::kFailed;
      return;
    case Loss::kOtherSubject:
      evidence.subject = "something else";
      return;
    case Loss::kOtherKind:
      evidence.kind =
          evidence.kind == EvidenceKind::kFuzz ? EvidenceKind::kWire : EvidenceKind::kFuzz;
      return;
    case Loss::kOtherId:
      evidence.id += "-x";
      return;
    case Loss::kContradicted:
      evidence.contradictions.push_back({HeardKey(evidence.id, which), "It differs.", "A: x\n"});
      return;
    case Loss::kContradictedBarely:
      evidence.contradictions.push_back(
          {HeardKey(evidence.id, which), "It differs.", std::nullopt});
      return;
  }
}

TEST(Verdicts, OnWholeEvidenceHold) {
  const std::vector<VerdictKind> verdicts = VerdictsOn(WholeEvidence());
  for (std::size_t i = 0; i < verdicts.size(); ++i) {
    EXPECT_TRUE(Holds(verdicts[i])) << BuiltInClaims().claims[i].id;
  }
}

RC_GTEST_PROP(Verdicts, AreMonotone, ()) {
  std::vector<StoredEvidence> evidence = WholeEvidence();
  std::vector<VerdictKind> before = VerdictsOn(evidence);
  const auto steps = *rc::gen::inRange(1, 6);
  for (int step = 0; step < steps; ++step) {
    std::string id = "-x";
    std::size_t place = 0;
    while (id.ends_with("-x")) {  // what has an unknown id already is lost
      place = *rc::gen::inRange<std::size_t>(0, evidence.size());
      id = evidence[place].evidence.id;
    }
    const auto loss = static_cast<Loss>(*rc::gen::inRange(0U, kLosses));
    Lose(loss, place, *rc::gen::inRange<std::size_t>(0, 100), evidence);
    const std::vector<VerdictKind> after = VerdictsOn(evidence);
    for (std::size_t i = 0; i < after.size(); ++i) {
      if (Holds(after[i]) && !Holds(before[i])) {
        RC_FAIL(BuiltInClaims().claims[i].id + " holds after " + id +
                " lost something: " + std::to_string(static_cast<int>(loss)));
      }
    }
    before = after;
  }
}

// What a contradiction of `claim` would be about.
CounterexampleType TypeOf(EvidenceKind kind) {
  if (kind == EvidenceKind::kBenchmark) return CounterexampleType::kMeasurement;
  return kind == EvidenceKind::kMutants ? CounterexampleType::kSourceLine
                                        : CounterexampleType::kCase;
}

TEST(EachClaim, IsRefutedByAContradictionInEachOfItsEvidenceThatCanContradict) {
  for (const Claim& claim : BuiltInClaims().claims) {
    std::size_t refuted = 0;
    for (const EvidenceSource& source : BuiltInClaims().evidence) {
      if (!claim.Names(source.id)) continue;
      for (const std::string& key : claim.contradicted_by) {
        std::vector<StoredEvidence> evidence = WholeEvidence();
        const auto stored = std::ranges::find(
            evidence, source.id, [](const StoredEvidence& one) { return one.evidence.id; });
        stored->evidence.contradictions = {{key, "It differs.", "A: x\n", TypeOf(source.kind)}};
        const auto verdicts = JudgeClaims(BuiltInClaims(), evidence);
        const auto place = static_cast<std::size_t>(&claim - BuiltInClaims().claims.data());
        EXPECT_EQ(verdicts[place].kind(), VerdictKind::kRefuted) << claim.id << ' ' << key;
        ASSERT_FALSE(verdicts[place].counterexamples().empty());
        EXPECT_EQ(verdicts[place].counterexamples()[0].type, TypeOf(source.kind));
        ++refuted;
      }
    }
    EXPECT_GT(refuted, 0U) << claim.id;
  }
}

TEST(EachClaim, IsUnknownWithoutAnyOneOfTheFilesThatItNames) {
  const std::vector<Claim>& claims = BuiltInClaims().claims;
  for (const EvidenceSource& source : BuiltInClaims().evidence) {
    std::vector<StoredEvidence> evidence = WholeEvidence();
    std::erase_if(evidence,
                  [&](const StoredEvidence& one) { return one.evidence.id == source.id; });
    const std::vector<VerdictKind> verdicts = VerdictsOn(evidence);
    bool is_named = false;
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (claims[i].change || !claims[i].Names(source.id)) continue;
      EXPECT_EQ(verdicts[i], VerdictKind::kUnknown) << claims[i].id << ' ' << source.id;
      is_named = true;
    }
    EXPECT_TRUE(is_named) << source.id << " is evidence for nothing";
  }
}

TEST(EachClaim, OfTheChangeIsUnknownWithoutAnyOneThatItRestsOn) {
  const std::vector<Claim>& claims = BuiltInClaims().claims;
  const std::vector<StoredEvidence> whole = WholeEvidence();
  for (std::size_t i = 0; i < claims.size(); ++i) {
    if (!claims[i].change) continue;
    std::vector<std::string> bases = claims[i].change->equivalence;
    bases.insert(bases.end(), claims[i].change->relies_on.begin(),
                 claims[i].change->relies_on.end());
    for (const std::string& basis : bases) {
      std::vector<StoredEvidence> evidence = whole;
      const std::string lost = BuiltInClaims().Find(basis)->needs.front().id;
      std::erase_if(evidence, [&](const StoredEvidence& one) { return one.evidence.id == lost; });
      EXPECT_EQ(VerdictsOn(evidence)[i], VerdictKind::kUnknown) << claims[i].id << ' ' << basis;
    }
  }
}

// The words of one who looked at every case: a claim that was not proved says how many instead.
TEST(EachClaim, SaysNoMoreThanWasShown) {
  for (const Claim& claim : BuiltInClaims().claims) {
    if (HowShown(BuiltInClaims(), claim) == ShownBy::kProved) continue;
    for (const char* const word : {"every", "Every", " any ", "always", "never", "whatever"}) {
      EXPECT_EQ(claim.statement.find(word), std::string::npos) << claim.id << ": " << word;
    }
  }
}

TEST(EachClaim, IsShownByTheWeakestOfItsEvidence) {
  const auto shown_by = [](const char* id) {
    return HowShown(BuiltInClaims(), *BuiltInClaims().Find(id));
  };
  EXPECT_EQ(shown_by("transparent-request"), ShownBy::kEnumerated);
  EXPECT_EQ(shown_by("sampled"), ShownBy::kSampled);
  EXPECT_EQ(shown_by("golden-request"), ShownBy::kObserved);
  EXPECT_EQ(shown_by("fuzzed"), ShownBy::kObserved);  // fuzzing and a measurement of its seeds
  EXPECT_EQ(shown_by("change-request-grpc-go"), ShownBy::kArgued);
}

}  // namespace
}  // namespace headerproof
