// The judge: our converter sets obey it, and for each relation a converter that breaks that one is
// reported.
#include "src/judge/judge.h"

#include <gtest/gtest.h>

#include <set>

#include "properties/expect.h"
#include "properties/planted_converters.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"
#include "src/judge/model.h"
#include "src/judge/order.h"

namespace headerproof {
namespace {

// The relations that are violated for a case, asked one by one as well as together.
std::set<std::string> Violated(const ConverterSet& converter_set, const std::string& text) {
  const Metadata metadata = CaseFrom(text);
  std::set<std::string> violated;
  for (const Violation& violation : Check(converter_set, metadata).violations) {
    violated.emplace(RelationName(violation.relation));
    EXPECT_FALSE(violation.detail.empty());
  }
  for (const Violation& violation : CheckOrder(converter_set, metadata, kMostOrders)) {
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
  const ConverterSet converter_sets[] = {OwningConverters(), ZeroCopyConverters(),
                                         ModelConverters()};
  for (int i = 0; i < 3000; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    for (const ConverterSet& converter_set : converter_sets) {
      const Judgement judgement = Check(converter_set, metadata);
      ASSERT_TRUE(judgement.obeyed()) << DescribeFailure(metadata, judgement.violations);
      const std::vector<Violation> by_order = CheckOrder(converter_set, metadata, kMostOrders);
      ASSERT_TRUE(by_order.empty()) << DescribeFailure(metadata, by_order);
    }
  }
}

TEST(Judge, SaysThatAPolicyIsNotTransparent) {
  PlantedConverters planted;
  planted.Plant(KeyPolicy::kDirect, [](Path, const Metadata&, Outcome& outcome) {
    if (!outcome.headers.empty()) outcome.headers[0].value += '!';
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "foo: 1\n").contains("transparent"));
  // The relation says nothing of a case that is not lowercase.
  EXPECT_FALSE(Violated(planted.converter_set(), "Foo: 1\n").contains("transparent"));
}

TEST(Judge, SaysThatAllPoliciesAreNotAsPredicted) {
  PlantedConverters planted;
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() && metadata.size() == 1 && metadata[0].name == "a") outcome.fields = {};
  });
  EXPECT_EQ(Violated(planted.converter_set(), "a: 1\n"), Set{});
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() && metadata.size() == 1) outcome.original_headers.clear();
  });
  const Set violated = Violated(planted.converter_set(), "B: 1\n");
  EXPECT_TRUE(violated.contains("as-predicted"));
  EXPECT_FALSE(violated.contains("safe") && violated.contains("transparent"));
}

TEST(Judge, SaysThatGuardedIsNotCanonicalizing) {
  PlantedConverters planted;
  planted.Plant(KeyPolicy::kGuarded, [](Path, const Metadata&, Outcome& outcome) {
    if (outcome.ok()) Append(outcome.headers, {"extra", "1"});
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "Foo: 1\n").contains("safe"));
}

TEST(Judge, ChecksEachRelationOfAPathOnBothPaths) {
  for (const Path wrong : kPaths) {
    PlantedConverters planted;
    planted.Plant(KeyPolicy::kGuarded, [wrong](Path path, const Metadata&, Outcome& outcome) {
      if (path == wrong) outcome.headers.push_back({"extra", "1"});
    });
    for (const Relation relation :
         {Relation::kTransparent, Relation::kAsPredicted, Relation::kSafe}) {
      const Judgement judgement =
          Check(planted.converter_set(), {{"foo", {"1"}}}, {.relations = Only({relation})});
      ASSERT_FALSE(judgement.obeyed()) << RelationName(relation) << ' ' << PathName(wrong);
      EXPECT_EQ(judgement.violations[0].relation, relation);
      EXPECT_EQ(judgement.violations[0].path, wrong);
    }
  }
}

TEST(Judge, SaysThatRejectingLetsAnUppercaseLetterPass) {
  PlantedConverters planted;
  planted.Plant(KeyPolicy::kRejecting,
                [](Path, const Metadata&, Outcome& outcome) { outcome.Clear(); });
  EXPECT_TRUE(Violated(planted.converter_set(), "Foo\n").contains("safe"));
}

TEST(Judge, SaysThatRejectingNamesAnotherEntryThanTheFirst) {
  PlantedConverters planted;
  planted.Plant(KeyPolicy::kRejecting, [](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() || metadata.size() != 2) return;
    outcome.error->entry = 1;
    outcome.error->message = "header name is not lowercase: " + metadata[1].name;
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "A: 1\nB: 1\n").contains("safe"));
  EXPECT_EQ(Violated(planted.converter_set(), "A: 1\n"), Set{});
}

