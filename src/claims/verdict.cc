#include "src/claims/verdict.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/cases/printable.h"

namespace headerproof {
namespace {

bool Matches(const Need& need, const Evidence& evidence) {
  return need.kind == evidence.kind && IsNamed(need.id, evidence.id);
}

std::uint64_t CountOf(const std::map<std::string, std::uint64_t>& counts, const std::string& key) {
  const auto found = counts.find(key);
  return found == counts.end() ? 0 : found->second;
}

bool Contains(const std::vector<std::string>& keys, const std::string& key) {
  return std::ranges::find(keys, key) != keys.end();
}

void AddOnce(const std::string& sentence, std::vector<std::string>& sentences) {
  if (!Contains(sentences, sentence)) sentences.push_back(sentence);
}

void Widen(Gap& gap, Gap other) {
  gap = std::max(gap, other);
}

// What the evidence for one need amounts to.
struct Gathered {
  std::vector<std::size_t> matches;
  std::vector<std::string> shortfalls;  // sentences; empty if the need is met
  Gap gap = Gap::kNone;                 // the worst of them
  std::uint64_t counted = 0;
  bool by_clock = false;  // then no sentence says what was counted, only whether it was enough
};

// "12,345", or what the next run will say as well.
std::string CountedWords(const Gathered& gathered, std::uint64_t counted, std::uint64_t least) {
  if (!gathered.by_clock) return Grouped(counted);
  return (counted < least ? "fewer than " : "at least ") + Grouped(least);
}

Gathered Gather(const Need& need, const std::vector<StoredEvidence>& all, std::string_view digest) {
  Gathered gathered;
  std::map<std::string, std::uint64_t> classes;
  bool is_counted = false;
  const auto fall_short = [&gathered](Gap gap, std::string sentence) {
    Widen(gathered.gap, gap);
    gathered.shortfalls.push_back(std::move(sentence));
  };
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Evidence& evidence = all[i].evidence;
    if (!Matches(need, evidence)) continue;
    gathered.matches.push_back(i);
    gathered.by_clock = gathered.by_clock || VariesByClock(evidence);
    if (evidence.digest != digest) {
      fall_short(Gap::kAbsent,
                 fmt::format("The evidence {} is stale: it is of another build.", evidence.id));
    } else if (!evidence.finished()) {
      fall_short(Gap::kTooLittle,
                 fmt::format("The evidence {} {}.", evidence.id,
                             evidence.ended == Ended::kFailed ? "is of a run that failed"
                                                              : "did not finish its scope"));
    } else {
      gathered.counted += CountOf(evidence.counts, need.key);
      is_counted = is_counted || evidence.counts.contains(need.key);
      for (const auto& [name, count] : evidence.classes) classes[name] += count;
    }
  }
  if (gathered.matches.empty()) {
    fall_short(Gap::kAbsent,
               fmt::format("There is no evidence {} of the kind {}.", need.id, NameOf(need.kind)));
  }
  if (!gathered.shortfalls.empty()) return gathered;
  if (gathered.counted < need.least) {
    // An engine that a part was not built into does not count what that part would have shown.
    fall_short(is_counted ? Gap::kTooLittle : Gap::kAbsent,
               fmt::format("The evidence {} counts {} of {}; at least {} are needed.", need.id,
                           CountedWords(gathered, gathered.counted, need.least), need.key,
                           Grouped(need.least)));
  }
  for (const auto& [name, floor] : need.classes) {
    if (const std::uint64_t count = CountOf(classes, name); count < floor) {
      fall_short(Gap::kTooLittle,
                 fmt::format("The evidence {} tried {} inputs of the class {}; the floor is {}.",
                             need.id, CountedWords(gathered, count, floor), name, Grouped(floor)));
    }
  }
  return gathered;
}

}  // namespace

