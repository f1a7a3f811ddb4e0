// The whole audit, on made-up engines: what is run, kept, replaced and reported.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>

#include "properties/audit_synthetic.h"
#include "properties/temporary_folder.h"
#include "src/audit/audit.h"
#include "src/audit/golden_files.h"
#include "src/audit/program_evidence.h"
#include "src/audit/run.h"
#include "src/claims/verdict.h"
#include "src/engines/mutation_evidence.h"
#include "src/evidence/build_info.h"
#include "src/evidence/digest.h"
#include "src/evidence/files.h"
#include "src/fuzzing/counts.h"

namespace headerproof {
namespace {

// These claims, and the evidence "engine" whether they name it or not.
ClaimList Listing(const std::vector<Claim>& list) {
  ClaimList claims = SyntheticClaims(list);
  claims.evidence = SyntheticClaims({SyntheticClaim()}).evidence;
  ListEvidence(claims);
  return claims;
}

// Options for one engine that shows one claim; `runs` counts how often it is run.
struct MadeUpAudit {
  explicit MadeUpAudit(std::vector<Claim> list = {SyntheticClaim()}) : claims(Listing(list)) {
    options.out = folder.path() / "out";
    options.claims = &claims;
    options.stop = &stop;
    options.engines = {{"engine", EvidenceKind::kEnumeration, "a scope", "repeat --it",
                        [this](const Progress& progress) {
                          ++runs;
                          Evidence evidence = SyntheticEvidence().evidence;
                          evidence.ended = FinishedIf(progress(1, 2));
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
                                 "attestation.json", "evidence/engine.json"}) {
    EXPECT_FALSE(setup.Octets(name).empty()) << name;
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(setup.options.out), {}), 7);
}

// The digests that an attestation has by the names of its subjects.
std::map<std::string, std::string> SubjectsOf(const nlohmann::json& attestation) {
  std::map<std::string, std::string> subjects;
  for (const auto& subject : attestation["subject"]) {
    subjects[subject["name"].get<std::string>()] = subject["digest"]["sha256"].get<std::string>();
  }
  return subjects;
}

TEST(Attestation, HasTheDigestsOfTheReportAndOfAllItsEvidenceAndNothingElse) {
  MadeUpAudit setup({SyntheticClaim(), SyntheticClaim("other", "further")});
  const std::filesystem::path further = setup.folder.path() / "further";
  std::filesystem::create_directory(further);
  WriteEvidence(further, SyntheticEvidence("further").evidence);
  setup.options.evidence = {further};
  for (int run = 0; run < 2; ++run) {  // in the second one all evidence is there already
    RunAudit(setup.options);
    std::map<std::string, std::string> digests;
    for (const auto& file : std::filesystem::recursive_directory_iterator(setup.options.out)) {
      const std::string name = file.path().lexically_relative(setup.options.out).native();
      if (file.is_regular_file() && name != "attestation.json") {
        digests[name] = Sha256(setup.Octets(name));
      }
    }
    EXPECT_EQ(digests.size(), 7U);
    EXPECT_EQ(SubjectsOf(nlohmann::json::parse(setup.Octets("attestation.json"))), digests);
  }
}

TEST(Attestation, IsReplacedWithTheReportOrNotAtAll) {
  MadeUpAudit setup;
  RunAudit(setup.options);
  const std::string before = setup.Octets("attestation.json");
  setup.claims = Listing({SyntheticClaim("claim", "none")});
  std::filesystem::remove(setup.options.out / "audit.md");
  std::filesystem::create_directory(setup.options.out / "audit.md");
  EXPECT_THROW(RunAudit(setup.options), UserError);
  EXPECT_EQ(setup.Octets("attestation.json"), before);
  std::filesystem::remove(setup.options.out / "audit.md");
  RunAudit(setup.options);
  EXPECT_NE(setup.Octets("attestation.json"), before);
}

TEST(Audit, RunsAnEngineAgainOnlyIfItsEvidenceIsOfAnotherBuildOrWhenAsked) {
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
    evidence.ended = FinishedIf(progress(1, 2));
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
  EXPECT_THROW(RunAudit(setup.options), UserError);
  EXPECT_EQ(setup.Octets("audit.json"), before);
}

TEST(Audit, RefusesAnOutputFolderThatIsAFileAndAnEngineThatDoesNotExist) {
  MadeUpAudit setup;
  std::ofstream(setup.options.out) << "x";
  EXPECT_THROW(RunAudit(setup.options), UserError);
  MadeUpAudit unknown;
  unknown.options.only = {"nothing"};
  EXPECT_THROW(RunAudit(unknown.options), UserError);
}

TEST(Audit, ComparedWithAnOlderReportFailsIfAnythingGotWorse) {
  MadeUpAudit setup;
  RunAudit(setup.options);
  const auto older = setup.folder.path() / "older.json";
  std::filesystem::copy_file(setup.options.out / "audit.json", older);
  setup.options.compare = older;
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
  // The claim is expected to be unknown now, and so it is: as expected, and yet worse.
  setup.claims.claims[0] = SyntheticClaim("claim", "none", VerdictKind::kUnknown);
  ListEvidence(setup.claims);
  const AuditResult result = RunAudit(setup.options);
  EXPECT_TRUE(result.report.as_expected());
  EXPECT_EQ(result.exit_code(), 1);
  EXPECT_NE(setup.Octets("index.html").find("Something got worse."), std::string::npos);
}

TEST(Audit, RefusesAnOlderReportThatCannotBeReadBeforeItRunsAnything) {
  MadeUpAudit setup;
  setup.options.compare = setup.folder.path() / "missing.json";
  EXPECT_THROW(RunAudit(setup.options), UserError);
  std::ofstream(*setup.options.compare) << "{\"schema\": 99}";
  EXPECT_THROW(RunAudit(setup.options), UserError);
  EXPECT_EQ(setup.runs, 0);
}

TEST(Audit, WritesNothingBeforeItHasCheckedItsOptions) {
  const auto is_untouched = [](const std::function<void(MadeUpAudit&)>& spoil) {
    MadeUpAudit setup;
    spoil(setup);
    EXPECT_THROW(CheckAudit(setup.options), UserError);
    EXPECT_THROW(RunAudit(setup.options), UserError);
    return setup.runs == 0 && !std::filesystem::exists(setup.options.out);
  };
  EXPECT_TRUE(is_untouched([](MadeUpAudit& setup) { setup.options.only = {"nothing"}; }));
  EXPECT_TRUE(is_untouched([](MadeUpAudit& setup) { setup.options.compare = "/nowhere"; }));
  EXPECT_TRUE(is_untouched([](MadeUpAudit& setup) { setup.options.evidence = {"/nowhere"}; }));
  MadeUpAudit fine;
  CheckAudit(fine.options);
  EXPECT_EQ(fine.runs, 0);
  EXPECT_FALSE(std::filesystem::exists(fine.options.out));
}

TEST(Audit, HasItsFolderForItself) {
  MadeUpAudit setup;
  std::string refusal;
  setup.options.engines[0].run = [&setup, &refusal](const Progress&) {
    refusal = ErrorOf([&setup] { RunAudit(setup.options); });
    return SyntheticEvidence().evidence;
  };
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
  EXPECT_NE(refusal.find("another audit uses this folder"), std::string::npos) << refusal;
}

TEST(Audit, MayCompareWithTheReportThatItReplaces) {
  MadeUpAudit setup;
  RunAudit(setup.options);
  setup.options.compare = setup.options.out / "audit.json";
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
  EXPECT_NE(setup.Octets("audit.md").find("Nothing changed."), std::string::npos);
}

// Evidence of this build that `engine` does not make, with `count` of "key".
Evidence Foreign(std::uint64_t count, bool is_against = false) {
  Evidence evidence = SyntheticEvidence("foreign").evidence;
  evidence.digest = BuildDigest();
  evidence.counts["key"] = count;
  if (is_against) evidence.contradictions = {{"against-claim", "It differs.", "A: x\n"}};
  return evidence;
}

TEST(Audit, TakesWhatItReadsOfOtherFoldersIntoTheReportsOwn) {
  MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
  const auto further = setup.folder.path() / "further";
  WriteEvidence(further, Foreign(100));
  setup.options.evidence = {further};
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
  EXPECT_EQ(setup.Octets("evidence/foreign.json"), ReadFile(further / "foreign.json", 1 << 20));
  std::filesystem::remove_all(further);
  setup.options.evidence.clear();
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
}

// Evidence of another build than this.
Evidence OfAnotherBuild(Evidence evidence) {
  evidence.digest = std::string(64, 'e');
  return evidence;
}

VerdictKind VerdictOf(const MadeUpAudit& setup) {
  return RunAudit(setup.options).report.claims[0].verdict.kind();
}

// What the audit of `setup` says against evidence.
std::string RefusalOf(const MadeUpAudit& setup) {
  return ErrorOf([&setup] { RunAudit(setup.options); });
}

// Otherwise a fixed converter could not be shown to be fixed.
TEST(Audit, TakesAFurtherFoldersEvidenceOfThisBuildForWhatItCopiedOfAnOlder) {
  MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
  const auto further = setup.folder.path() / "further";
  setup.options.evidence = {further};
  WriteEvidence(further, OfAnotherBuild(Foreign(100, true)));
  EXPECT_EQ(VerdictOf(setup), VerdictKind::kUnknown);
  WriteEvidence(further, Foreign(100));
  EXPECT_EQ(VerdictOf(setup), VerdictKind::kHolds);
  WriteEvidence(further, OfAnotherBuild(Foreign(100)));  // the copy is of this build
  EXPECT_EQ(VerdictOf(setup), VerdictKind::kHolds);
}

TEST(Audit, RefusesTwoFilesOfOneIdAndBuildThatDifferAndNamesBoth) {
  for (const bool is_first : {true, false}) {
    MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
    setup.options.evidence = {setup.folder.path() / "a", setup.folder.path() / "b"};
    WriteEvidence(setup.options.evidence[0], Foreign(100, is_first));
    WriteEvidence(setup.options.evidence[1], Foreign(100, !is_first));
    const std::string refusal = RefusalOf(setup);
    for (const auto& folder : setup.options.evidence) {
      EXPECT_NE(refusal.find((folder / "foreign.json").native()), std::string::npos) << refusal;
    }
    Evidence same = Foreign(100);
    WriteEvidence(setup.options.evidence[0], same);
    same.seconds = 77;  // times may differ
    WriteEvidence(setup.options.evidence[1], same);
    EXPECT_EQ(VerdictOf(setup), VerdictKind::kHolds);
  }
}

TEST(Audit, RefusesToForgetAContradictionOfThisBuildThatItCopied) {
  MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
  setup.options.evidence = {setup.folder.path() / "further"};
  WriteEvidence(setup.options.evidence[0], Foreign(100, true));
  EXPECT_EQ(VerdictOf(setup), VerdictKind::kRefuted);
  WriteEvidence(setup.options.evidence[0], Foreign(100));
  EXPECT_NE(RefusalOf(setup).find("only one contradicts"), std::string::npos);
}

TEST(Audit, KeepsAnOlderContradictionUntilAFinishedRunOfThisBuildReplacesIt) {
  MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
  setup.options.evidence = {setup.folder.path() / "a", setup.folder.path() / "b"};
  WriteEvidence(setup.options.evidence[0], OfAnotherBuild(Foreign(100, true)));
  Evidence stopped = Foreign(100);
  stopped.ended = Ended::kStopped;
  WriteEvidence(setup.options.evidence[1], stopped);
  const auto claim = RunAudit(setup.options).report.claims[0];
  EXPECT_EQ(claim.verdict.kind(), VerdictKind::kUnknown);
  EXPECT_EQ(claim.verdict.gap(), Gap::kAgainst);
}

TEST(Audit, UsesRecordedEvidenceOfThisBuildMarksItAndExcusesOtherUnlessAllIsRequired) {
  MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
  setup.options.recorded = setup.folder.path() / "recorded";
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 1);
  WriteEvidence(setup.options.recorded / "below", Foreign(100));
  const AuditResult result = RunAudit(setup.options);
  EXPECT_EQ(result.exit_code(), 0);
  EXPECT_TRUE(result.report.claims[0].is_recorded);
  EXPECT_NE(setup.Octets("audit.json").find("\"recorded\": true"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(setup.options.out / "evidence" / "foreign.json"));

  Evidence of_a_part = OfAnotherBuild(Foreign(100));
  WriteEvidence(setup.options.recorded / "below", of_a_part);
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 1);  // it could go stale at any change
  of_a_part.depends_on = "source-mutants";
  WriteEvidence(setup.options.recorded / "below", of_a_part);
  setup.claims.evidence[1].depends_on = "source-mutants";
  EXPECT_EQ(VerdictOf(setup), VerdictKind::kUnknown);
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
  setup.options.requires_all = true;
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 1);
}

TEST(Audit, RefusesRecordedEvidenceThatIsNotWhatWasFoundNow) {
  MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
  setup.options.recorded = setup.folder.path() / "recorded";
  setup.options.evidence = {setup.folder.path() / "further"};
  WriteEvidence(setup.options.recorded, Foreign(99));
  WriteEvidence(setup.options.evidence[0], Foreign(98));
  EXPECT_NE(RefusalOf(setup).find("what is recorded is not what was found now"), std::string::npos);
  WriteEvidence(setup.options.recorded, Foreign(98));
  EXPECT_EQ(RefusalOf(setup), "");
}

// A misspelled key would silence a contradiction.
TEST(Audit, RefusesEvidenceThatNoClaimReadsAndNamesItsFile) {
  const auto refusal_of = [](const std::function<void(Evidence&, ClaimList&)>& spoil) {
    MadeUpAudit setup({SyntheticClaim("claim", "foreign")});
    setup.claims.evidence[1].also_counts.clear();
    Evidence evidence = Foreign(100);
    spoil(evidence, setup.claims);
    setup.options.evidence = {setup.folder.path() / "further"};
    WriteEvidence(setup.options.evidence[0], evidence);
    const std::string refusal = RefusalOf(setup);
    EXPECT_EQ(setup.runs, refusal.empty() ? 1 : 0);
    const std::string file = (setup.options.evidence[0] / (evidence.id + ".json")).native();
    EXPECT_TRUE(refusal.empty() || refusal.starts_with(file + ": ")) << refusal;
    return refusal.empty() ? "" : refusal.substr(file.size() + 2);
  };
  EXPECT_EQ(refusal_of([](Evidence&, ClaimList&) {}), "");
  EXPECT_EQ(refusal_of([](Evidence& evidence, ClaimList&) { evidence.id = "unheard-of"; }),
            "no claim is about evidence of this id");
  EXPECT_EQ(refusal_of([](Evidence& evidence, ClaimList&) { evidence.kind = EvidenceKind::kFuzz; }),
            "its kind is fuzz; claims know it as enumeration");
  EXPECT_EQ(refusal_of([](Evidence& evidence, ClaimList&) { evidence.counts["kei"] = 1; }),
            "it counts kei, which nothing reads");
  const auto misspell = [](Evidence& evidence, ClaimList&) {
    evidence.contradictions = {{"against-clam", "It differs.", "A: x\n"}};
  };
  EXPECT_EQ(refusal_of(misspell), "it contradicts against-clam, which no claim reads: It differs.");
  // Only a claim that names this evidence hears it.
  EXPECT_NE(refusal_of([&misspell](Evidence& evidence, ClaimList& claims) {
              misspell(evidence, claims);
              claims.claims.push_back(SyntheticClaim("clam", "other"));
              ListEvidence(claims);
            }),
            "");
}

TEST(Audit, RefusesACountAboveTheSizeOfTheScope) {
  MadeUpAudit setup;
  setup.options.engines[0].most = 99;
  EXPECT_NE(RefusalOf(setup).find("counts 100 of key; its scope has only 99"), std::string::npos);
  setup.options.engines[0].most = 100;
  setup.options.rerun = true;
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
}

TEST(Audit, FullDeviceIsAnErrorOfTheTable) {
  MadeUpAudit setup;
  const AuditResult result = RunAudit(setup.options);
  std::FILE* full = std::fopen("/dev/full", "w");
  ASSERT_NE(full, nullptr);
  EXPECT_THROW(PrintAudit(result, setup.options.out, full), UserError);
  std::fclose(full);
}

// Evidence of the matrix of engines and mutants.

MutationResult ResultOf(const std::string& engine, const char* mutant, bool killed,
                        std::uint64_t cases) {
  MutationResult result;
  result.engine = engine;
  result.mutant = FindMutant(mutant);
  result.result = {killed, cases};
  result.seconds = 0.5;
  result.beyond = Beyond(engine, *result.mutant);
  return result;
}

// The text of a file of results, as scripts write it, of this build.
std::string ResultsText(const std::vector<MutationResult>& results) {
  std::string text;
  for (const auto& [engine, mutant, result, seconds, beyond] : results) {
    text += fmt::format(
        R"({}{{"engine": "{}", "mutant": "{}", "killed": {}, "cases": {}, "seconds": {}}})",
        text.empty() ? "" : ",\n", engine, mutant->name, result.killed, result.cases, seconds);
  }
  return fmt::format(R"({{"digest": "{}", "results": [{}]}})", BuildDigest(), text);
}

Evidence EvidenceOf(const std::string& text) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "results.json";
  std::ofstream(file) << text;
  return FuzzMutantsEvidence(file.string());
}

