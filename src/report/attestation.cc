// The report as an in-toto attestation: an unsigned statement for a signer. Its subjects are the
// report and all evidence, by their digests, so that one signature covers them.
#include <algorithm>

#include "src/report/view.h"

namespace headerproof {
namespace {

constexpr std::size_t kCommitDigits = 40;

// What the verdicts were reached with: resource descriptors, which need a digest or an address.
Json ConfigurationOf(const Report& report) {
  Json list =
      Json::array({{{"name", "the digest of the build"}, {"digest", {{"sha256", report.digest}}}}});
  const bool is_commit = report.commit.size() == kCommitDigits &&
                         report.commit.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (is_commit)
    list.push_back({{"name", "the commit"}, {"digest", {{"gitCommit", report.commit}}}});
  return list;
}

}  // namespace

std::string RenderAttestation(const Report& report,
                              const std::map<std::string, std::string>& digests) {
  Json subject = Json::array();
  for (const auto& [name, sha256] : digests) {
    subject.push_back({{"name", name}, {"digest", {{"sha256", sha256}}}});
  }
  const auto got_worse = [&report](const std::string& id) {
    return report.comparison &&
           std::ranges::any_of(report.comparison->changes, [&id](const ReportChange& change) {
             return change.is_worse && change.claim == id;
           });
  };
  Json passed = Json::array();
  Json warned = Json::array();
  Json failed = Json::array();
  for (const ReportClaim& shown : report.claims) {
    const std::string& id = shown.claim.id;
    const bool holds = shown.verdict.kind() == VerdictKind::kHolds;
    const bool is_failed = !shown.as_expected || got_worse(id);
    (is_failed ? failed : holds ? passed : warned).push_back(id);
  }
  const bool is_worse = report.comparison && report.comparison->is_worse();
  const bool is_failed = !report.as_expected() || is_worse;
  Json predicate;
  predicate["result"] = is_failed ? "FAILED" : warned.empty() ? "PASSED" : "WARNED";
  predicate["configuration"] = ConfigurationOf(report);
  predicate["passedTests"] = passed;
  predicate["warnedTests"] = warned;
  predicate["failedTests"] = failed;
  Json statement;
  statement["_type"] = "https://in-toto.io/Statement/v1";
  statement["subject"] = subject;
  statement["predicateType"] = "https://in-toto.io/attestation/test-result/v0.1";
  statement["predicate"] = predicate;
  return statement.dump(2) + "\n";
}

}  // namespace headerproof
