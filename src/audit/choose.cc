#include "src/audit/choose.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "src/cases/printable.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

[[noreturn]] void FailOnTwo(const StoredEvidence& one, const StoredEvidence& other,
                            const std::string& what) {
  throw UserError(fmt::format("{} and {} {}; find out which one is right, and remove the other",
                              Printable(one.file), Printable(other.file), what));
}

// The contradictions, in a form that can be compared.
std::vector<std::string> ContradictionsOf(const Evidence& evidence) {
  std::vector<std::string> list;
  for (const Contradiction& one : evidence.contradictions) {
    list.push_back(one.key + "\n" + one.detail + "\n" + one.counterexample.value_or(""));
  }
  std::ranges::sort(list);
  return list;
}

// Whether two runs showed the same. Those that ran for a time count more or less.
bool ShowTheSame(const Evidence& one, const Evidence& other) {
  if (one.ended != other.ended || ContradictionsOf(one) != ContradictionsOf(other)) return false;
  if (VariesByClock(one)) return true;
  const auto without_times = [](Evidence evidence) {
    evidence.started.clear();
    evidence.seconds = 0;
    evidence.durations.clear();
    evidence.versions.clear();
    evidence.commit.clear();
    return PrintEvidence(std::move(evidence));
  };
  return without_times(one) == without_times(other);
}

// Evidence of one id and digest: there is one, or UserError names two.
void AddUnique(const StoredEvidence& stored, std::vector<const StoredEvidence*>& list) {
  for (const StoredEvidence* const other : list) {
    if (other->evidence.digest != stored.evidence.digest) continue;
    if (other->sha256 == stored.sha256) return;
    if (ShowTheSame(other->evidence, stored.evidence) && !VariesByClock(stored.evidence)) return;
    FailOnTwo(*other, stored, "are evidence of one id and one build, but differ");
  }
  list.push_back(&stored);
}

using ById = std::map<std::string, std::vector<const StoredEvidence*>>;

// A copy that an earlier audit made, which a further folder may have newer.
void AddCopy(const StoredEvidence& copy, ById& by_id) {
  std::vector<const StoredEvidence*>& list = by_id[copy.evidence.id];
  const auto contradicts = ContradictionsOf(copy.evidence);
  for (const StoredEvidence* const newer : list) {
    if (!copy.is_fresh || !newer->is_fresh) continue;
    for (const Contradiction& one : copy.evidence.contradictions) {
      const auto& found = newer->evidence.contradictions;
      if (std::ranges::find(found, one.key, &Contradiction::key) != found.end()) continue;
      FailOnTwo(copy, *newer, "are evidence of one id and one build, and only one contradicts");
    }
  }
  const bool is_replaced = std::ranges::any_of(list, [&](const StoredEvidence* newer) {
    return newer->is_fresh && (newer->evidence.finished() || contradicts.empty());
  });
  if (!is_replaced) list.push_back(&copy);
}

void AddRecorded(const StoredEvidence& recorded, ById& by_id) {
  std::vector<const StoredEvidence*>& list = by_id[recorded.evidence.id];
  for (const StoredEvidence* const other : list) {
    if (other->is_recorded || !recorded.is_fresh || !other->is_fresh ||
        !other->evidence.finished()) {
      continue;
    }
    if (!ShowTheSame(recorded.evidence, other->evidence)) {
      FailOnTwo(recorded, *other, "differ: what is recorded is not what was found now");
    }
    return;
  }
  AddUnique(recorded, list);
}

// What counts of the files of one id.
void AddChosen(const std::vector<const StoredEvidence*>& list,
               std::vector<StoredEvidence>& chosen) {
  const auto fresh = std::ranges::find_if(
      list, [](const StoredEvidence* one) { return one->is_fresh && one->evidence.finished(); });
  if (fresh != list.end()) {
    chosen.push_back(**fresh);
    return;
  }
  const std::size_t before = chosen.size();
  for (const StoredEvidence* const one : list) {
    if (one->is_fresh || !one->evidence.contradictions.empty()) chosen.push_back(*one);
  }
  if (chosen.size() == before && !list.empty()) chosen.push_back(*list.front());
}

}  // namespace

std::vector<StoredEvidence> ChooseEvidence(const EvidenceFiles& files) {
  ById by_id;
  for (const auto* const folder : {&files.own, &files.further}) {
    for (const StoredEvidence& one : *folder) AddUnique(one, by_id[one.evidence.id]);
  }
  for (const StoredEvidence& copy : files.copied) AddCopy(copy, by_id);
  for (const StoredEvidence& one : files.recorded) AddRecorded(one, by_id);
  std::vector<StoredEvidence> chosen;
  for (const auto& [id, list] : by_id) AddChosen(list, chosen);
  return chosen;
}

}  // namespace headerproof