TEST(TheMatrix, CountsWhatWasCaughtAndNotesWhatIsBeyondAnEngine) {
  Evidence evidence;
  AddMutationResults({ResultOf("sample", "fold-bracket", true, 17),
                      ResultOf("sample", "sixteen-headers", false, 0)},
                     evidence);
  EXPECT_EQ(evidence.count, 17U);
  EXPECT_EQ(evidence.counts.at("cases/sample/fold-bracket"), 17U);
  EXPECT_EQ(evidence.counts.at("killed/sample"), 1U);
  EXPECT_EQ(evidence.counts.at("beyond/sample/sixteen-headers"), 1U);
  EXPECT_EQ(evidence.durations.at("sample/fold-bracket"), 0.5);
  EXPECT_TRUE(evidence.contradictions.empty());
  ASSERT_EQ(evidence.notes.size(), 1U);
  EXPECT_EQ(
      evidence.notes[0],
      "sample cannot show sixteen-headers, which stores no seventeenth header: it has at most six "
      "entries.");
}

TEST(TheMatrix, ContradictsAnEngineByTheNameOfWhatEscapedIt) {
  const Evidence evidence =
      MutationEvidence("rapidcheck", {ResultOf("rapidcheck", "fold-bracket", false, 10000)});
  EXPECT_EQ(evidence.id, "mutants-rapidcheck");
  const auto of_bracket =
      std::ranges::find_if(evidence.contradictions, [](const Contradiction& found) {
        return found.detail.find("fold-bracket") != std::string::npos;
      });
  ASSERT_NE(of_bracket, evidence.contradictions.end());
  EXPECT_EQ(of_bracket->key, "survived/rapidcheck");
  EXPECT_EQ(of_bracket->counterexample, "[: v\n");
  EXPECT_EQ(evidence.counts.at("survived/rapidcheck/fold-at-sign"), 0U);  // it was never tried
  EXPECT_EQ(evidence.counts.at("survived/rapidcheck/fold-bracket"), 10000U);
}

