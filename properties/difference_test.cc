// The named differences: each by its smallest example, or by a pair of outcomes made by hand.
#include "src/judge/difference.h"

#include <gtest/gtest.h>

#include <set>

#include "properties/expect.h"
#include "src/judge/judge.h"

namespace headerproof {
namespace {

using Names = std::vector<std::string_view>;

// The differences from canonicalizing to direct.
Names OfCase(const std::string& text, Path path) {
  const Metadata metadata = CaseFrom(text);
  Outcome before;
  Outcome after;
  FindConverter("canonicalizing")->convert(path, metadata, before);
  FindConverter("direct")->convert(path, metadata, after);
  return FindDifferences(path, before, after).Names();
}

struct Example {
  std::string text;
  Names request;
  Names response;
};

TEST(Difference, IsNamedForTheSmallestExamples) {
  const Example examples[] = {
      {"Rpc-A: 1\nRpc-A: 2\n", {}, {"new-error"}},
      {"Rpc-A: 1\nRpc-A: 2\nb: 1\nb: 2\n", {}, {"error-changed"}},
      {"A: 1\nA: 2\n", {}, {"error-text"}},
      {"Rpc-Caller: x\n", {"field-changed", "reserved-name-leak"}, {"reserved-name-leak"}},
      {"Rpc-Encoding: x\n", {"encoding-changed", "reserved-name-leak"}, {"reserved-name-leak"}},
      {"Content-Type: application/grpc+x\n",
       {"encoding-changed", "content-type-leak"},
       {"original-spelling"}},
      {"Content-Type: x\n", {"content-type-leak"}, {"original-spelling"}},
      {"X-Uber-Rpc-Routing-Zone: x\n", {"routing-name-leak"}, {"original-spelling"}},
      {"Rpc-A: x\n", {"original-spelling"}, {"reserved-name-leak"}},
      {"A: x\n", {"original-spelling"}, {"original-spelling"}},
      {"a: x\n", {}, {}},
      {"", {}, {}},
  };
  for (const Example& example : examples) {
    EXPECT_EQ(OfCase(example.text, Path::kRequest), example.request) << example.text;
    EXPECT_EQ(OfCase(example.text, Path::kResponse), example.response) << example.text;
  }
}

Outcome OfError(std::size_t entry, std::string message,
                ErrorCode code = ErrorCode::kInvalidArgument) {
  Outcome outcome;
  outcome.error = Error{code, entry, std::move(message)};
  return outcome;
}

Outcome OfHeaders(HeaderList headers, HeaderList originals) {
  Outcome outcome;
  outcome.headers = std::move(headers);
  outcome.original_headers = std::move(originals);
  return outcome;
}

Outcome OfHeaders(const HeaderList& headers) {
  return OfHeaders(headers, headers);
}

Names Between(const Outcome& left, const Outcome& right, Path path = Path::kRequest) {
  return FindDifferences(path, left, right).Names();
}

TEST(Difference, IsNamedForErrorsMadeByHand) {
  EXPECT_EQ(Between({}, OfError(0, "a")), Names{"new-error"});
  EXPECT_EQ(Between(OfError(0, "a"), {}), Names{"error-lost"});
  EXPECT_EQ(Between(OfError(0, "a"), OfError(1, "a")), Names{"error-changed"});
  EXPECT_EQ(Between(OfError(0, "a"), OfError(0, "a", ErrorCode::kUnknown)), Names{"error-changed"});
  EXPECT_EQ(Between(OfError(0, "a"), OfError(0, "b")), Names{"error-text"});
  EXPECT_EQ(Between(OfError(0, "a"), OfError(0, "a")), Names{});
}

TEST(Difference, BesideAnErrorIsOfTheErrorAlone) {
  Outcome left = OfHeaders({{"a", "1"}});
  left.fields[0] = "caller";
  EXPECT_EQ(Between(left, OfError(0, "a")), Names{"new-error"});
  EXPECT_EQ(Between(OfError(0, "a"), left), Names{"error-lost"});
}

TEST(Difference, IsNamedForHeadersMadeByHand) {
  const Outcome none;
  EXPECT_EQ(Between(none, OfHeaders({{"a", "1"}})), Names{"header-gained"});
  EXPECT_EQ(Between(OfHeaders({{"a", "1"}}), none), Names{"header-lost"});
  EXPECT_EQ(Between(OfHeaders({{"a", "1"}}, {{"a", "1"}}), OfHeaders({{"a", "2"}}, {{"a", "1"}})),
            Names{"value-changed"});
  EXPECT_EQ(Between(OfHeaders({{"a", "1"}}, {{"a", "1"}}),
                    OfHeaders({{"a", "1"}}, {{"A", "0"}, {"a", "1"}})),
            Names{"original-spelling"});
  EXPECT_EQ(Between(OfHeaders({{"a", "1"}}, {{"A", "1"}}), OfHeaders({{"a", "1"}}, {{"A", "2"}})),
            Names{"original-spelling"});
}

// What a gained header is called depends on its name and the path.
TEST(Difference, IsNamedForAGainedHeaderByItsName) {
  const auto gained = [](const std::string& name, Path path) {
    return Between({}, OfHeaders({{name, "1"}}), path);
  };
  EXPECT_EQ(gained("rpc-caller", Path::kRequest), Names{"reserved-name-leak"});
  EXPECT_EQ(gained("rpc-foo", Path::kRequest), Names{"header-gained"});
  EXPECT_EQ(gained("rpc-foo", Path::kResponse), Names{"reserved-name-leak"});
  EXPECT_EQ(gained("content-type", Path::kRequest), Names{"content-type-leak"});
  EXPECT_EQ(gained("content-type", Path::kResponse), Names{"header-gained"});
  EXPECT_EQ(gained("x-uber-rpc-routing-region", Path::kRequest), Names{"routing-name-leak"});
  EXPECT_EQ(gained("x-uber-rpc-routing-region", Path::kResponse), Names{"header-gained"});
}

TEST(Difference, IsNamedForEachField) {
  for (std::size_t field = 0; field < kFieldCount; ++field) {
    Outcome right;
    right.fields[field] = "x";
    const bool is_encoding = kFieldNames[field] == "rpc-encoding";
    EXPECT_EQ(Between({}, right), Names{is_encoding ? "encoding-changed" : "field-changed"});
  }
}

TEST(Difference, ListsAllThatApplyInTheirOrderAndThenByName) {
  Outcome left = OfHeaders({{"lost", "1"}, {"other", "1"}, {"same", "1"}});
  Outcome right = OfHeaders({{"content-type", "1"},
                             {"gained-a", "1"},
                             {"gained-b", "1"},
                             {"other", "2"},
                             {"rpc-caller", "1"},
                             {"same", "1"},
                             {"x-uber-rpc-routing-zone", "1"}},
                            {{"Same", "1"}, {"other", "2"}});
  left.fields[1] = "s";
  right.fields[5] = "e";
  std::string listed;
  for (const Difference& difference : ListDifferences(Path::kRequest, left, right)) {
    listed += std::string(DifferenceName(difference.kind)) + " " + difference.subject + "\n";
  }
  EXPECT_EQ(listed,
            "field-changed service\nencoding-changed encoding\nreserved-name-leak rpc-caller\n"
            "content-type-leak content-type\nrouting-name-leak x-uber-rpc-routing-zone\n"
            "header-gained gained-a\nheader-gained gained-b\nheader-lost lost\n"
            "value-changed other\noriginal-spelling other\noriginal-spelling same\n");
  EXPECT_EQ(FindDifferences(Path::kRequest, left, right).Names().size(), 9U);
}

TEST(Difference, HasADistinctNameForEachKind) {
  std::set<std::string_view> names;
  for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
    names.insert(DifferenceName(static_cast<DifferenceKind>(kind)));
  }
  EXPECT_EQ(names.size(), kDifferenceKindCount);
}

// An original header without its header is nothing that has a name: the judge has to object.
TEST(Difference, WithoutANameIsAViolation) {
  Converter direct = *FindConverter("direct");
  direct.convert = [](Path, const Metadata&, Outcome& outcome) {
    outcome = OfHeaders({}, {{"ghost", "1"}});
  };
  ConverterSet converter_set = OwningConverters();
  converter_set[static_cast<std::size_t>(KeyPolicy::kDirect)] = &direct;
  const Judgement judgement = Check(converter_set, CaseFrom(""));
  bool found = false;
  for (const Violation& violation : judgement.violations) {
    found |= violation.relation == Relation::kAsPredicted &&
             violation.detail.find("no name") != std::string::npos;
  }
  EXPECT_TRUE(found);
}

}  // namespace
}  // namespace headerproof
