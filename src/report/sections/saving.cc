#include "src/report/sections/saving.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <tuple>

#include "src/cases/printable.h"
#include "src/converter/key_policy.h"
#include "src/report/report.h"
#include "src/report/sections/sections.h"

namespace headerproof {
namespace {

constexpr std::uint64_t kTypicalEntries = 15;  // those that the advice has figures for

// What the change reports of its own benchmarks (yarpc-go change 2443), in nanoseconds.
struct Reported {
  std::string_view path;
  double before;
  double after;
};
constexpr std::array<Reported, 2> kReported = {
    {{"request", 984.8, 907.7}, {"response", 992.0, 895.9}}};

std::string Percent(double ratio) {
  return fmt::format("{:+.1f} %", 100 * (ratio - 1));
}

const Measurement* Find(const std::vector<Measurement>& measurements, std::string_view subject,
                        std::string_view path, std::uint64_t entries, KeyPolicy policy) {
  const auto found = std::ranges::find_if(measurements, [&](const Measurement& one) {
    return one.subject == subject && one.path == path && one.entries == entries &&
           one.policy == KeyPolicyName(policy);
  });
  return found == measurements.end() ? nullptr : &*found;
}

ReportCell Number(std::string_view text) {
  return {text, Tone::kNumber, true};
}

ReportRow ReportedRow(const Reported& reported) {
  const ReportCell none = {"-", Tone::kFaint};
  return {fmt::format("{}, yarpc-go, as the change reports", reported.path),
          {fmt::format("{:.1f} ns", reported.before), Tone::kNumber},
          {fmt::format("{:.1f} ns, {}", reported.after, Percent(reported.after / reported.before)),
           Tone::kNumber},
          none,
          none,
          none,
          none};
}

// "1,800 ns, -10.0 %": the time, and the change relative to canonicalizing.
ReportCell TimeCell(const Measurement* measured) {
  if (measured == nullptr) return {"not measured", Tone::kFaint};
  const auto nanoseconds = static_cast<std::uint64_t>(std::llround(measured->nanoseconds));
  ReportCell cell = Number(Grouped(nanoseconds) + " ns");
  if (!measured->ratio) return cell;
  cell.text += ", " + Percent(*measured->ratio);
  if (measured->is_significant()) {
    cell.tone = *measured->ratio < 1 ? Tone::kGood : Tone::kBad;
  } else {
    cell.tone = Tone::kDoubtful;
    cell.text += measured->p ? fmt::format(", p {:.2f}", *measured->p) : ", no p";
  }
  return cell;
}

// "-10.0 (-15.0 to -6.7)", and p if it may be chance.
ReportCell ChangeCell(const Measurement* measured) {
  if (measured == nullptr || !measured->ratio) return {"not measured", Tone::kFaint};
  const auto percent = [](double ratio) { return fmt::format("{:+.1f}", 100 * (ratio - 1)); };
  ReportCell cell = Number(percent(*measured->ratio));
  if (measured->ratio_low && measured->ratio_high) {
    cell.text +=
        fmt::format(" ({} to {})", percent(*measured->ratio_low), percent(*measured->ratio_high));
  }
  if (!measured->is_significant()) {
    cell.tone = Tone::kDoubtful;
    cell.text += measured->p ? fmt::format(", p {:.2f}", *measured->p) : ", no p";
  } else {
    cell.tone = *measured->ratio < 1 ? Tone::kGood : Tone::kBad;
  }
  return cell;
}

ReportRow MeasuredRow(const std::vector<Measurement>& measurements, const Measurement& first) {
  const auto find = [&](std::string_view subject, KeyPolicy policy) {
    return Find(measurements, subject, first.path, first.entries, policy);
  };
  ReportRow row = {fmt::format("{}, {} {}, {}", first.path, Grouped(first.entries),
                               first.entries == 1 ? "entry" : "entries", first.subject)};
  for (const KeyPolicy policy : kKeyPolicies) row.push_back(TimeCell(find(first.subject, policy)));
  const Measurement* const direct = find(first.subject, KeyPolicy::kDirect);
  const Measurement* const theirs = find("yarpc-go", KeyPolicy::kDirect);
  const bool is_counted = direct != nullptr && direct->allocations;
  row.push_back(Number(is_counted ? Grouped(*direct->allocations) : "-"));
  const bool is_compared = direct != nullptr && theirs != nullptr && direct->nanoseconds > 0;
  row.push_back(Number(
      is_compared ? fmt::format("{:.1f} times", theirs->nanoseconds / direct->nanoseconds) : "-"));
  return row;
}

// The time that each policy takes, a sentence for each converter of the kind.
std::string FiguresOf(const std::vector<Measurement>& measurements, std::string_view path,
                      bool is_go) {
  std::string sentences;
  for (const std::string_view subject :
       {"yarpc-go", "headerproof owning", "headerproof zero-copy"}) {
    if ((subject == "yarpc-go") != is_go) continue;
    std::string list;
    for (const KeyPolicy policy : kKeyPolicies) {
      const Measurement* const one = Find(measurements, subject, path, kTypicalEntries, policy);
      if (one == nullptr || !one->ratio) continue;
      list +=
          fmt::format("{}{} {:.2f}", list.empty() ? "" : ", ", KeyPolicyName(policy), *one->ratio);
    }
    if (!list.empty()) sentences += fmt::format(" {}: {}.", subject, list);
  }
  if (sentences.empty()) return "The costs were not measured.";
  return fmt::format("Time for {} entries, relative to canonicalizing:{}", kTypicalEntries,
                     sentences);
}

// The part of what direct saves in yarpc-go that guarded saves as well; 1 if it saves more. Nothing
// where one of them was not shown to save.
std::optional<double> KeptByGuarded(const std::vector<Measurement>& measurements,
                                    std::string_view path,
                                    std::uint64_t entries = kTypicalEntries) {
  const auto saving = [&](KeyPolicy policy) -> double {
    const Measurement* const one = Find(measurements, "yarpc-go", path, entries, policy);
    const bool saves = one != nullptr && one->ratio && one->is_significant();
    return saves ? 1 - *one->ratio : 0;
  };
  const double direct = saving(KeyPolicy::kDirect);
  const double guarded = saving(KeyPolicy::kGuarded);
  if (direct <= 0 || guarded <= 0) return std::nullopt;
  return guarded / direct;
}

// With the figures of yarpc-go.
std::string KeptSentence(const std::vector<Measurement>& measurements, std::string_view path) {
  const std::optional<double> kept = KeptByGuarded(measurements, path);
  if (!kept) return " Not shown: how much of the saving guarded keeps.";
  return fmt::format(" Of what direct saves, guarded keeps {:.0f} %.", 100 * *kept);
}

// That guarded in yarpc-go does what lowercasing does was shown, on this path.
bool IsGuardedShown(const Report& report, std::string_view path) {
  return std::ranges::any_of(report.claims, [&](const auto& shown) {
    return shown.claim.id == fmt::format("peer-guarded-{}", path) &&
           shown.verdict.kind() == VerdictKind::kHolds;
  });
}

// So much of the saving is worth taking with what is right for every name.
constexpr double kMostOfTheSaving = 0.8;

std::string_view AdviceOn(VerdictKind change, bool guarded_saves) {
  switch (change) {
    case VerdictKind::kHolds:
      if (guarded_saves) {
        return "Use guarded: it is right for every name, and saves what the change saves or nearly "
               "so. To stop lowercasing is right here too: direct.";
      }
      return "Stop lowercasing: direct is right here. If anything else may ever feed this path, "
             "use guarded, which is right for every name.";
    case VerdictKind::kHoldsConditionally:
      if (guarded_saves) {
        return "Use guarded: it is right for every name, whether the condition holds or not, and "
               "saves what the change saves or nearly so.";
      }
      return "Stop lowercasing only where the condition is sure to hold. Elsewhere use guarded, "
             "which is right for every name.";
    case VerdictKind::kRefuted:
      return "Do not stop lowercasing: direct loses what the counterexamples show. Use guarded, "
             "which returns what canonicalizing returns for every name, or rejecting, which "
             "refuses such a message as HTTP/2 requires.";
    case VerdictKind::kUnknown:
      return "Use guarded, which is right whatever arrives. The evidence for direct is missing.";
  }
  return {};
}

std::vector<Measurement> MeasurementsOf(const Report& report) {
  for (const StoredEvidence& stored : report.evidence) {
    const std::vector<Measurement>& measurements = stored.evidence.measurements;
    if (stored.is_fresh && !measurements.empty()) return measurements;
  }
  return {};
}

}  // namespace

double ReportedRatio(std::string_view path) {
  const Reported& reported = *std::ranges::find(kReported, path, &Reported::path);
  return reported.after / reported.before;
}

ReportTable SavingTable(const std::vector<Measurement>& measurements) {
  ReportTable table{
      "Processor time of one conversion, and the change relative to canonicalizing; a change with "
      "a p may be chance",
      {"Path, entries, converter"},
      {}};
  for (const KeyPolicy policy : kKeyPolicies) table.columns.emplace_back(KeyPolicyName(policy));
  table.columns.emplace_back("Allocations, direct");
  table.columns.emplace_back("Speed relative to yarpc-go, direct");
  for (const Reported& reported : kReported) table.rows.push_back(ReportedRow(reported));
  std::map<std::tuple<std::string, std::uint64_t, bool, std::string>, const Measurement*> firsts;
  for (const Measurement& one : measurements) {
    firsts.try_emplace({one.path, one.entries, one.subject != "yarpc-go", one.subject}, &one);
  }
  for (const auto& [key, first] : firsts) table.rows.push_back(MeasuredRow(measurements, *first));
  return table;
}

ReportTable KeptTable(const std::vector<Measurement>& measurements) {
  ReportTable table{
      "What yarpc-go saves: the change in percent, with its interval of 95 %; p where it is 0.05 "
      "or "
      "more",
      {"Path, entries", "After the change", "Guarded", "Guarded keeps"},
      {}};
  for (const Measurement& direct : measurements) {
    if (direct.subject != "yarpc-go" || direct.policy != KeyPolicyName(KeyPolicy::kDirect)) {
      continue;
    }
    const Measurement* const guarded =
        Find(measurements, direct.subject, direct.path, direct.entries, KeyPolicy::kGuarded);
    const auto kept = KeptByGuarded(measurements, direct.path, direct.entries);
    table.rows.push_back(
        {fmt::format("{}, {}", direct.path, Grouped(direct.entries)), ChangeCell(&direct),
         ChangeCell(guarded),
         Number(kept ? fmt::format("{:.0f} %", 100 * *kept) : std::string("not shown"))});
  }
  return table;
}

ReportTable AdviceTable(const Report& report) {
  const std::vector<Measurement> measurements = MeasurementsOf(report);
  ReportTable table{"What to do", {"Path and stack", "The change", "Do", "What it costs"}, {}};
  for (const auto& shown : report.claims) {
    if (!shown.claim.change) continue;
    const std::string stack = shown.claim.stack.value_or("any stack");
    const VerdictKind verdict = shown.verdict.kind();
    const std::string_view path = shown.claim.path;
    const bool is_go = stack.starts_with("grpc-go");
    const bool guarded_saves = is_go && KeptByGuarded(measurements, path) >= kMostOfTheSaving &&
                               IsGuardedShown(report, path);
    std::string figures = FiguresOf(measurements, path, is_go);
    if (is_go && !measurements.empty()) figures += KeptSentence(measurements, path);
    table.rows.push_back(
        {{fmt::format("{}, {}", path, stack), Tone::kPlain, false, "claim-" + shown.claim.id},
         NameOf(verdict),
         {AdviceOn(verdict, guarded_saves), Tone::kText},
         {figures, Tone::kText, !measurements.empty()}});
  }
  return table;
}

std::optional<ReportSection> SavingSection(const Report& report) {
  const std::vector<Measurement> measurements = MeasurementsOf(report);
  ReportTable advice = AdviceTable(report);
  if (measurements.empty() && advice.rows.empty()) return std::nullopt;
  ReportSection section{"worth", "What the change saves, and what to do", {}};
  if (measurements.empty()) {
    section.paragraphs.emplace_back(
        "What the change saves was not measured for this report; bench/yarpc_go.sh measures it.");
  } else {
    section.paragraphs.emplace_back(
        "yarpc-go before the change (canonicalizing), after it (direct), and with a guarded and a "
        "rejecting variant, and the shared implementation with each key policy, convert the same "
        "lowercase metadata in one run. The figures are medians of processor time over rounds "
        "whose "
        "number was fixed beforehand; a change is the median of the rounds, with its interval of "
        "95 %. The guarded variant is a patch for yarpc-go: peers/yarpc-go/build.sh leaves it as "
        "guarded.patch. The change's own figures come from another machine and another size, so "
        "only the "
        "sign and the size of the saving can be compared.");
    section.pictures.push_back({"saving", SavingPicture(measurements),
                                "What the change saves in yarpc-go, and how long one conversion "
                                "takes, by path and entries. The table has every figure.",
                                true});
    section.tables.push_back(KeptTable(measurements));
    section.tables.push_back(SavingTable(measurements));
  }
  if (!advice.rows.empty()) section.tables.push_back(std::move(advice));
  return section;
}

}  // namespace headerproof