TEST(TheMatrix, AsksOfFuzzTargetsThatOneOfThemCatchesWithoutSeeds) {
  const Evidence evidence =
      EvidenceOf(ResultsText({ResultOf("fuzz-order-seeded", "fold-bracket", true, 3),
                              ResultOf("fuzz-order", "fold-bracket", true, 900),
                              ResultOf("fuzz-request-path", "fold-bracket", true, 90),
                              ResultOf("fuzz-safe-policies", "fold-bracket", false, 2000),
                              ResultOf("fuzz-order-seeded", "fold-or-20", true, 3),
                              ResultOf("fuzz-order", "fold-or-20", false, 100000)}));
  EXPECT_EQ(evidence.digest, BuildDigest());
  EXPECT_EQ(evidence.ended, Ended::kFinished);
  EXPECT_EQ(evidence.id, "mutants-fuzz");
  EXPECT_EQ(evidence.counts.at("cases/fuzz/fold-bracket"), 90U);
  EXPECT_EQ(evidence.counts.at("killed/fuzz"), 1U);
  // No seed shows it: it is beyond that target. Where one does, it survived it; and so all of them.
  EXPECT_EQ(evidence.counts.at("beyond/fuzz-safe-policies/fold-bracket"), 1U);
  EXPECT_EQ(evidence.counts.at("survived/fuzz-order/fold-or-20"), 100000U);
  EXPECT_EQ(evidence.counts.at("survived/fuzz/fold-or-20"), 100000U);
  EXPECT_FALSE(evidence.counts.contains("survived/fuzz/fold-at-sign"));  // none tried it
  EXPECT_EQ(std::ranges::count_if(evidence.contradictions,
                                  [](const Contradiction& found) {
                                    return found.key == "survived/fuzz" &&
                                           found.detail.find("fold-or-20") != std::string::npos;
                                  }),
            1);
  EXPECT_EQ(std::ranges::count_if(evidence.contradictions,
                                  [](const Contradiction& found) {
                                    return found.detail.find("fold-bracket") != std::string::npos;
                                  }),
            0);
}

