// The judge: our suites obey it, and for each relation a converter that breaks that one is
// reported.
#include "src/judge/judge.h"

#include <gtest/gtest.h>

#include <set>

#include "properties/expect.h"
#include "properties/planted_suite.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/judge/model.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

// The relations that are violated for a case, asked one by one as well as together.
std::set<std::string> Violated(const Suite& suite, const std::string& text) {
  const Metadata metadata = CaseFrom(text);
  Judge judge(suite);
  std::set<std::string> violated;
  for (const Violation& violation : judge.Check(metadata).violations) {
    violated.emplace(RelationName(violation.relation));
    EXPECT_FALSE(violation.detail.empty());
  }
  for (const Violation& violation : CheckOrder(suite, metadata)) {
    violated.emplace(RelationName(violation.relation));
  }
  return violated;
}

using Set = std::set<std::string>;

void Append(HeaderList& list, HeaderPair pair) {
  list.push_back(std::move(pair));
  std::ranges::sort(list);
}

TEST(Judge, IsObeyedByEveryFormAndByTheModel) {
  SeededChoices choices(11);
  const Suite suites[] = {OwningSuite(), ZeroCopySuite(), ModelSuite()};
  for (int i = 0; i < 3000; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    for (const Suite& suite : suites) {
      Judge judge(suite);
      const Judgement& judgement = judge.Check(metadata);
      ASSERT_TRUE(judgement.obeyed()) << DescribeFailure(metadata, judgement.violations);
      const std::vector<Violation> by_order = CheckOrder(suite, metadata);
      ASSERT_TRUE(by_order.empty()) << DescribeFailure(metadata, by_order);
    }
  }
}

TEST(Judge, SaysThatAPolicyIsNotTransparent) {
  PlantedSuite planted;
  planted.Plant(KeyPolicy::kDirect, [](Path, const Metadata&, Outcome& outcome) {
    if (!outcome.headers.empty()) outcome.headers[0].value += '!';
  });
  EXPECT_TRUE(Violated(planted.suite(), "foo: 1\n").contains("transparent"));
  // The relation says nothing of a case that is not lowercase.
  EXPECT_FALSE(Violated(planted.suite(), "Foo: 1\n").contains("transparent"));
}

TEST(Judge, SaysThatAllPoliciesAreNotAsPredicted) {
  PlantedSuite planted;
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() && metadata.size() == 1 && metadata[0].name == "a") outcome.fields = {};
  });
  EXPECT_EQ(Violated(planted.suite(), "a: 1\n"), Set{});
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() && metadata.size() == 1) outcome.original_headers.clear();
  });
  const Set violated = Violated(planted.suite(), "B: 1\n");
  EXPECT_TRUE(violated.contains("as-predicted"));
  EXPECT_FALSE(violated.contains("safe") && violated.contains("transparent"));
}

TEST(Judge, SaysThatGuardedIsNotCanonicalizing) {
  PlantedSuite planted;
  planted.Plant(KeyPolicy::kGuarded, [](Path, const Metadata&, Outcome& outcome) {
    if (outcome.ok()) Append(outcome.headers, {"extra", "1"});
  });
  EXPECT_TRUE(Violated(planted.suite(), "Foo: 1\n").contains("safe"));
}

TEST(Judge, SaysThatRejectingLetsAnUppercaseLetterPass) {
  PlantedSuite planted;
  planted.Plant(KeyPolicy::kRejecting,
                [](Path, const Metadata&, Outcome& outcome) { outcome.Clear(); });
  EXPECT_TRUE(Violated(planted.suite(), "Foo\n").contains("safe"));
}

TEST(Judge, SaysThatRejectingNamesAnotherEntryThanTheFirst) {
  PlantedSuite planted;
  planted.Plant(KeyPolicy::kRejecting, [](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() || metadata.size() != 2) return;
    outcome.error->entry = 1;
    outcome.error->message = "header name is not lowercase: " + metadata[1].name;
  });
  EXPECT_TRUE(Violated(planted.suite(), "A: 1\nB: 1\n").contains("safe"));
  EXPECT_EQ(Violated(planted.suite(), "A: 1\n"), Set{});
}

TEST(Judge, SaysThatRejectingRefusesWhatHasNoUppercaseLetter) {
  PlantedSuite planted;
  planted.Plant(KeyPolicy::kRejecting, [](Path, const Metadata& metadata, Outcome& outcome) {
    if (metadata.empty() || metadata[0].name != "[") return;
    outcome.Clear();
    outcome.error = Error{.entry = 0, .message = "header name is not lowercase: ["};
  });
  EXPECT_TRUE(Violated(planted.suite(), "[: 1\n").contains("safe"));
}

TEST(Judge, SaysThatTheResponseLacksContentType) {
  PlantedSuite planted;
  planted.PlantInAll([](Path path, const Metadata&, Outcome& outcome) {
    if (path == Path::kRequest) return;
    const auto is_content_type = [](const HeaderPair& header) {
      return header.name == "content-type";
    };
    std::erase_if(outcome.headers, is_content_type);
    std::erase_if(outcome.original_headers, is_content_type);
  });
  EXPECT_TRUE(Violated(planted.suite(), "content-type: x\n").contains("paths-agree"));
  EXPECT_EQ(Violated(planted.suite(), "foo: x\n"), Set{});
}

