#include "src/audit/saving.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "src/audit/printable.h"

namespace headerproof {
namespace {

constexpr std::uint64_t kTypicalEntries = 15;

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

std::string Time(double nanoseconds) {
  return Grouped(static_cast<std::uint64_t>(std::llround(nanoseconds))) + " ns";
}

const Measurement* Find(const std::vector<Measurement>& measurements, std::string_view subject,
                        std::string_view path, std::uint64_t entries, KeyPolicy policy) {
  const auto found = std::ranges::find_if(measurements, [&](const Measurement& one) {
    return one.subject == subject && one.path == path && one.entries == entries &&
           one.policy == KeyPolicyName(policy);
  });
  return found == measurements.end() ? nullptr : &*found;
}

SavingRow ReportedRow(const Reported& reported) {
  SavingRow row;
  row.path = reported.path;
  row.subject = "yarpc-go, as the change reports";
  const auto set = [&row](KeyPolicy policy, double time) -> SavingRow::Cell& {
    auto& cell = row.cells[static_cast<std::size_t>(policy)];
    cell.time = fmt::format("{:.1f} ns", time);
    return cell;
  };
  set(KeyPolicy::kCanonicalizing, reported.before);
  set(KeyPolicy::kDirect, reported.after).change = Percent(ReportedRatio(reported.path));
  return row;
}

SavingRow MeasuredRow(const std::vector<Measurement>& measurements, const Measurement& first) {
  SavingRow row;
  row.path = Printable(first.path);
  row.entries = Grouped(first.entries);
  row.subject = Printable(first.subject);
  row.allocations = "-";
  for (const KeyPolicy policy : kKeyPolicies) {
    const Measurement* const one =
        Find(measurements, first.subject, first.path, first.entries, policy);
    if (one == nullptr) continue;
    SavingRow::Cell& cell = row.cells[static_cast<std::size_t>(policy)];
    cell.time = Time(one->nanoseconds);
    if (one->ratio) {
      cell.change = Percent(*one->ratio);
      cell.is_significant = one->is_significant();
    }
    if (policy != KeyPolicy::kDirect) continue;
    if (one->allocations) row.allocations = std::to_string(*one->allocations);
    const Measurement* const theirs =
        Find(measurements, "yarpc-go", first.path, first.entries, policy);
    if (theirs != nullptr && theirs != one && one->nanoseconds > 0) {
      row.times_as_fast = fmt::format("{:.1f}", theirs->nanoseconds / one->nanoseconds);
    }
  }
  return row;
}

// "direct 0.89 times", of the time that canonicalizing takes with 15 entries.
std::optional<std::string> RatioOf(const std::vector<Measurement>& measurements,
                                   std::string_view subject, std::string_view path,
                                   KeyPolicy policy) {
  const Measurement* const one = Find(measurements, subject, path, kTypicalEntries, policy);
  if (one == nullptr || !one->ratio) return std::nullopt;
  return fmt::format("{} {:.2f} times", KeyPolicyName(policy), *one->ratio);
}

// A sentence on what each policy costs there; for C++ one for each form of the result.
std::string FiguresOf(const std::vector<Measurement>& measurements, std::string_view path,
                      bool is_go) {
  std::string sentences;
  for (const std::string_view subject :
       {"yarpc-go", "headerproof owning", "headerproof zero-copy"}) {
    if ((subject == "yarpc-go") != is_go) continue;
    std::string list;
    for (const KeyPolicy policy :
         {KeyPolicy::kDirect, KeyPolicy::kGuarded, KeyPolicy::kRejecting}) {
      const auto ratio = RatioOf(measurements, subject, path, policy);
      if (ratio) list += (list.empty() ? "" : ", ") + *ratio;
    }
    if (list.empty()) continue;
    sentences += fmt::format(" {}, 15 entries, by the time of canonicalizing: {}.", subject, list);
  }
  if (sentences.empty()) return " It has not been measured what each costs.";
  return sentences;
}

std::string AdviceOn(const ReportClaim& change) {
  switch (change.verdict.kind()) {
    case VerdictKind::kHolds:
      return "Stop lowercasing: direct is right here. Should another transport ever feed this "
             "path, "
             "take guarded, which is right for every name.";
    case VerdictKind::kHoldsConditionally:
      return "Stop lowercasing only where the condition is sure to hold; elsewhere take guarded, "
             "which is right for every name.";
    case VerdictKind::kRefuted:
      return "Do not stop lowercasing: direct loses what the witnesses show. Take guarded, which "
             "returns what canonicalizing returns for every name, or rejecting, which refuses such "
             "a message as HTTP/2 asks.";
    case VerdictKind::kUnknown:
      return "Take guarded, which needs no premise about what arrives: for direct evidence is "
             "missing.";
  }
  return {};
}

}  // namespace

std::vector<Measurement> MeasurementsOf(const Report& report) {
  for (const StoredEvidence& stored : report.evidence) {
    const Evidence& evidence = stored.evidence;
    if (evidence.commit == report.commit && !evidence.measurements.empty()) {
      return evidence.measurements;
    }
  }
  return {};
}

double ReportedRatio(std::string_view path) {
  const Reported& reported = *std::ranges::find(kReported, path, &Reported::path);
  return reported.after / reported.before;
}

std::vector<SavingRow> SavingRows(const std::vector<Measurement>& measurements) {
  std::map<std::tuple<std::string, std::uint64_t, bool, std::string>, const Measurement*> firsts;
  for (const Measurement& one : measurements) {
    firsts.try_emplace({one.path, one.entries, one.subject != "yarpc-go", one.subject}, &one);
  }
  std::vector<SavingRow> rows;
  if (firsts.empty()) return rows;
  for (const Reported& reported : kReported) rows.push_back(ReportedRow(reported));
  for (const auto& [key, first] : firsts) rows.push_back(MeasuredRow(measurements, *first));
  return rows;
}

std::vector<Recommendation> Recommend(const Report& report) {
  const std::vector<Measurement> measurements = MeasurementsOf(report);
  std::vector<Recommendation> recommendations;
  for (const ReportClaim& shown : report.claims) {
    if (!shown.claim.change) continue;
    const std::string stack = shown.claim.stack.value_or("any stack");
    recommendations.push_back({shown.claim.id, shown.claim.path, stack,
                               AdviceOn(shown) + FiguresOf(measurements, shown.claim.path,
                                                           stack.starts_with("grpc-go"))});
  }
  return recommendations;
}

}  // namespace headerproof