TEST(TheMatrix, IsRefusedIfItIsBrokenOrOfOtherEngines) {
  const auto error_of = [](const std::string& text) {
    return ErrorOf([&text] { EvidenceOf(text); });
  };
  const MutationResult result = ResultOf("fuzz-order", "fold-bracket", true, 1);
  const std::string right = ResultsText({result});
  ASSERT_EQ(error_of(right), "");
  EXPECT_NE(error_of(ResultsText({})).find("no results"), std::string::npos);
  EXPECT_NE(error_of(ResultsText({result, result})).find("twice"), std::string::npos);
  EXPECT_NE(
      error_of(ResultsText({ResultOf("rapidcheck", "fold-bracket", true, 1)})).find("fuzz-TARGET"),
      std::string::npos);
  EXPECT_NE(error_of(Replaced(right, "fold-bracket", "fold-nothing")).find("names no mutant"),
            std::string::npos);
  EXPECT_NE(error_of(Replaced(right, std::string(BuildDigest()), "?")).find("a digest that is not"),
            std::string::npos);
  EXPECT_NE(error_of(right.substr(0, right.size() - 2)).find("is not JSON"), std::string::npos);
  EXPECT_THROW(FuzzMutantsEvidence("/nowhere/results"), UserError);
}

// Evidence of the counts of fuzz targets.

