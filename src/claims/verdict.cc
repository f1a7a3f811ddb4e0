#include "src/claims/verdict.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "src/cases/printable.h"

namespace headerproof {
namespace {

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

// "12,345", or what the next run will say as well: no sentence says what was counted by the clock.
std::string CountedWords(bool by_clock, std::uint64_t counted, std::uint64_t least) {
  if (!by_clock) return Grouped(counted);
  return (counted < least ? "fewer than " : "at least ") + Grouped(least);
}

std::string RecordedForOthers(const Evidence& evidence) {
  return fmt::format("It is recorded for other sources, of the digest {}, on {}.",
                     evidence.digest.substr(0, 12), evidence.started);
}

// All that one claim is judged by: why it is not shown, and how far it would be.
struct Shortfalls {
  Gap gap = Gap::kNone;                       // the worst of them
  std::vector<std::string> sentences;         // empty if everything is there
  std::map<std::string, std::string> absent;  // see Verdict::absent()

  void Add(Gap of_this, const std::string& sentence) {
    gap = std::max(gap, of_this);
    AddOnce(sentence, sentences);
  }
};

// Whether recorded evidence would count if its part of the tree were what it was.
bool CouldCount(const EvidenceSource& source, const Evidence& recorded) {
  return recorded.finished() && recorded.kind == source.kind && !source.depends_on.empty() &&
         recorded.depends_on == source.depends_on &&
         (source.subject.empty() || IsNamed(source.subject, recorded.subject));
}

// The evidence of `source`, if it can support anything; else null, and the shortfall says why.
const Evidence* FindUsable(const EvidenceSource& source, const std::vector<StoredEvidence>& all,
                           Shortfalls& shortfalls) {
  const Evidence* usable = nullptr;
  std::string recorded;
  bool is_there = false;
  for (const StoredEvidence& stored : all) {
    const Evidence& one = stored.evidence;
    if (one.id != source.id) continue;
    if (!stored.is_fresh && stored.is_recorded && CouldCount(source, one)) {
      recorded = RecordedForOthers(one);
      continue;
    }
    is_there = true;
    const auto fall_short = [&](const std::string& why) {
      shortfalls.Add(Gap::kTooLittle,
                     fmt::format("The evidence {} ({}) {}.", one.id, Printable(stored.file), why));
    };
    if (!stored.is_fresh) {
      fall_short("is stale: it is of another build");
    } else if (!one.finished()) {
      fall_short(one.ended == Ended::kFailed ? "is of a run that failed"
                                             : "did not finish its scope");
    } else if (one.kind != source.kind) {
      fall_short(fmt::format("is of the kind {}, not {}", NameOf(one.kind), NameOf(source.kind)));
    } else if (!source.subject.empty() && !IsNamed(source.subject, one.subject)) {
      fall_short(fmt::format("is about {}, not about {}", one.subject, source.subject));
    } else if (usable != nullptr) {
      fall_short("is there twice");
    } else {
      usable = &one;
    }
  }
  if (!is_there) {
    shortfalls.absent.emplace(source.id, recorded);
    shortfalls.Add(Gap::kAbsent, fmt::format("There is no evidence {} of this build.{}{}",
                                             source.id, recorded.empty() ? "" : " ", recorded));
  }
  return usable;
}

void CheckNeed(const Need& need, const Evidence& evidence, Shortfalls& shortfalls) {
  const bool by_clock = VariesByClock(evidence);
  const std::uint64_t counted = CountOf(evidence.counts, need.key);
  if (counted < need.least) {
    shortfalls.Add(
        Gap::kTooLittle,
        fmt::format("The evidence {} counts {} of {}; at least {} are needed.", need.id,
                    CountedWords(by_clock, counted, need.least), need.key, Grouped(need.least)));
  }
  for (const auto& [name, floor] : need.classes) {
    const std::uint64_t count = CountOf(evidence.classes, name);
    if (count >= floor) continue;
    shortfalls.Add(
        Gap::kTooLittle,
        fmt::format("The evidence {} tried {} inputs of the class {}; the floor is {}.", need.id,
                    CountedWords(by_clock, count, floor), name, Grouped(floor)));
  }
}

}  // namespace

Verdict Verdict::FromEvidence(const ClaimList& claims, const Claim& claim,
                              const std::vector<StoredEvidence>& evidence) {
  Verdict verdict;
  Shortfalls shortfalls;
  std::vector<std::string> counted;
  std::vector<std::string> keys = {claim.id};
  for (const Need& need : claim.needs) {
    const Evidence* const usable = FindUsable(*claims.FindEvidence(need.id), evidence, shortfalls);
    if (usable != nullptr) {
      CheckNeed(need, *usable, shortfalls);
      counted.push_back(fmt::format(
          "{} counts {} of {}.", need.id,
          CountedWords(VariesByClock(*usable), CountOf(usable->counts, need.key), need.least),
          need.key));
    }
    keys.push_back(need.key);
  }
  for (const std::string& id : claim.challenged_by) {
    FindUsable(*claims.FindEvidence(id), evidence, shortfalls);
  }
  if (claim.condition) verdict.conditions_.push_back(*claim.condition);

  for (std::size_t i = 0; i < evidence.size(); ++i) {
    const StoredEvidence& stored = evidence[i];
    const Evidence& one = stored.evidence;
    if (!claim.Names(one.id)) continue;
    for (const Need& need : claim.needs) {
      if (need.id == one.id) verdict.uses_.insert({i, need.key});
    }
    for (const auto& [key, detail, counterexample, type] : one.contradictions) {
      if (IsAnyNamed(claim.contradicted_by, key)) {
        verdict.uses_.insert({i, key});
        if (!stored.is_fresh) {
          // That a refutation which is expected was recorded earlier is no news.
          if (stored.is_recorded && claim.expected == VerdictKind::kRefuted) continue;
          shortfalls.Add(Gap::kAgainst,
                         fmt::format("{}, of another build, contradicts it.", one.id));
        } else if (!counterexample) {
          shortfalls.Add(
              Gap::kAgainst,
              fmt::format("{} contradicts it without a counterexample: {}", one.id, detail));
        } else {
          verdict.counterexamples_.push_back({*counterexample, detail, type});
        }
      } else if (IsAnyNamed(claim.doubted_by, key)) {
        verdict.uses_.insert({i, key});
        shortfalls.Add(Gap::kAgainst, fmt::format("{} casts doubt on it: {}", one.id, detail));
      }
    }
    for (const auto& [key, sentence] : one.conditions) {
      if (stored.is_fresh && Contains(keys, key)) AddOnce(sentence, verdict.conditions_);
    }
  }

  if (!verdict.counterexamples_.empty()) {
    verdict.kind_ = VerdictKind::kRefuted;
    for (const Counterexample& counterexample : verdict.counterexamples_)
      AddOnce(counterexample.detail, verdict.reasons_);
  } else if (!shortfalls.sentences.empty()) {
    verdict.kind_ = VerdictKind::kUnknown;
    verdict.gap_ = shortfalls.gap;
    verdict.absent_ = std::move(shortfalls.absent);
    verdict.reasons_ = std::move(shortfalls.sentences);
  } else {
    verdict.kind_ =
        verdict.conditions_.empty() ? VerdictKind::kHolds : VerdictKind::kHoldsConditionally;
    verdict.reasons_ = std::move(counted);
  }
  return verdict;
}

void Verdict::AddFrom(const Verdict& other) {
  gap_ = std::max(gap_, other.gap_);
  absent_.insert(other.absent_.begin(), other.absent_.end());
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
  if (equivalence.kind_ == VerdictKind::kRefuted) return equivalence;
  if (equivalence.kind_ == VerdictKind::kUnknown) {
    Verdict change = equivalence;
    if (premise.kind_ == VerdictKind::kUnknown) change.AddFrom(premise);
    if (end_to_end.kind_ == VerdictKind::kUnknown) change.AddFrom(end_to_end);
    return change;
  }
  // What could show a difference is not there, or says so without a counterexample.
  if (end_to_end.kind_ == VerdictKind::kUnknown && premise.kind_ != VerdictKind::kRefuted) {
    return All({premise, end_to_end});
  }
  Verdict change = All({equivalence, premise});
  if (premise.kind_ == VerdictKind::kRefuted) {
    change.reasons_.push_back("The difference has not been shown end to end on this stack.");
  }
  return change;
}

std::vector<Verdict> JudgeClaims(const ClaimList& claims,
                                 const std::vector<StoredEvidence>& evidence) {
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
                                         Verdict::FromEvidence(claims, claim, evidence)));
    } else {
      verdicts.push_back(Verdict::FromEvidence(claims, claim, evidence));
    }
    earlier.emplace(claim.id, verdicts.back());
  }
  return verdicts;
}

std::optional<std::string> ExcuseFor(const ClaimList& claims, const Claim& claim,
                                     const Verdict& verdict,
                                     const std::set<std::string>& absent_tools) {
  const bool is_needed =
      verdict.kind() == VerdictKind::kUnknown && claim.expected != VerdictKind::kUnknown;
  if (!is_needed || verdict.gap() != Gap::kAbsent) return std::nullopt;
  std::vector<std::string> excuses;
  for (const auto& [id, recorded] : verdict.absent()) {
    const EvidenceSource& source = *claims.FindEvidence(id);
    if (!recorded.empty()) {
      AddOnce(fmt::format("{} is recorded for other sources", id), excuses);
    } else if (source.tool && absent_tools.contains(*source.tool)) {
      AddOnce(fmt::format("{} is missing", *source.tool), excuses);
    } else if (source.advisory) {
      AddOnce(fmt::format("{} takes {}", id, *source.advisory), excuses);
    } else {
      return std::nullopt;
    }
  }
  return fmt::format("Not expected to be shown here: {}.", fmt::join(excuses, ", "));
}

}  // namespace headerproof
