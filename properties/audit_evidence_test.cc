// Evidence and claims as files: what is written is read again, and anything else is refused.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <nlohmann/json.hpp>

#include "properties/audit_synthetic.h"
#include "properties/temporary_folder.h"
#include "src/cases/text.h"
#include "src/claims/verdict.h"
#include "src/engines/examine.h"
#include "src/engines/tally_evidence.h"
#include "src/evidence/build_info.h"
#include "src/evidence/evidence.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

Evidence FullEvidence() {
  Evidence evidence = SyntheticEvidence().evidence;
  evidence.kind = EvidenceKind::kWire;
  evidence.differences["request"]["field-changed"] = {3, "Rpc-Caller: x\n"};
  evidence.contradictions = {{"a", "b", "A: x\n"},
                             {"c", "d", std::nullopt},
                             {"e", "f", "not a case", CounterexampleType::kSourceLine}};
  evidence.conditions = {{"key", "If it rains."}};
  evidence.seed = 18446744073709551615U;
  evidence.examples = {{"edge", "B: x\n"}};
  evidence.measurements = {
      {"yarpc-go", "direct", "request", 15, 1977.5, 9, 0.8922, 0.041, 0.8, 0.9},
      {"yarpc-go", "canonicalizing", "request", 15, 2217, std::nullopt, std::nullopt, std::nullopt,
       std::nullopt, std::nullopt}};
  evidence.notes = {"One was skipped."};
  return evidence;
}

// What ParseEvidence says against `text`; empty if nothing.
std::string WrongInEvidence(const std::string& text) {
  return ErrorOf([&text] { ParseEvidence(text, "dir/engine.json"); });
}

TEST(Evidence, IsReadAsItWasWritten) {
  const std::string text = PrintEvidence(FullEvidence());
  EXPECT_EQ(PrintEvidence(ParseEvidence(text, "file")), text);
  EXPECT_EQ(ParseEvidence(text, "file").contradictions[0].counterexample, "A: x\n");
  EXPECT_EQ(ParseEvidence(text, "file").seed, 18446744073709551615U);
  const std::vector<Measurement> measurements = ParseEvidence(text, "file").measurements;
  ASSERT_EQ(measurements.size(), 2U);
  EXPECT_DOUBLE_EQ(measurements[0].nanoseconds, 1978);  // four figures are kept
  EXPECT_EQ(measurements[0].ratio, 0.8922);
  EXPECT_EQ(measurements[1].p, std::nullopt);
}

TEST(Evidence, NamesEveryKindAndFindsItByItsName) {
  for (std::size_t i = 0; i < kEvidenceKindCount; ++i) {
    const auto kind = static_cast<EvidenceKind>(i);
    EXPECT_EQ(FindByName<EvidenceKind>(NameOf(kind)), kind);
  }
  EXPECT_EQ(FindByName<EvidenceKind>("rumour"), std::nullopt);
}