FuzzCounts CountsOf(const std::string& target, std::uint64_t cases) {
  FuzzCounts counts;
  counts.build = std::string(64, 'f');
  counts.target = target;
  counts.tally.cases = cases;
  counts.tally.checks = 2 * cases;
  return counts;
}

// What was left in one file for each of `texts`.
Evidence EvidenceOfCounts(const std::vector<std::string>& texts, int status = 0,
                          const std::string& target = "order",
                          const std::optional<std::string>& finding = std::nullopt) {
  const TemporaryFolder folder;
  std::vector<std::string> files;
  for (const std::string& text : texts) {
    files.push_back((folder.path() / std::to_string(files.size())).string());
    std::ofstream(files.back()) << text;
  }
  FuzzRun run{target, files, status, 4.2, std::nullopt};
  if (finding) {
    run.finding = (folder.path() / "finding").string();
    std::ofstream(*run.finding) << *finding;
  }
  return FuzzEvidence(run);
}

TEST(Counts, OfAllProcessesOfATargetAreItsEvidenceAndOfItsBuild) {
  const Evidence evidence = EvidenceOfCounts(
      {PrintFuzzCounts(CountsOf("request_path", 5)), PrintFuzzCounts(CountsOf("request_path", 7))},
      0, "request_path");
  EXPECT_EQ(evidence.id, "fuzz-request-path");
  EXPECT_EQ(evidence.kind, EvidenceKind::kFuzz);
  EXPECT_EQ(evidence.ended, Ended::kFinished);
  EXPECT_EQ(evidence.counts.at("runs"), 12U);
  EXPECT_EQ(evidence.count, 24U);
  EXPECT_EQ(evidence.digest, std::string(64, 'f'));
  EXPECT_EQ(evidence.commit, "unknown");
  EXPECT_EQ(evidence.seconds, 4.2);
  EXPECT_TRUE(evidence.by_clock);
}