Verdict Verdict::FromEvidence(const Claim& claim, const std::vector<StoredEvidence>& evidence,
                              std::string_view digest) {
  Verdict verdict;
  std::vector<std::string> shortfalls;
  Gap gap = Gap::kNone;
  const auto speak_against = [&shortfalls, &gap](const std::string& sentence) {
    gap = Gap::kAgainst;
    AddOnce(sentence, shortfalls);
  };
  std::vector<std::string> counted;
  std::vector<std::string> keys = {claim.id};
  for (const Need& need : claim.needs) {
    const Gathered gathered = Gather(need, evidence, digest);
    Widen(gap, gathered.gap);
    for (const std::string& sentence : gathered.shortfalls) AddOnce(sentence, shortfalls);
    for (const std::size_t match : gathered.matches) verdict.uses_.insert({match, need.key});
    counted.push_back(fmt::format("{} counts {} of {}.", need.id,
                                  CountedWords(gathered, gathered.counted, need.least), need.key));
    keys.push_back(need.key);
  }
  if (claim.needs.empty()) speak_against("Nothing says what would show it.");
  if (claim.condition) verdict.conditions_.push_back(*claim.condition);

  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const Evidence& one = evidence[i].evidence;
    for (const auto& [key, detail, counterexample] : one.contradictions) {
      if (Contains(claim.contradicted_by, key)) {
        verdict.uses_.insert({i, key});
        if (one.digest != digest) {
          speak_against(fmt::format("{}, of another build, contradicts it.", one.id));
        } else if (!counterexample) {
          speak_against(
              fmt::format("{} contradicts it without a counterexample: {}", one.id, detail));
        } else {
          verdict.counterexamples_.push_back({*counterexample, detail});
        }
      } else if (Contains(claim.doubted_by, key)) {
        verdict.uses_.insert({i, key});
        speak_against(fmt::format("{} casts doubt on it: {}", one.id, detail));
      }
    }
    for (const auto& [key, sentence] : one.conditions) {
      if (one.digest == digest && Contains(keys, key)) AddOnce(sentence, verdict.conditions_);
    }
  }

  if (!verdict.counterexamples_.empty()) {
    verdict.kind_ = VerdictKind::kRefuted;
    for (const Counterexample& counterexample : verdict.counterexamples_)
      AddOnce(counterexample.detail, verdict.reasons_);
  } else if (!shortfalls.empty()) {
    verdict.kind_ = VerdictKind::kUnknown;
    verdict.gap_ = gap;
    verdict.reasons_ = std::move(shortfalls);
  } else {
    verdict.kind_ =
        verdict.conditions_.empty() ? VerdictKind::kHolds : VerdictKind::kHoldsConditionally;
    verdict.reasons_ = std::move(counted);
  }
  return verdict;
}

void Verdict::AddFrom(const Verdict& other) {
  Widen(gap_, other.gap_);
  for (const std::string& reason : other.reasons_) AddOnce(reason, reasons_);
  for (const std::string& condition : other.conditions_) AddOnce(condition, conditions_);
  counterexamples_.insert(counterexamples_.end(), other.counterexamples_.begin(),
                          other.counterexamples_.end());
  uses_.insert(other.uses_.begin(), other.uses_.end());
}

Verdict Verdict::All(const std::vector<Verdict>& verdicts) {
  const auto any = [&verdicts](VerdictKind kind) {
    return std::ranges::find(verdicts, kind, &Verdict::kind_) != verdicts.end();
  };
  Verdict all;
  if (any(VerdictKind::kRefuted)) {
    all.kind_ = VerdictKind::kRefuted;
  } else if (any(VerdictKind::kUnknown) || verdicts.empty()) {
    all.kind_ = VerdictKind::kUnknown;
  } else {
    all.kind_ = any(VerdictKind::kHoldsConditionally) ? VerdictKind::kHoldsConditionally
                                                      : VerdictKind::kHolds;
  }
  // What decided it speaks; where all hold, all do.
  const bool all_hold = all.kind_ != VerdictKind::kRefuted && all.kind_ != VerdictKind::kUnknown;
  for (const Verdict& verdict : verdicts) {
    if (all_hold || verdict.kind_ == all.kind_) all.AddFrom(verdict);
  }
  return all;
}