TEST(Evidence, ThatIsMalformedOrForeignIsRefusedWithItsFileAndReason) {
  const std::string text = PrintEvidence(FullEvidence());
  ASSERT_EQ(WrongInEvidence(text), "");
  const auto expect_error = [](const std::string& malformed, const std::string& reason) {
    const std::string error = WrongInEvidence(malformed);
    EXPECT_TRUE(error.starts_with("dir/engine.json")) << error;
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  };
  expect_error("", "is not JSON");
  expect_error("[]", "has to be an object");
  expect_error("{}", "lacks the field \"schema\"");
  expect_error(text.substr(0, text.size() / 2), "is not JSON");
  expect_error(text + "x", "is not JSON");
  expect_error(std::string(100000, '['), "nested too deeply");
  expect_error(Replaced(text, "\"schema\": 4", "\"schema\": 1"), "schema is 1");
  expect_error(Replaced(text, "\"schema\": 4", "\"schema\": 4, \"schema\": 4"), "twice");
  expect_error(Replaced(text, "\"schema\": 4", "\"schema\": 4, \"more\": 1"), "unknown field");
  expect_error(Replaced(text, "\"wire\"", "\"rumour\""),
               "kind has to be one of enumeration, property");
  expect_error(Replaced(text, "\"ratio\": 0.8922", "\"ratio\": -1"), "measurements[0].ratio");
  expect_error(Replaced(text, "\"ratio\": 0.8922", "\"ratio\": 1e7"),
               "at most 86400 s and a ratio of 1000");
  expect_error(Replaced(text, "\"entries\": 15", "\"entries\": 0"),
               "at most 86400 s and a ratio of 1000");
  expect_error(Replaced(text, "\"p\": 0.041", "\"q\": 0.041"), "lacks the field \"p\"");
  expect_error(Replaced(text, "\"count\": 100", "\"count\": -1"), "count has to be a whole");
  expect_error(Replaced(text, "\"count\": 100", "\"count\": 1.5"), "count has to be a whole");
  expect_error(Replaced(text, "\"by_clock\": false", "\"by_clock\": 1"), "true or false");
  expect_error(Replaced(text, "\"A: x\\n\"", "\"A\\\\q: x\""), "is not a case");
  expect_error(Replaced(text, "\"engine\"", "\"../engine\""), "has an id that is not");
  expect_error(Replaced(text, "\"seconds\": 1.5", "\"seconds\": -1"),
               "has to be a number, not negative");
  expect_error(Replaced(text, "a subject", "\xff"), "is not JSON");
  expect_error(Replaced(text, "\"finished\"", "\"perhaps\""), "ended has to be one of finished, ");
  expect_error(Replaced(text, "\"notes\"", "\"remarks\""), "lacks the field \"notes\"");
  expect_error(Replaced(text, kThisDigest, "unknown"), "a digest that is not 64");
}

TEST(Evidence, ThatCountsWhatCannotBeIsRefused) {
  const auto error_with = [](const std::function<void(Evidence&)>& spoil) {
    Evidence evidence = FullEvidence();
    spoil(evidence);
    return WrongInEvidence(PrintEvidence(evidence));
  };
  const auto expect_error = [&](const std::string& reason,
                                const std::function<void(Evidence&)>& spoil) {
    EXPECT_NE(error_with(spoil).find(reason), std::string::npos) << error_with(spoil);
  };
  EXPECT_EQ(error_with([](Evidence&) {}), "");
  expect_error("counts 0 of key", [](Evidence& one) { one.counts["key"] = 0; });
  expect_error("counts 0 of long", [](Evidence& one) { one.classes["long"] = 0; });
  expect_error("counts 101 of key, but made 100", [](Evidence& one) { one.counts["key"] = 101; });
  expect_error("counts 101 of long", [](Evidence& one) { one.classes["long"] = 101; });
  expect_error("more than 1000000000000000 checks", [](Evidence& one) { one.count = ~0ULL; });
  expect_error("finished but made no checks", [](Evidence& one) {
    one.count = 0;
    one.counts.clear();
    one.classes.clear();
  });
  expect_error("a p above 1", [](Evidence& one) { one.measurements[0].p = 5; });
}

TEST(Evidence, ThatWasChangedSinceItWasWrittenIsRefused) {
  const std::string text = PrintEvidence(FullEvidence());
  for (const auto& [from, to] :
       std::vector<std::pair<std::string, std::string>>{{"\"key\": 100", "\"key\": 99"},
                                                        {"\"a subject\"", "\"another subject\""},
                                                        {"\"finished\"", "\"stopped\""},
                                                        {kThisDigest, std::string(64, 'e')},
                                                        {"\"seconds\": 1.5", "\"seconds\": 2.5"},
                                                        {"\n}\n", "\n }\n"}}) {
    const std::string error = WrongInEvidence(Replaced(text, from, to));
    EXPECT_NE(error.find("it was changed since it was written"), std::string::npos)
        << from << error;
  }
}

TEST(Evidence, ThatLacksAnyOfItsFieldsIsRefused) {
  const auto whole = nlohmann::json::parse(PrintEvidence(FullEvidence()));
  ASSERT_TRUE(whole.contains("digest"));
  for (const auto& [field, value] : whole.items()) {
    auto lacking = whole;
    lacking.erase(field);
    const std::string error = WrongInEvidence(lacking.dump());
    EXPECT_NE(error.find("lacks the field \"" + field + "\""), std::string::npos) << error;
  }
}