// Whoever ended it: the target found nothing, and the run shows nothing.
TEST(Counts, OfATargetThatWasStoppedAreOfARunThatIsNotFinished) {
  const std::string text = PrintFuzzCounts(CountsOf("order", 5));
  for (const int status : {130, 143, 137, -2, -9, -15}) {
    const Evidence evidence = EvidenceOfCounts({text}, status);
    EXPECT_EQ(evidence.ended, Ended::kStopped) << status;
    EXPECT_TRUE(evidence.contradictions.empty()) << status;
  }
}

// A sanitizer, a leak, a time-out, too much memory, abort(), a signal: each is a contradiction.
TEST(Counts, OfATargetThatDiedContradict) {
  const std::string text = PrintFuzzCounts(CountsOf("order", 5));
  for (const int status : {1, 70, 71, 77, 134, 139, -6, -11}) {
    const Evidence evidence = EvidenceOfCounts({text}, status);
    EXPECT_EQ(evidence.ended, Ended::kFailed) << status;
    ASSERT_EQ(evidence.contradictions.size(), 1U);
    EXPECT_EQ(evidence.contradictions[0].key, "fuzz-order");
    EXPECT_EQ(evidence.contradictions[0].type, CounterexampleType::kRun);
    EXPECT_EQ(evidence.contradictions[0].counterexample,
              fmt::format("The target order ended with status {} after 5 inputs, and found 0 "
                          "violations.",
                          status));
  }
  FuzzCounts found = CountsOf("order", 5);
  found.tally.violations = 1;
  EXPECT_EQ(EvidenceOfCounts({PrintFuzzCounts(found)}).contradictions.size(), 1U);
}

