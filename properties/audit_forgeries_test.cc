// Attempts to make an audit say more than was shown. Each begins with evidence on which every claim
// holds, spoils it as a wrong, stale, partial, crashed or mixed-up run could, or a hand, and must
// not leave the claim that it is about as it was: the audit refuses the file by its name, or the
// claim does not hold.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>

#include "properties/temporary_folder.h"
#include "properties/whole_evidence.h"
#include "src/audit/audit.h"
#include "src/evidence/files.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

struct Forgery {
  const char* name;
  const char* id;     // of the evidence that is spoilt
  const char* claim;  // that must not hold then
  std::function<void(Evidence& evidence)> spoil;
  const char* refusal = "";  // part of what is said, if the audit refuses the file
};

// One whose file is changed as text: its checksum is wrong then.
struct Edit {
  const char* name;
  const char* id;
  std::string from;
  std::string to;
  const char* refusal = "it was changed since it was written";
};

// For messages and names of tests.
void PrintTo(const Forgery& forgery, std::ostream* stream) {
  *stream << forgery.name;
}
void PrintTo(const Edit& edit, std::ostream* stream) {
  *stream << edit.name;
}

std::function<void(Evidence&)> Contradict(const std::string& key) {
  return [key](Evidence& one) { one.contradictions = {{key, "It differs.", "A: x\n"}}; };
}

std::function<void(Evidence&)> Count(const std::string& key, std::uint64_t count) {
  return [=](Evidence& one) { one.counts[key] = count; };
}

std::function<void(Evidence&)> Subject(const std::string& subject) {
  return [subject](Evidence& one) { one.subject = subject; };
}

void MakeStale(Evidence& one) {
  one.digest = std::string(64, 'e');
}
void Stop(Evidence& one) {
  one.ended = Ended::kStopped;
}
void Crash(Evidence& one) {
  one.ended = Ended::kFailed;
}