TEST(Evidence, ThatIsMalformedIsReportedWithItsLineAndColumn) {
  EXPECT_EQ(WrongInEvidence("{\n \"schema\": \"two\"}"),
            "dir/engine.json:2:16: schema has to be a whole number, not negative");
  EXPECT_EQ(WrongInEvidence("{\n \"a\": 1,\n \"a\": 2}"),
            "dir/engine.json:3:4: has the field \"a\" twice in one object");
  EXPECT_EQ(WrongInEvidence("{\n}"), "dir/engine.json:1:1: the file lacks the field \"schema\"");
}

// A draft with what it has to have, and no more.
const std::string kDraft =
    R"({"id": "coverage", "kind": "coverage", "scope": "s", "ended": "finished", "count": 2, )"
    R"("counts": {"a": 2}, "command": "c", "seconds": 1, "digest": ")" +
    std::string(64, 'd') + "\"}";

std::string WrongInDraft(const std::string& text) {
  return ErrorOf([&text] { ParseDraft(text, "draft.json"); });
}

TEST(Draft, BecomesEvidenceOfTheBuildThatWasMeasured) {
  Evidence evidence = ParseDraft(kDraft, "draft.json");
  EXPECT_EQ(evidence.digest, kThisDigest);
  EXPECT_EQ(evidence.commit, "unknown");  // of another build
  EXPECT_TRUE(evidence.subject.starts_with("headerproof "));
  EXPECT_TRUE(evidence.contradictions.empty());
  evidence = ParseDraft(Replaced(kDraft, kThisDigest, std::string(BuildDigest())), "draft.json");
  EXPECT_EQ(evidence.commit, BuildCommit());
  EXPECT_EQ(PrintEvidence(ParseEvidence(PrintEvidence(evidence), "x")), PrintEvidence(evidence));
}

TEST(Draft, OfAPartHasTheDigestOfThatPartIfItIsOfThisBuild) {
  const std::string draft =
      Replaced(kDraft, "\"count\"", "\"depends_on\": \"source-mutants\", \"count\"");
  EXPECT_EQ(ParseDraft(draft, "draft.json").digest, kThisDigest);
  const std::string ours = Replaced(draft, kThisDigest, std::string(BuildDigest()));
  const std::string digest = ParseDraft(ours, "draft.json").digest;
  EXPECT_EQ(digest, PartDigest("source-mutants"));
  EXPECT_NE(digest, BuildDigest());
  EXPECT_NE(WrongInDraft(Replaced(ours, "source-mutants", "nothing")).find("names no part"),
            std::string::npos);
}

TEST(Draft, ThatLacksAnyOfTheFieldsThatItMustHaveIsRefused) {
  const auto whole = nlohmann::json::parse(kDraft);
  ASSERT_TRUE(whole.contains("digest"));
  for (const auto& [field, value] : whole.items()) {
    auto lacking = whole;
    lacking.erase(field);
    const std::string error = WrongInDraft(lacking.dump());
    EXPECT_NE(error.find("lacks the field \"" + field + "\""), std::string::npos) << error;
  }
}

TEST(Draft, ThatIsWrongIsRefused) {
  ASSERT_EQ(WrongInDraft(kDraft), "");
  const auto expect_error = [](const std::string& from, const std::string& to,
                               const std::string& reason) {
    const std::string error = WrongInDraft(Replaced(kDraft, from, to));
    EXPECT_TRUE(error.starts_with("draft.json:1:")) << error;
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  };
  expect_error("\"coverage\", \"kind\"", "\"a b\", \"kind\"", "has an id that is not");
  expect_error("\"kind\": \"coverage\"", "\"kind\": \"rumour\"", "kind has to be one of");
  expect_error("\"finished\"", "true", "ended has to be a string");
  expect_error("dddd\"", "\"", "has a digest that is not");
  expect_error("\"count\": 2", "\"count\": 2, \"count\": 3", "twice");
  expect_error("\"count\": 2, ", "", "lacks the field \"count\"");
  expect_error("\"count\": 2", "\"count\": 2, \"commit\": \"x\"", "commit has to be left out");
  expect_error("\"count\": 2", "\"count\": 2, \"started\": \"x\"", "started has to be left out");
  expect_error("\"a\": 2", "\"a\": 3", "counts 3 of a, but made 2 checks");
  expect_error("\"count\": 2", "\"count\": 2, \"more\": 1", "unknown field \"more\"");
  expect_error("\"count\": 2", "\"count\": 2, \"notes\": \"x\"", "notes has to be a list");
}