Verdict Verdict::Any(const std::vector<Verdict>& verdicts) {
  for (const VerdictKind kind : {VerdictKind::kHolds, VerdictKind::kHoldsConditionally}) {
    const auto found = std::ranges::find(verdicts, kind, &Verdict::kind_);
    if (found != verdicts.end()) return *found;
  }
  Verdict any;
  const bool all_refuted =
      !verdicts.empty() && std::ranges::all_of(verdicts, [](const Verdict& verdict) {
        return verdict.kind_ == VerdictKind::kRefuted;
      });
  any.kind_ = all_refuted ? VerdictKind::kRefuted : VerdictKind::kUnknown;
  for (const Verdict& verdict : verdicts) {
    if (verdict.kind_ == any.kind_) any.AddFrom(verdict);
  }
  return any;
}

Verdict Verdict::RelyingOn(const Verdict& equivalence, const std::vector<Verdict>& relied_on) {
  if (equivalence.kind_ == VerdictKind::kRefuted || relied_on.empty()) return equivalence;
  Verdict support = All(relied_on);
  if (support.kind_ == VerdictKind::kRefuted) {
    // That a check is weak, or a model wrong, shows no difference between the two versions.
    support.kind_ = VerdictKind::kUnknown;
    support.gap_ = Gap::kAgainst;
    support.counterexamples_.clear();
  }
  return All({equivalence, support});
}

Verdict Verdict::Change(const Verdict& equivalence, const Verdict& premise,
                        const Verdict& end_to_end) {
  if (end_to_end.kind_ == VerdictKind::kRefuted) {
    Verdict change = end_to_end;
    if (equivalence.kind_ == VerdictKind::kRefuted) change.AddFrom(equivalence);
    if (premise.kind_ == VerdictKind::kRefuted) change.AddFrom(premise);
    return change;
  }
  if (equivalence.kind_ == VerdictKind::kRefuted || equivalence.kind_ == VerdictKind::kUnknown) {
    return equivalence;
  }
  Verdict change = All({equivalence, premise});
  if (premise.kind_ == VerdictKind::kRefuted) {
    change.reasons_.push_back("The difference has not been shown end to end on this stack.");
  }
  return change;
}

std::vector<Verdict> JudgeClaims(const ClaimList& claims,
                                 const std::vector<StoredEvidence>& evidence,
                                 std::string_view digest) {
  std::map<std::string, Verdict> earlier;
  const auto find_all = [&earlier](const std::vector<std::string>& ids) {
    std::vector<Verdict> found;
    for (const std::string& id : ids) found.push_back(earlier.at(id));
    return found;
  };
  std::vector<Verdict> verdicts;
  for (const Claim& claim : claims.claims) {
    if (claim.change) {
      std::vector<Verdict> alternatives;
      for (const std::vector<std::string>& all_of : claim.change->premises) {
        alternatives.push_back(Verdict::All(find_all(all_of)));
      }
      const Verdict equivalence = Verdict::RelyingOn(
          Verdict::All(find_all(claim.change->equivalence)), find_all(claim.change->relies_on));
      verdicts.push_back(Verdict::Change(equivalence, Verdict::Any(alternatives),
                                         Verdict::FromEvidence(claim, evidence, digest)));
    } else {
      verdicts.push_back(Verdict::FromEvidence(claim, evidence, digest));
    }
    earlier.emplace(claim.id, verdicts.back());
  }
  return verdicts;
}

std::optional<std::string> ExcuseFor(const Claim& claim, const Verdict& verdict,
                                     const std::set<std::string>& absent_tools) {
  if (verdict.kind() != VerdictKind::kUnknown || claim.expected == VerdictKind::kUnknown) {
    return std::nullopt;
  }
  const Gap gap = verdict.gap();
  if (claim.advisory && (gap == Gap::kAbsent || gap == Gap::kTooLittle)) {
    return fmt::format("Not expected to be shown everywhere: needs {}.", *claim.advisory);
  }
  if (claim.excuse && gap == Gap::kAbsent && absent_tools.contains(*claim.excuse)) {
    return fmt::format("Not expected to be shown here: needs {}, which is missing.", *claim.excuse);
  }
  return std::nullopt;
}

}  // namespace headerproof