TEST(Judge, SaysThatThePathsErrorsDiffer) {
  PlantedSuite planted;
  planted.PlantInAll([](Path path, const Metadata&, Outcome& outcome) {
    if (path == Path::kResponse && !outcome.ok()) outcome.error->message += '.';
  });
  EXPECT_TRUE(Violated(planted.suite(), "a: 1\na: 2\n").contains("paths-agree"));
}

TEST(Judge, SaysThatTheResponseRefusesAReservedName) {
  PlantedSuite planted;
  planted.PlantInAll([](Path path, const Metadata& metadata, Outcome& outcome) {
    if (path == Path::kResponse && !metadata.empty() && metadata[0].values.size() > 1) {
      outcome.Clear();
      outcome.error = Error{.entry = 0, .message = "several"};
    }
  });
  EXPECT_TRUE(Violated(planted.suite(), "rpc-a: 1\nrpc-a: 2\n").contains("paths-agree"));
}

// As if a map were iterated: what comes first in the octets' order comes first.
TEST(Judge, SaysThatAnOutcomeDoesNotFollowTheOrderOfTheEntries) {
  PlantedSuite planted;
  planted.PlantInAll([](Path path, const Metadata& metadata, Outcome& outcome) {
    Metadata sorted = metadata;
    std::ranges::sort(sorted, {}, &Entry::name);
    FindConverter("canonicalizing")->convert(path, sorted, outcome);
  });
  EXPECT_TRUE(Violated(planted.suite(), "foo: 1\nFoo: 2\n").contains("order"));
}

TEST(Judge, SaysThatTheOrderMattersWithoutAReason) {
  PlantedSuite planted;
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() && !metadata.empty() && !outcome.headers.empty()) {
      outcome.headers[0].value = metadata[0].name;
    }
  });
  bool found = false;
  for (const Violation& violation : CheckOrder(planted.suite(), CaseFrom("a: 1\nb: 2\n"))) {
    found |= violation.detail.find("without a reason") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

TEST(Judge, SaysThatTheWayBackLosesAField) {
  PlantedSuite planted;
  planted.PlantWayBack([](const Outcome& request, Metadata& metadata) {
    std::optional<Error> error = ModelToMetadata(request, metadata);
    if (!metadata.empty() && metadata[0].name == "rpc-caller") metadata.erase(metadata.begin());
    return error;
  });
  EXPECT_EQ(Violated(planted.suite(), "rpc-caller: a\n"), Set{"round-trip"});
  EXPECT_EQ(Violated(planted.suite(), "rpc-service: a\n"), Set{});
}

TEST(Judge, SaysThatTheWayBackLetsAReservedNamePass) {
  PlantedSuite planted;
  planted.PlantWayBack([](const Outcome& request, Metadata& metadata) {
    metadata.clear();
    for (const auto& [name, value] : request.headers) metadata.push_back({name, {value}});
    return std::optional<Error>();
  });
  EXPECT_EQ(Violated(planted.suite(), "rpc-foo: a\n"), Set{"round-trip"});
}

TEST(Judge, SaysWhichRelationsSaidSomethingOfACase) {
  Judge judge(OwningSuite());
  const auto checked = [&judge](const std::string& text, const CheckOptions& options = {}) {
    const Judgement& judgement = judge.Check(CaseFrom(text), options);
    std::string names;
    for (const Relation relation : kRelations) {
      if (!judgement.checked[static_cast<std::size_t>(relation)]) continue;
      names.append(names.empty() ? "" : " ").append(RelationName(relation));
    }
    return names;
  };
  EXPECT_EQ(checked("a: 1\n"), "transparent as-predicted safe paths-agree round-trip");
  EXPECT_EQ(checked("A: 1\n"), "as-predicted safe round-trip");
  EXPECT_EQ(checked("a: 1\na: 2\n"), "transparent as-predicted safe paths-agree");
  EXPECT_EQ(checked("a: 1\n", {.request = false}), "transparent as-predicted safe");
  EXPECT_EQ(checked("a: 1\n", {.response = false}), "transparent as-predicted safe round-trip");
  EXPECT_EQ(checked("a: 1\n", {.relations = 1U << 2}), "safe");
}

TEST(Judge, SaysTheDomainAndWhetherACaseIsTransparent) {
  Judge judge(OwningSuite());
  const Judgement& lowercase = judge.Check(CaseFrom("a!: 1\n"));
  EXPECT_EQ(lowercase.domain, Domain::kToken);
  EXPECT_TRUE(lowercase.transparent(Path::kRequest));
  const Judgement& mixed = judge.Check(CaseFrom("Rpc-A: 1\nRpc-A: 2\n"));
  EXPECT_EQ(mixed.domain, Domain::kNone);
  EXPECT_TRUE(mixed.transparent(Path::kRequest));
  EXPECT_FALSE(mixed.transparent(Path::kResponse));
}

}  // namespace
}  // namespace headerproof