// Also if it died before it counted anything.
TEST(Counts, OfATargetThatDiedHaveTheInputAsTheirCounterexample) {
  for (const std::vector<std::string>& texts :
       {std::vector<std::string>{}, {PrintFuzzCounts(CountsOf("order", 5))}}) {
    const Evidence evidence = EvidenceOfCounts(texts, 77, "order", "A:x\nno-end");
    ASSERT_EQ(evidence.contradictions.size(), 1U);
    EXPECT_EQ(evidence.contradictions[0].type, CounterexampleType::kCase);
    EXPECT_EQ(evidence.contradictions[0].counterexample, "A: x\nno-end\n");
  }
  EXPECT_EQ(EvidenceOfCounts({}).ended, Ended::kStopped);  // it counted nothing
}

TEST(Counts, OfAPlantedMutantOrNamedTwiceAreNoEvidence) {
  FuzzCounts planted = CountsOf("order", 5);
  planted.planted = "fold-bracket";
  EXPECT_NE(ErrorOf([&] {
              EvidenceOfCounts({PrintFuzzCounts(planted)});
            }).find("is of the mutant fold-bracket"),
            std::string::npos);
  EXPECT_NE(ErrorOf([] {
              FuzzEvidence({"order", {"a", "a"}, 0, 1, std::nullopt});
            }).find("is named twice"),
            std::string::npos);
}

TEST(Counts, ThatAreTornOrOfSeveralTargetsOrBuildsAreRefused) {
  const std::string text = PrintFuzzCounts(CountsOf("order", 5));
  EXPECT_THROW(EvidenceOfCounts({""}), UserError);
  EXPECT_THROW(EvidenceOfCounts({text.substr(0, text.size() - 1)}), UserError);
  EXPECT_THROW(EvidenceOfCounts({text, PrintFuzzCounts(CountsOf("headers", 5))}), UserError);
  EXPECT_THROW(EvidenceOfCounts({text, Replaced(text, "build f", "build e")}), UserError);
  EXPECT_THROW(FuzzEvidence({"order", {"/nowhere/counts"}, 0, 1, std::nullopt}), UserError);
}

TEST(TheMatrix, HasNoMutantThatEscapesTheOutcomesRecordedFromYarpcGoThoughTheyCanShowIt) {
  const auto records = ReadGoldenFolder(HEADERPROOF_SOURCE_DIR "/golden").records;
  const std::vector<MatrixEngine> engines = {
      {"yarpc-go", [&records](const ConverterSet& converter_set) {
         return KillByGolden(converter_set, records);
       }}};
  const std::size_t most = HEADERPROOF_SANITIZED ? 20 : AllMutants().size();
  const auto results = RunMutants(engines, AllMutants().first(most), nullptr);
  EXPECT_EQ(Survivors(results), std::vector<std::string>());
}

