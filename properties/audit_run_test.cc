// The whole audit, on made-up engines: what is run, kept, replaced and reported.
#include <gtest/gtest.h>

#include <fstream>

#include "properties/audit_synthetic.h"
#include "src/audit/audit.h"
#include "src/audit/build_info.h"
#include "src/audit/files.h"

namespace headerproof {
namespace {

// Options for one engine that shows one claim; `runs` counts how often it is run.
struct MadeUpAudit {
  explicit MadeUpAudit(std::vector<Claim> list = {SyntheticClaim()})
      : claims(SyntheticClaims(list)) {
    options.out = folder.path() / "out";
    options.claims = &claims;
    options.stop = &stop;
    options.engines = {{"engine", EvidenceKind::kEnumeration, "a scope", "repeat --it",
                        [this](const Progress& progress) {
                          ++runs;
                          Evidence evidence = SyntheticEvidence().evidence;
                          evidence.complete = progress(1, 2);
                          return evidence;
                        }}};
  }

  std::string Octets(const std::string& name) const {
    return ReadFile(options.out / name, 1 << 24);
  }

  TemporaryFolder folder;
  ClaimList claims;
  std::atomic<bool> stop{false};
  int runs = 0;
  AuditOptions options;
};

TEST(Audit, RunsEnginesWritesEvidenceAndAllReports) {
  MadeUpAudit setup;
  const AuditResult result = RunAudit(setup.options);
  EXPECT_EQ(result.exit_code(), 0);
  for (const char* const name : {"index.html", "audit.json", "audit.md", "junit.xml", "audit.sarif",
                                 "evidence/engine.json"}) {
    EXPECT_FALSE(setup.Octets(name).empty()) << name;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(setup.options.out), {}), 6);
}

TEST(Audit, RunsAnEngineAgainOnlyIfItsEvidenceIsOfAnotherCommitOrWhenAsked) {
  MadeUpAudit setup;
  RunAudit(setup.options);
  RunAudit(setup.options);
  EXPECT_EQ(setup.runs, 1);
  setup.options.rerun = true;
  RunAudit(setup.options);
  EXPECT_EQ(setup.runs, 2);
  setup.options.rerun = false;
  WriteEvidence(setup.options.out / "evidence", SyntheticEvidence().evidence);
  RunAudit(setup.options);
  EXPECT_EQ(setup.runs, 3);
}

TEST(Audit, ExitsWithOneIfAVerdictIsUnexpectedInEitherDirection) {
  MadeUpAudit worse({SyntheticClaim("claim", "none")});
  EXPECT_EQ(RunAudit(worse.options).exit_code(), 1);
  MadeUpAudit better({SyntheticClaim("claim", "engine", VerdictKind::kUnknown)});
  EXPECT_EQ(RunAudit(better.options).exit_code(), 1);
}

TEST(Audit, ThatIsInterruptedKeepsWholeEvidenceAndReplacesNoReport) {
  MadeUpAudit setup;
  RunAudit(setup.options);
  const std::string before = setup.Octets("index.html");
  EngineRun second = setup.options.engines[0];
  second.id = "second";
  second.run = [&setup](const Progress& progress) {
    setup.stop = true;
    Evidence evidence = SyntheticEvidence().evidence;
    evidence.complete = progress(1, 2);
    return evidence;
  };
  setup.options.engines.push_back(second);
  setup.options.rerun = true;
  const AuditResult result = RunAudit(setup.options);
  EXPECT_TRUE(result.interrupted);
  EXPECT_EQ(result.exit_code(), 130);
  EXPECT_EQ(setup.Octets("index.html"), before);
  EXPECT_FALSE(setup.Octets("evidence/engine.json").empty());
  EXPECT_FALSE(std::filesystem::exists(setup.options.out / "evidence" / "second.json"));
}

TEST(Audit, ThatFailsReplacesNoReport) {
  MadeUpAudit setup;
  RunAudit(setup.options);
  const std::string before = setup.Octets("audit.json");
  std::ofstream(setup.options.out / "evidence" / "broken.json") << "{";
  EXPECT_THROW(RunAudit(setup.options), AuditError);
  EXPECT_EQ(setup.Octets("audit.json"), before);
}

TEST(Audit, RefusesAnOutputFolderThatIsAFileAndAnEngineThatDoesNotExist) {
  MadeUpAudit setup;
  std::ofstream(setup.options.out) << "x";
  EXPECT_THROW(RunAudit(setup.options), AuditError);
  MadeUpAudit unknown;
  unknown.options.only = {"nothing"};
  EXPECT_THROW(RunAudit(unknown.options), AuditError);
}

TEST(Audit, ReadsFurtherFoldersAndPassesOverNoContradiction) {
  MadeUpAudit setup;
  Evidence against = SyntheticEvidence().evidence;
  against.commit = BuildCommit();
  against.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  const auto further = setup.folder.path() / "further";
  WriteEvidence(further, against);
  setup.options.evidence = {further};
  setup.options.rerun = true;
  EXPECT_EQ(RunAudit(setup.options).report.claims[0].verdict.kind(), VerdictKind::kRefuted);
}

TEST(Audit, FullDeviceIsAnErrorOfTheTable) {
  MadeUpAudit setup;
  const AuditResult result = RunAudit(setup.options);
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  EXPECT_THROW(PrintAudit(result, setup.options.out, full), AuditError);
  std::fclose(full);
}

TEST(QuickEngines, HaveTheIdsThatClaimsName) {
  std::set<std::string> ids;
  for (const EngineRun& engine : QuickEngines({})) ids.insert(engine.id);
  for (const Claim& claim : BuiltInClaims().claims) {
    for (const Need& need : claim.needs) {
      const bool is_ours = need.kind == EvidenceKind::kEnumeration && !need.id.ends_with('*');
      if (is_ours) {
        EXPECT_TRUE(ids.contains(need.id)) << need.id;
      }
    }
  }
}

}  // namespace
}  // namespace headerproof