std::vector<Forgery> Forgeries() {
  return {
      {"a fuzz target that crashed", "fuzz-order", "fuzzed", Crash},
      {"a fuzz target that was killed", "fuzz-order", "fuzzed", Stop},
      {"a fuzz target that judged nothing", "fuzz-order", "fuzzed",
       [](Evidence& one) { one.counts.erase("order"); }},
      {"a fuzz target that judges no converter and checked nothing", "fuzz-headers", "fuzzed",
       [](Evidence& one) { one.counts.erase("checks"); }},
      {"a fuzz target of another build", "fuzz-headers", "fuzzed", MakeStale},
      {"a fuzz target that found something", "fuzz-safe-policies", "fuzzed",
       Contradict("fuzz-safe-policies")},
      {"a fuzz target with the finding of another", "fuzz-safe-policies", "fuzzed",
       Contradict("fuzz-order")},
      {"seeds that reach too little", "coverage", "fuzzed", Count("floors/seeds", 5)},
      {"seeds that miss a floor", "coverage", "fuzzed", Contradict("floors/seeds")},
      {"grpc-go of another version", "wire-grpc-go", "enforced-trailers-grpc-go",
       Subject("grpc-go v1.50.0")},
      {"grpc-go without its version", "wire-grpc-go", "enforced-trailers-grpc-go",
       Subject("grpc-go")},
      {"grpc-go under the name of the newest", "wire-newest-grpc-go",
       "enforced-trailers-newest-grpc-go", Subject("grpc-go v1.67.3")},
      {"another stack", "wire-nghttp2", "enforced-trailers-nghttp2", Subject("h2 0.4")},
      {"a stack whose name begins alike", "wire-nghttp2", "enforced-trailers-nghttp2",
       Subject("nghttp2x 1")},
      {"yarpc-go without the change as with it", "wire-yarpc-go-after",
       "enforced-trailers-yarpc-go", Subject("yarpc-go v1.89.5")},
      {"a peer of another version", "peer-yarpc-go", "peer-before-request",
       Subject("yarpc-go v1.70.0 with grpc-go v1.67.3")},
      {"outcomes recorded from another version", "golden", "golden-request",
       Subject("yarpc-go 1.80.0, as recorded")},
      {"no call arrived at a place", "wire-grpc-go", "enforced-trailers-grpc-go",
       [](Evidence& one) { one.counts.erase("enforced/trailers"); }},
      {"a name arrived", "wire-yarpc-go", "enforced-trailers-yarpc-go",
       Contradict("enforced/trailers/yarpc-go")},
      {"a name arrived, on the newest", "wire-newest-grpc-go", "enforced-trailers-newest-grpc-go",
       Contradict("enforced/trailers/grpc-go")},
      {"what arrived changes the outcome", "wire-grpc-go", "change-response-grpc-go",
       Contradict("change/response/grpc-go")},
      {"what arrived contradicts the change without a counterexample", "wire-yarpc-go-after",
       "change-request-grpc-go",
       [](Evidence& one) { one.contradictions = {{"change/request/grpc-go", "It differs.", {}}}; }},
      {"what could refute the change is of another build", "wire-yarpc-go-after",
       "change-response-grpc-go", MakeStale},
      {"stale evidence of another kind", "peer-yarpc-go", "peer-before-request",
       [](Evidence& one) {
         MakeStale(one);
         one.kind = EvidenceKind::kWire;
       }},
      {"evidence tied to the part of another", "wire-grpc-go", "enforced-trailers-grpc-go",
       [](Evidence& one) {
         one.depends_on = "benchmark-yarpc-go";
         one.digest = PartDigest(one.depends_on);
       },
       "depends on benchmark-yarpc-go"},
      {"a peer's way back is wrong", "peer-yarpc-go", "peer-way-back",
       Contradict("before/way-back")},
      {"a peer's variant is wrong", "peer-yarpc-go", "peer-guarded-request",
       Contradict("guarded/request")},
      {"what was delivered breaks a relation", "wire-grpc-cpp", "end-to-end-grpc-cpp",
       Contradict("end-to-end")},
      {"sampling breaks safety", "sample", "sampled", Contradict("safe/request")},
      {"sampling breaks safety, where it was enumerated", "sample", "safe-request",
       Contradict("safe/request")},
      {"sampling breaks the order", "sample", "order-response", Contradict("order/response")},
      {"sampling breaks the way back", "sample", "round-trip", Contradict("round-trip")},
      {"the corpus breaks a relation", "corpus", "corpus", Contradict("paths-agree")},
      {"the corpus differs from what was enumerated", "corpus", "transparent-request",
       Contradict("transparent/request")},
      {"the edges break a relation", "edges", "as-predicted-response",
       Contradict("as-predicted/response")},
      {"RapidCheck breaks a relation", "property-rapidcheck", "properties",
       Contradict("round-trip")},
      {"a contradiction without a counterexample", "enumeration-lanes", "safe-response",
       [](Evidence& one) { one.contradictions = {{"safe/response", "It differs.", {}}}; }},
      {"a contradiction in a run that failed", "enumeration-lanes", "safe-response",
       [](Evidence& one) {
         Crash(one);
         Contradict("safe/response")(one);
       }},
      {"a contradiction of another build", "enumeration-lanes", "safe-response",
       [](Evidence& one) {
         MakeStale(one);
         Contradict("safe/response")(one);
       }},
      {"a misspelled contradiction", "peer-yarpc-go", "peer-before-request",
       Contradict("before/reqest"), "which no claim reads"},
      {"a contradiction for another engine", "golden", "golden-request", Contradict("safe/request"),
       "which no claim reads"},
      {"an unknown count", "wire-grpc-go", "enforced-trailers-grpc-go",
       Count("enforced/trialers", 1), "which nothing reads"},
      {"a count of nothing", "wire-grpc-go", "enforced-trailers-grpc-go",
       Count("enforced/trailers", 0), "counts 0 of"},
      {"a count above all checks", "sample", "sampled", Count("round-trip", ~0ULL),
       "checks in all"},
      {"more checks than can be", "sample", "sampled", [](Evidence& one) { one.count = ~0ULL; },
       "has more than"},
      {"a p above 1", "benchmark-yarpc-go", "saves-time-request-yarpc-go",
       [](Evidence& one) {
         one.measurements = {{"yarpc-go", "direct", "request", 15, 1, std::nullopt, 0.9, 5,
                              std::nullopt, std::nullopt}};
       },
       "a p above 1"},
      {"a ratio below its interval", "benchmark-yarpc-go", "saves-time-request-yarpc-go",
       [](Evidence& one) {
         one.measurements = {
             {"yarpc-go", "direct", "request", 15, 1, std::nullopt, 0.9, 0.01, 0.91, 0.95}};
       },
       "outside its interval"},
      {"a ratio above its interval", "benchmark-yarpc-go", "saves-time-request-yarpc-go",
       [](Evidence& one) {
         one.measurements = {
             {"yarpc-go", "direct", "request", 15, 1, std::nullopt, 0.9, 0.01, 0.5, 0.89}};
       },
       "outside its interval"},
      {"an id of another engine", "enumeration-names", "transparent-request",
       [](Evidence& one) { one.id = "enumeration-more"; }, "no claim is about evidence of this id"},
      {"a kind of another engine", "enumeration-names", "transparent-request",
       [](Evidence& one) { one.kind = EvidenceKind::kCorpus; }, "claims know it as enumeration"},
      {"too little", "enumeration-names", "transparent-request",
       [](Evidence& one) { --one.counts["transparent/request"]; }},
      {"too few of a class", "enumeration-special", "as-predicted-request",
       [](Evidence& one) { --one.classes["collision"]; }},
      {"a mutant survived", "mutants", "mutants-corpus", Contradict("survived/corpus")},
      {"a source mutant survived", "source-mutants", "source-mutants",
       Contradict("source-mutants/survived")},
      {"evidence of a part, with the digest of the whole", "source-mutants", "source-mutants",
       [](Evidence& one) { one.digest = BuildDigest(); }},
      {"evidence of a part that there is not", "source-mutants", "source-mutants",
       [](Evidence& one) { one.depends_on = "nothing"; }},
  };
}