TEST(Evidence, FolderIsReadInOrderAndAFileWithAnotherNameThanItsIdIsRefused) {
  const TemporaryFolder folder;
  WriteEvidence(folder.path(), SyntheticEvidence("b").evidence);
  WriteEvidence(folder.path(), SyntheticEvidence("a").evidence);
  const auto found = ReadEvidenceFolder(folder.path());
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].evidence.id, "a");
  EXPECT_EQ(found[0].sha256.size(), 64U);
  EXPECT_NE(found[0].sha256, found[1].sha256);
  std::filesystem::rename(folder.path() / "a.json", folder.path() / "c.json");
  EXPECT_THROW(ReadEvidenceFolder(folder.path()), UserError);
  EXPECT_THROW(ReadEvidenceFolder(folder.path() / "none"), UserError);
}

// A disk that is full after 64 octets, for as long as this lives.
class FullDisk {
 public:
  FullDisk() {
    std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit tiny{64, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &tiny);
  }
  FullDisk(const FullDisk&) = delete;
  FullDisk& operator=(const FullDisk&) = delete;
  ~FullDisk() { setrlimit(RLIMIT_FSIZE, &before_); }

 private:
  rlimit before_{};
};

TEST(FileSet, KeepsEveryOlderFileWhenTheDiskIsFullAndLeavesNothingHalfWritten) {
  const TemporaryFolder folder;
  WriteEvidence(folder.path(), SyntheticEvidence().evidence);
  const std::string before = ReadFile(folder.path() / "engine.json", 1 << 20);
  std::string error;
  {
    const FullDisk full;
    try {
      FileSet files;
      files.Write(folder.path() / "small.txt", "fits");
      files.Write(folder.path() / "engine.json", std::string(1000, 'x'));
      files.Commit();
    } catch (const UserError& caught) {
      error = caught.what();
    }
  }
  EXPECT_NE(error.find("engine.json: cannot be written: "), std::string::npos) << error;
  EXPECT_EQ(ReadFile(folder.path() / "engine.json", 1 << 20), before);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(FileSet, ReplacesNothingUnlessEverythingCanBeReplaced) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "b");
  FileSet files;
  files.Write(folder.path() / "a", "new");
  files.Write(folder.path() / "b", "new");
  EXPECT_THROW(files.Commit(), UserError);
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "a"));
}

TEST(FileSet, SaysWhyAFolderCannotBeWritten) {
  const TemporaryFolder folder;
  FileSet files;
  EXPECT_THROW(files.Write(folder.path() / "none" / "a", "new"), UserError);
  std::ofstream(folder.path() / "file") << "x";
  EXPECT_THROW(MakeFolder(folder.path() / "file" / "below"), UserError);
}

TEST(TallyEvidence, CountsRelationsClassesAndDifferencesOfWhatWasExamined) {
  Examiner examiner(OwnConverterSets());
  examiner.Examine({{"foo", {"x"}}});
  examiner.Examine({{"Rpc-Caller", {"x"}}});
  Evidence evidence;
  AddTally(examiner.tally(), evidence);
  EXPECT_EQ(evidence.count, examiner.tally().checks);
  EXPECT_EQ(evidence.counts.at("transparent/request"), 1U);
  EXPECT_EQ(evidence.counts.at("transparent-http2/response"), 1U);
  EXPECT_EQ(evidence.counts.at("as-predicted/request"), 2U);
  EXPECT_EQ(evidence.classes.at("misspelled"), 1U);
  EXPECT_EQ(evidence.differences.at("request").at("field-changed").cases, 1U);
  EXPECT_EQ(evidence.differences.at("request").at("field-changed").smallest, "Rpc-Caller: x\n");
  EXPECT_TRUE(evidence.contradictions.empty());
}

