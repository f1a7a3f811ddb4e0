// Triage: one fault is one name, however often and in whatever case it is found; and what is kept
// of a corpus shows all that the corpus shows.
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "properties/expect.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/engines/replay.h"
#include "src/judge/minimize.h"
#include "src/triage/kinds.h"
#include "src/triage/origin.h"
#include "src/triage/triage.h"

namespace headerproof {
namespace {

std::vector<std::string> GeneratedInputs(std::uint64_t seed, int count) {
  SeededChoices choices(seed);
  std::vector<std::string> inputs;
  for (int i = 0; i < count; ++i) inputs.push_back(PrintCase(GenerateMetadata(choices)));
  return inputs;
}

std::vector<std::string> CorpusInputs() {
  std::vector<std::string> inputs;
  ReplayOctets({HEADERPROOF_SOURCE_DIR "/corpus"},
               {.on_octets =
                    [&inputs](const std::string&, const std::string& octets) {
                      inputs.push_back(octets);
                      return true;
                    },
                .on_error = {}});
  return inputs;
}

const Mutant* MutantNamed(const char* name) {
  const Mutant* const mutant = FindMutant(name);
  EXPECT_NE(mutant, nullptr) << name;
  return mutant;
}

std::vector<std::string> NamesOf(const Triage& triage) {
  std::vector<std::string> names;
  for (const auto& [name, found] : triage.faults()) names.push_back(name);
  return names;
}

TEST(Triage, FindsNoFaultInTheSharedImplementation) {
  Triage triage(nullptr);
  for (const std::string& input : GeneratedInputs(1, 200)) EXPECT_FALSE(triage.Take("f", input));
  EXPECT_EQ(triage.inputs(), 200U);
  EXPECT_EQ(triage.obeying(), 200U);
}

TEST(Triage, NamesAFaultByWhatDiffersHoweverOftenItIsFound) {
  using Names = std::vector<std::string>;
  const std::pair<const char*, Names> expected[] = {
      {"header-first-wins",
       {"as-predicted-request-value-changed-original-spelling",
        "as-predicted-response-value-changed-original-spelling"}},
      {"value-second-as-first",
       {"as-predicted-request-error-lost", "as-predicted-response-error-lost"}},
      {"fold-misses-last-octet",
       {"as-predicted-request-header-gained-header-lost",
        "as-predicted-response-header-gained-header-lost"}},
  };
  for (const auto& [mutant, names] : expected) {
    Triage triage(MutantNamed(mutant));
    for (const std::string& input : CorpusInputs()) triage.Take("f", input);
    EXPECT_GE(triage.inputs() - triage.obeying(), 10U) << mutant;
    for (const std::string& name : NamesOf(triage)) {
      EXPECT_TRUE(std::ranges::find(names, name) != names.end()) << mutant << ": " << name;
    }
    EXPECT_TRUE(triage.faults().contains(names.front())) << mutant;
  }
}

TEST(Triage, DoesNotDependOnTheOrderOfTheInputs) {
  std::vector<std::string> inputs = CorpusInputs();
  const auto smallest = [](const std::vector<std::string>& in_order) {
    Triage triage(MutantNamed("header-first-wins"));
    for (const std::string& input : in_order) triage.Take("f", input);
    std::map<std::string, std::string> by_name;
    for (const auto& [name, found] : triage.faults()) {
      EXPECT_GE(found.forms.size(), 3U) << name;
      by_name[name] = std::to_string(found.inputs) + " " + PrintCase(*found.fault.smallest);
    }
    return by_name;
  };
  const auto forwards = smallest(inputs);
  EXPECT_FALSE(forwards.empty());
  std::ranges::reverse(inputs);
  EXPECT_EQ(smallest(inputs), forwards);
}

TEST(Triage, CountsAnInputThatComesAgain) {
  Triage triage(MutantNamed("field-ignores-empty"));
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(
        triage.Take("bad-" + std::to_string(i), "RPC-caller: alice\nrpc-Caller:\nfoo: 1\n"));
    EXPECT_FALSE(triage.Take("good-" + std::to_string(i), "foo: 1\n"));
  }
  ASSERT_EQ(NamesOf(triage), (std::vector<std::string>{"as-predicted-request-field-changed"}));
  const TriagedFault& found = triage.faults().begin()->second;
  EXPECT_EQ(found.inputs, 3U);
  EXPECT_EQ(found.file, "bad-0");
  EXPECT_EQ(found.forms.size(), 1U);
  EXPECT_EQ(triage.cases(), (std::map<std::string, std::string>{{"foo: 1\n", "good-0"}}));
}

TEST(Triage, LeavesNothingToReduceEvenOfManyEntries) {
  std::string input;
  for (int i = 0; i < 3000; ++i)
    input += "n" + std::to_string(i) + ": v" + std::to_string(i) + "\n";
  FaultFinder finder(MutantNamed("field-ignores-empty"));
  const auto fault = finder.Find(CaseFrom(input + "rpc-caller: alice\nRPC-Caller:\n"));
  ASSERT_TRUE(fault && fault->smallest);
  VisitReductions(*fault->smallest, [&](const Metadata& reduced) {
    const auto still = finder.Find(reduced);
    EXPECT_FALSE(still && still->name == fault->name) << PrintCase(reduced);
    return false;
  });
}

TEST(Triage, NamesAFaultOfSomeOrderByTheMoreTellingOneThatItComesDownTo) {
  // In the order given the first entry's error hides what is wrong with the second.
  FaultFinder finder(MutantNamed("fold-misses-last-octet"));
  const auto fault = finder.Find(CaseFrom("b: x\nb: y\nA: x\nA: y\n"));
  ASSERT_TRUE(fault);
  EXPECT_EQ(fault->name, "as-predicted-request-header-gained-header-lost");
}

TEST(Triage, SaysWhichMutantWasPlantedInTheLineThatReplays) {
  FaultFinder finder(MutantNamed("fold-bracket"));
  const auto fault = finder.Find(CaseFrom("[: x\n"));
  ASSERT_TRUE(fault);
  EXPECT_NE(fault->description.find("headerproof corpus import --planted fold-bracket -"),
            std::string::npos)
      << fault->description;
}

TEST(AnOrigin, IsReadFromTheNamesThatEnginesGive) {
  const std::pair<const char*, const char*> names[] = {
      {"crashes/request_path-crash-1332279d07407cd6998da16cfc8702fe1fb427af",
       " (libFuzzer, target request_path)!"},
      {"crashes/order-afl-crash-1332279d07407cd6998da16cfc8702fe1fb427af",
       " (AFL++, target order)!"},
      {"-afl-crash-1332279d", ""},
      {"crash-1332279d", " (libFuzzer)!"},
      {"slow-unit-1332279d", " (libFuzzer)!"},
      {"out/default/crashes/id:000000,sig:06,src:000000,time:12,execs:3,op:havoc,rep:2",
       " (AFL++)!"},
      {"id_000000,sig_06,src_000000", " (AFL++)!"},
      {"queue/id:000004,src:000000,time:1,op:flip1,pos:0", " (AFL++)"},
      {"SIGABRT.PC.7fff.STACK.1f.CODE.-6.ADDR.0.INSTR.mov.fuzz", " (honggfuzz)!"},
      {"clusterfuzz-testcase-minimized-request_path-5641408587",
       " (ClusterFuzz, target request_path)!"},
      {"clusterfuzz-testcase-5641408587", " (ClusterFuzz)!"},
      {"no target-crash-1332279d", ""},
      {"1332279d07407cd6998da16cfc8702fe1fb427af", ""},
      {"", ""},
  };
  for (const auto& [name, words] : names) {
    const Origin origin = OriginFrom(name);
    EXPECT_EQ(OriginWords(origin) + (origin.is_finding ? "!" : ""), words) << name;
  }
}

std::vector<KindsOfCase> GeneratedCorpus(std::uint64_t seed, int count) {
  std::vector<KindsOfCase> cases;
  for (const std::string& text : GeneratedInputs(seed, count)) {
    cases.push_back({.file = std::to_string(cases.size()),
                     .octets = text.size(),
                     .digest = text,
                     .is_kept = cases.size() % 50 == 0,
                     .kinds = KindsOf(CaseFrom(text))});
  }
  return cases;
}

std::vector<KindsOfCase> Kept(const std::vector<KindsOfCase>& cases) {
  std::set<std::string> files;
  for (const KindsOfCase& c : CasesToKeep(cases)) files.insert(c.file);
  std::vector<KindsOfCase> kept;  // with all their kinds
  std::ranges::copy_if(cases, std::back_inserter(kept),
                       [&](const KindsOfCase& c) { return files.contains(c.file); });
  return kept;
}

std::set<std::string> FilesOf(const std::vector<KindsOfCase>& cases) {
  std::set<std::string> files;
  for (const KindsOfCase& c : cases) files.insert(c.file);
  return files;
}

std::set<std::string> AllKinds(const std::vector<KindsOfCase>& cases) {
  std::set<std::string> kinds;
  for (const KindsOfCase& c : cases) kinds.insert(c.kinds.begin(), c.kinds.end());
  return kinds;
}

TEST(WhatIsKept, ShowsEveryKindThatTheCorpusShowsInFewCases) {
  const std::vector<KindsOfCase> corpus = GeneratedCorpus(4, 1000);
  const std::vector<KindsOfCase> kept = Kept(corpus);
  EXPECT_EQ(AllKinds(kept), AllKinds(corpus));
  EXPECT_GE(AllKinds(corpus).size(), 150U);
  EXPECT_LT(kept.size(), 200U);
}

TEST(WhatIsKept, HoldsAllThatIsKeptWhateverItShows) {
  const std::vector<KindsOfCase> corpus = GeneratedCorpus(5, 500);
  const std::set<std::string> files = FilesOf(Kept(corpus));
  for (const KindsOfCase& c : corpus) EXPECT_TRUE(!c.is_kept || files.contains(c.file)) << c.file;
}

TEST(WhatIsKept, IsTheSameTwiceAndInAnyOrder) {
  std::vector<KindsOfCase> corpus = GeneratedCorpus(6, 500);
  const std::vector<KindsOfCase> kept = Kept(corpus);
  EXPECT_EQ(FilesOf(Kept(kept)), FilesOf(kept));
  std::ranges::reverse(corpus);
  EXPECT_EQ(FilesOf(Kept(corpus)), FilesOf(kept));
}

TEST(WhatIsKept, IsTheSmallestOfItsKind) {
  const auto make = [](const char* file, std::size_t octets) {
    return KindsOfCase{
        .file = file, .octets = octets, .digest = file, .is_kept = false, .kinds = {"a kind"}};
  };
  EXPECT_EQ(FilesOf(Kept({make("large", 9), make("small", 3), make("also-small", 3)})),
            (std::set<std::string>{"also-small"}));
}

TEST(AKind, TellsApartWhatTheJudgeTellsApart) {
  std::set<std::vector<std::string>> kinds;
  const std::vector<std::string> texts = {
      "",
      "a: x\n",
      "a\n",
      "a: x\na: y\n",
      "A: x\n",
      "a: x\nA: x\n",
      "rpc-caller: x\n",
      "rpc-caller:\n",
      "Rpc-Caller: x\n",
      "Rpc-Service: x\n",
      "rpc-a: x\nrpc-a: y\n",
      "content-type: application/grpc+x\n",
      "rpc-encoding:\ncontent-type: application/grpc+x\n",
      "a: x\na: y\nb: x\nb: y\n",
      "a-bin: x\n",
      "!: x\n",
  };
  for (const std::string& text : texts) kinds.insert(KindsOf(CaseFrom(text)));
  EXPECT_EQ(kinds.size(), texts.size());
  EXPECT_EQ(KindsOf(CaseFrom("b: y\n")), KindsOf(CaseFrom("a: x\n")));
}

}  // namespace
}  // namespace headerproof