std::vector<Edit> Edits() {
  return {
      {"a count lowered", "wire-grpc-go", "\"enforced/trailers\": 1", "\"enforced/trailers\": "},
      {"another version written over", "wire-grpc-go", "v1.67.3", "v1.67.4"},
      {"a stopped run made a finished one", "sample", "\"finished\"", "\"stopped\""},
      {"an old digest made the new", "corpus", std::string(BuildDigest()), std::string(64, 'e')},
      {"a field left out", "corpus", "\"ended\"", "\"end\"", "lacks the field \"ended\""},
      {"a line before", "corpus", "{", "\n{"},
      {"half a file", "corpus", "\n}\n", "", "is not JSON"},
      {"one of an older schema", "corpus", "\"schema\": ", "\"schema\": 1",
       "this build reads only"},
  };
}

// An audit of evidence in a folder, by no engine of its own.
class Audited {
 public:
  Audited() {
    options_.out = folder_.path() / "out";
    options_.evidence = {folder_.path() / "evidence"};
    for (const StoredEvidence& one : WholeEvidence()) Write(one.evidence);
  }

  void Write(const Evidence& evidence) { WriteRaw(evidence.id, PrintEvidence(evidence)); }

  void WriteRaw(const std::string& id, const std::string& text) {
    fs::create_directories(options_.evidence[0]);
    std::ofstream(PathOf(id)) << text;
  }

  fs::path PathOf(const std::string& id) const { return options_.evidence[0] / (id + ".json"); }
  void Remove(const std::string& id) { fs::remove(PathOf(id)); }

  AuditResult Run() const { return RunAudit(options_); }

 private:
  TemporaryFolder folder_;
  AuditOptions options_;
};

TEST(AnAudit, OfWholeEvidenceSaysThatEveryClaimHolds) {
  for (const ReportClaim& claim : Audited().Run().report.claims) {
    EXPECT_TRUE(claim.verdict.kind() == VerdictKind::kHolds ||
                claim.verdict.kind() == VerdictKind::kHoldsConditionally)
        << claim.claim.id;
  }
}

class AForgery : public testing::TestWithParam<Forgery> {};

TEST_P(AForgery, IsRefusedByNameOrTheClaimDoesNotHold) {
  const Forgery& forgery = GetParam();
  Audited audited;
  Evidence evidence = WholeEvidenceById().at(forgery.id).evidence;
  forgery.spoil(evidence);
  audited.Remove(forgery.id);
  audited.Write(evidence);
  if (std::string_view(forgery.refusal).empty()) {
    const AuditResult result = audited.Run();
    const ReportClaim* const claim = result.report.Find(forgery.claim);
    ASSERT_NE(claim, nullptr);
    EXPECT_TRUE(claim->verdict.kind() == VerdictKind::kRefuted ||
                claim->verdict.kind() == VerdictKind::kUnknown)
        << NameOf(claim->verdict.kind());
    EXPECT_FALSE(claim->excused);
    EXPECT_FALSE(claim->reasons.empty());
  } else {
    const std::string refusal = ErrorOf([&audited] { audited.Run(); });
    EXPECT_TRUE(refusal.starts_with(audited.PathOf(evidence.id).native())) << refusal;
    EXPECT_NE(refusal.find(forgery.refusal), std::string::npos) << refusal;
  }
}

std::string TestName(std::string name) {
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
  }
  return name;
}

INSTANTIATE_TEST_SUITE_P(, AForgery, testing::ValuesIn(Forgeries()),
                         [](const auto& one) { return TestName(one.param.name); });

class AnEdit : public testing::TestWithParam<Edit> {};

TEST_P(AnEdit, IsRefusedByName) {
  const Edit& edit = GetParam();
  Audited audited;
  const std::string text = ReadFile(audited.PathOf(edit.id), 1 << 20);
  audited.WriteRaw(edit.id, Replaced(text, edit.from, edit.to));
  const std::string refusal = ErrorOf([&audited] { audited.Run(); });
  EXPECT_TRUE(refusal.starts_with(audited.PathOf(edit.id).native())) << refusal;
  EXPECT_NE(refusal.find(edit.refusal), std::string::npos) << refusal;
}

INSTANTIATE_TEST_SUITE_P(, AnEdit, testing::ValuesIn(Edits()),
                         [](const auto& one) { return TestName(one.param.name); });

}  // namespace
}  // namespace headerproof