TEST(TallyEvidence, ContradictsTheHttp2PartOnlyByACounterexampleInHttp2) {
  Tally tally;
  tally.findings = {{{Relation::kTransparent, Path::kRequest, "wide"}, {{"\xff", {"x"}}}},
                    {{Relation::kTransparent, Path::kResponse, "narrow"}, {{"a", {"x"}}}}};
  Evidence evidence;
  AddTally(tally, evidence);
  std::vector<std::string> keys;
  for (const Contradiction& one : evidence.contradictions) keys.push_back(one.key);
  EXPECT_EQ(keys, (std::vector<std::string>{"transparent/request", "transparent/response",
                                            "transparent-http2/response"}));
}

TEST(Claims, OfThisBuildAreReadAndWithNoEvidenceNoneHolds) {
  const ClaimList& claims = BuiltInClaims();
  for (const Verdict& verdict : JudgeClaims(claims, {})) {
    EXPECT_EQ(verdict.kind(), VerdictKind::kUnknown);
  }
}

// A list of two claims; the second has `rest` besides what all have.
std::string TwoClaims(const std::string& rest, const std::string& source = R"("kind": "wire")") {
  return R"({"schema": 2, "sections": [{"id": "s", "title": "t", "strategy": "u"}], )"
         R"("evidence": [{"id": "i", )" +
         source +
         R"(}], "claims": [{"id": "c", "section": "s", "statement": "x", "path": "both", )"
         R"("stack": null, "expected": "unknown", "contradicted_by": ["k"], )"
         R"("needs": [{"id": "i", "key": "k", "least": 1}]}, {"id": "d", "section": "s", )"
         R"("statement": "x", "path": "both", "expected": "unknown", )" +
         rest +
         R"(}], "limits": [], "citations": [], "argument": [{"id": "root", "kind": "goal", )"
         R"("text": "t", "supported_by": ["c", "d"]}, )"
         R"({"id": "d", "kind": "goal", "supported_by": ["c"]}]})";
}

std::string WrongInClaims(const std::string& text) {
  return ErrorOf([&text] { ParseClaims(text, "claims"); });
}

TEST(Claims, ThatCouldHoldOnNothingOrCouldNotBeRefutedAreRefused) {
  const std::string heard = R"("stack": null, "contradicted_by": ["k"], )";
  const std::string need = R"("needs": [{"id": "i", "key": "k", "least": 1}])";
  EXPECT_EQ(WrongInClaims(TwoClaims(heard + need)), "");
  const auto expect_error = [](const std::string& rest, const std::string& reason) {
    const std::string error = WrongInClaims(TwoClaims(rest));
    EXPECT_NE(error.find(reason), std::string::npos) << error;
  };
  expect_error(heard + R"("needs": [])", "either needs or a derivation");
  expect_error(heard + R"("needs": [{"id": "i", "key": "k", "least": 0}])", "no checks are no ev");
  expect_error(heard + R"("needs": [{"id": "j", "key": "k", "least": 1}])",
               "names the evidence j, which is not listed");
  expect_error(heard + R"("challenged_by": ["j"], )" + need, "j, which is not listed");
  expect_error(R"("stack": null, )" + need, "nothing that could refute it");
  const auto derived = [&](const std::string& equivalence, const std::string& premise) {
    return heard + R"("change": {"equivalence": [)" + equivalence +
           R"(], "relies_on": [], "premises": [[)" + premise + "]]}";
  };
  EXPECT_EQ(WrongInClaims(TwoClaims(derived(R"("c")", R"("c")"))), "");
  expect_error(derived(R"("d")", R"("d")"), "not listed before it");
  expect_error(derived("", R"("c")"), "the equivalence");
}

TEST(Claims, AboutAVersionNeedEvidenceOfThatVersion) {
  const std::string claim = R"("stack": "grpc-go 1.67.3", "contradicted_by": ["k"], )"
                            R"("needs": [{"id": "i", "key": "k", "least": 1}])";
  const auto with = [&claim](const std::string& subject) {
    return WrongInClaims(TwoClaims(claim, R"("kind": "wire", "subject": ")" + subject + '"'));
  };
  EXPECT_EQ(with("grpc-go v1.67.3"), "");
  EXPECT_NE(with("grpc-go v1.67.4").find("another version than its evidence"), std::string::npos);
  EXPECT_NE(with("grpc-go *").find("its evidence i may be of any"), std::string::npos);
}

}  // namespace
}  // namespace headerproof