TEST(Judge, SaysThatRejectingRefusesWhatHasNoUppercaseLetter) {
  PlantedConverters planted;
  planted.Plant(KeyPolicy::kRejecting, [](Path, const Metadata& metadata, Outcome& outcome) {
    if (metadata.empty() || metadata[0].name != "[") return;
    outcome.Clear();
    outcome.error = Error{.entry = 0, .message = "header name is not lowercase: ["};
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "[: 1\n").contains("safe"));
}

TEST(Judge, SaysThatTheResponseLacksContentType) {
  PlantedConverters planted;
  planted.PlantInAll([](Path path, const Metadata&, Outcome& outcome) {
    if (path == Path::kRequest) return;
    const auto is_content_type = [](const HeaderPair& header) {
      return header.name == "content-type";
    };
    std::erase_if(outcome.headers, is_content_type);
    std::erase_if(outcome.original_headers, is_content_type);
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "content-type: x\n").contains("paths-agree"));
  EXPECT_EQ(Violated(planted.converter_set(), "foo: x\n"), Set{});
}

TEST(Judge, SaysThatThePathsErrorsDiffer) {
  PlantedConverters planted;
  planted.PlantInAll([](Path path, const Metadata&, Outcome& outcome) {
    if (path == Path::kResponse && !outcome.ok()) outcome.error->message += '.';
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "a: 1\na: 2\n").contains("paths-agree"));
}

TEST(Judge, SaysThatTheResponseRefusesAReservedName) {
  PlantedConverters planted;
  planted.PlantInAll([](Path path, const Metadata& metadata, Outcome& outcome) {
    if (path == Path::kResponse && !metadata.empty() && metadata[0].values.size() > 1) {
      outcome.Clear();
      outcome.error = Error{.entry = 0, .message = "several"};
    }
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "rpc-a: 1\nrpc-a: 2\n").contains("paths-agree"));
}

// As if a map were iterated: what comes first in the octets' order comes first.
TEST(Judge, SaysThatAnOutcomeDoesNotFollowTheOrderOfTheEntries) {
  PlantedConverters planted;
  planted.PlantInAll([](Path path, const Metadata& metadata, Outcome& outcome) {
    Metadata sorted = metadata;
    std::ranges::sort(sorted, {}, &Entry::name);
    FindConverter("canonicalizing")->convert(path, sorted, outcome);
  });
  EXPECT_TRUE(Violated(planted.converter_set(), "foo: 1\nFoo: 2\n").contains("order"));
}

TEST(Judge, SaysThatTheOrderMattersWithoutAReason) {
  PlantedConverters planted;
  planted.PlantInAll([](Path, const Metadata& metadata, Outcome& outcome) {
    if (outcome.ok() && !metadata.empty() && !outcome.headers.empty()) {
      outcome.headers[0].value = metadata[0].name;
    }
  });
  bool found = false;
  for (const Violation& violation :
       CheckOrder(planted.converter_set(), CaseFrom("a: 1\nb: 2\n"), kMostOrders)) {
    found |= violation.detail.find("without a reason") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

TEST(Judge, SaysThatTheWayBackLosesAField) {
  PlantedConverters planted;
  planted.PlantWayBack([](const Outcome& request, Metadata& metadata) {
    std::optional<Error> error = ModelToMetadata(request, metadata);
    if (!metadata.empty() && metadata[0].name == "rpc-caller") metadata.erase(metadata.begin());
    return error;
  });
  EXPECT_EQ(Violated(planted.converter_set(), "rpc-caller: a\n"), Set{"round-trip"});
  EXPECT_EQ(Violated(planted.converter_set(), "rpc-service: a\n"), Set{});
}

TEST(Judge, SaysThatTheWayBackLetsAReservedNamePass) {
  PlantedConverters planted;
  planted.PlantWayBack([](const Outcome& request, Metadata& metadata) {
    metadata.clear();
    for (const auto& [name, value] : request.headers) metadata.push_back({name, {value}});
    return std::optional<Error>();
  });
  EXPECT_EQ(Violated(planted.converter_set(), "rpc-foo: a\n"), Set{"round-trip"});
}

TEST(Judge, SaysWhichRelationsSaidSomethingOfACase) {
  const auto checked = [](const std::string& text, const CheckOptions& options = {}) {
    const Judgement judgement = Check(OwningConverters(), CaseFrom(text), options);
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
  const Judgement lowercase = Check(OwningConverters(), CaseFrom("a!: 1\n"));
  EXPECT_EQ(lowercase.domain, Domain::kToken);
  EXPECT_TRUE(lowercase.transparent(Path::kRequest));
  const Judgement mixed = Check(OwningConverters(), CaseFrom("Rpc-A: 1\nRpc-A: 2\n"));
  EXPECT_EQ(mixed.domain, Domain::kNone);
  EXPECT_TRUE(mixed.transparent(Path::kRequest));
  EXPECT_FALSE(mixed.transparent(Path::kResponse));
}

}  // namespace
}  // namespace headerproof