VerdictKind VerdictOnGolden(const GoldenFolder& golden, Path path) {
  StoredEvidence stored = SyntheticEvidence();
  stored.evidence = GoldenEvidence(golden);
  stored.evidence.id = "golden";
  stored.evidence.kind = EvidenceKind::kGolden;
  stored.evidence.digest = kThisDigest;
  const std::string id = "golden-" + std::string(PathName(path));
  return Verdict::FromEvidence(BuiltInClaims(), *BuiltInClaims().Find(id), {stored}).kind();
}

TEST(RecordedOutcomes, AreAllHeldAgainstTheModelAndEachMayRefute) {
  const GoldenFolder golden = ReadGoldenFolder(HEADERPROOF_SOURCE_DIR "/golden");
  ASSERT_FALSE(golden.lowercased_otherwise.empty());
  for (const Path path : kPaths) {
    const auto at = static_cast<std::size_t>(path);
    EXPECT_EQ(VerdictOnGolden(golden, path), VerdictKind::kHolds);
    for (auto list : {&GoldenFolder::records, &GoldenFolder::lowercased_otherwise}) {
      GoldenFolder changed = golden;
      for (Outcome& outcome : (changed.*list).back().outcomes[at][0]) {
        outcome = Outcome();
        outcome.headers = outcome.original_headers = {{"never", "given"}};
      }
      EXPECT_EQ(VerdictOnGolden(changed, path), VerdictKind::kRefuted);
      GoldenFolder fewer = golden;
      (fewer.*list).pop_back();
      EXPECT_EQ(VerdictOnGolden(fewer, path), VerdictKind::kUnknown);
    }
  }
}

TEST(RecordedOutcomes, ThatAreLeftOutAreCountedWithTheReason) {
  GoldenFolder golden;
  golden.records.resize(1);
  for (const char* name : {"a", "b", "c", "d", "Foo", "foo"}) {
    golden.records[0].metadata.push_back({name, {name}});
  }
  for (auto& sets : golden.records[0].outcomes) sets[0] = sets[1] = {Outcome{}};
  const Evidence evidence = GoldenEvidence(golden);
  EXPECT_EQ(evidence.counts.at("skipped"), 4U * 3);
  EXPECT_NE(evidence.notes.front().find("the order decides"), std::string::npos);
}

// What an engine read is of this build, or its evidence is not.
TEST(Audit, TakesEvidenceOfOtherFilesThanThoseOfThisBuildForStale) {
  const std::string corpus = HEADERPROOF_SOURCE_DIR "/corpus";
  EXPECT_EQ(FolderDigest(corpus, "corpus"), PartDigest("corpus"));
  EXPECT_EQ(FolderDigest(HEADERPROOF_SOURCE_DIR "/golden", "golden"), PartDigest("golden"));
  MadeUpAudit setup;
  setup.options.engines[0].reads = {{"corpus", corpus}};
  EXPECT_EQ(RunAudit(setup.options).exit_code(), 0);
  setup.options.engines[0].reads = {{"corpus", corpus + "/values"}};
  setup.options.rerun = true;
  EXPECT_EQ(VerdictOf(setup), VerdictKind::kUnknown);
}

TEST(QuickEngines, HaveTheIdsThatClaimsName) {
  std::set<std::string> ids;
  for (const EngineRun& engine : QuickEngines({})) ids.insert(engine.id);
  for (const Claim& claim : BuiltInClaims().claims) {
    for (const Need& need : claim.needs) {
      if (BuiltInClaims().FindEvidence(need.id)->kind == EvidenceKind::kEnumeration) {
        EXPECT_TRUE(ids.contains(need.id)) << need.id;
      }
    }
  }
}

// Files may change between two runs of one build.
TEST(QuickEngines, ThatReadFilesOrAskLibrariesRunAgainEachTime) {
  std::set<std::string> always;
  for (const EngineRun& engine : QuickEngines({})) {
    if (engine.always && engine.id.find("wire") == std::string::npos) always.insert(engine.id);
  }
  EXPECT_EQ(always, (std::set<std::string>{"corpus", "golden", "mutants"}));
}

}  // namespace
}  // namespace headerproof
