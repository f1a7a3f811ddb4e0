// The way back: its three checks in their order, and what it leaves of the metadata on an error.
#include "src/converter/way_back.h"

#include <gtest/gtest.h>

#include "properties/expect.h"
#include "src/converter/outcome.h"

namespace headerproof {
namespace {

using Fields = std::array<std::string, kFieldCount>;

std::string Appended(const HeaderList& headers, Metadata& metadata) {
  const std::optional<Error> error = AppendHeaders(headers, metadata);
  if (!error) return PrintCase(metadata);
  EXPECT_EQ(error->code, ErrorCode::kInvalidArgument);
  return "error at " + std::to_string(error->entry) + ": " + error->message;
}

std::string Appended(const HeaderList& headers) {
  Metadata metadata;
  return Appended(headers, metadata);
}

TEST(WayBack, WritesTheFieldsThatAreSetAndThenTheHeaders) {
  Metadata metadata;
  const Fields fields = {"c", "", "k", "", "", "raw", ""};
  const HeaderList headers = {{"foo", "1"}, {"Bar", "2"}};
  EXPECT_FALSE(ToMetadata(fields, headers, metadata));
  EXPECT_EQ(PrintCase(metadata),
            "rpc-caller: c\nrpc-shard-key: k\nrpc-encoding: raw\nfoo: 1\nbar: 2\n");
}

TEST(WayBack, LowercasesTheNamesOfHeaders) {
  EXPECT_EQ(Appended({{"X-Foo", "V"}}), "x-foo: V\n");
}

TEST(WayBack, RefusesAReservedNameInAnyCase) {
  for (const std::string name : {"rpc-caller", "Rpc-Caller", "rpc-", "RPC-FOO"}) {
    EXPECT_EQ(Appended({{"a", "1"}, {name, "x"}}),
              "error at 1: cannot use reserved header in application headers: " + Fold(name));
  }
}

TEST(WayBack, RefusesAReservedNameBeforeItLooksAtTheValue) {
  EXPECT_EQ(Appended({{"rpc-caller", ""}}),
            "error at 0: cannot use reserved header in application headers: rpc-caller");
}

TEST(WayBack, LeavesOutAnEmptyValueWithoutAWord) {
  EXPECT_EQ(Appended({{"foo", ""}, {"bar", "1"}}), "bar: 1\n");
}

TEST(WayBack, LeavesOutAnEmptyValueBeforeItLooksForADuplicate) {
  Metadata metadata = CaseFrom("foo: 1\n");
  EXPECT_EQ(Appended({{"foo", ""}}, metadata), "foo: 1\n");
}

TEST(WayBack, RefusesANameThatIsThereAlready) {
  Metadata metadata = CaseFrom("bar: 1\nfoo: a\n");
  EXPECT_EQ(Appended({{"new", "1"}, {"Foo", "b"}}, metadata), "error at 1: duplicate key: foo");
}

TEST(WayBack, RefusesASecondSpellingOfANameThatItWrote) {
  EXPECT_EQ(Appended({{"Foo", "a"}, {"foo", "b"}}), "error at 1: duplicate key: foo");
}

TEST(WayBack, LooksForADuplicateOfTheNameAsItStands) {
  Metadata metadata = CaseFrom("Foo: a\n");
  EXPECT_EQ(Appended({{"Foo", "b"}}, metadata), "Foo: a\nfoo: b\n");
}

TEST(WayBack, LeavesMetadataAsItWasOnAnError) {
  const Metadata before = CaseFrom("foo: a\nempty\n");
  for (const HeaderList& headers :
       {HeaderList{{"new", "1"}, {"foo", "b"}}, HeaderList{{"new", "1"}, {"rpc-x", "b"}}}) {
    Metadata metadata = before;
    EXPECT_TRUE(AppendHeaders(headers, metadata));
    EXPECT_EQ(metadata, before);
  }
}

TEST(WayBack, LeavesNoMetadataOfARequestThatItRefuses) {
  Metadata metadata = CaseFrom("old: 1\n");
  const HeaderList headers = {{"foo", "1"}, {"rpc-x", "2"}};
  EXPECT_TRUE(ToMetadata(Fields{"caller"}, headers, metadata));
  EXPECT_TRUE(metadata.empty());
}

TEST(WayBack, ForgetsTheMetadataThatWasThereBefore) {
  Metadata metadata = CaseFrom("old: 1\n");
  EXPECT_FALSE(ToMetadata(Fields{}, HeaderList{{"foo", "1"}}, metadata));
  EXPECT_EQ(PrintCase(metadata), "foo: 1\n");
}

TEST(WayBack, FindsTheLastOfManyNamesToBeADuplicate) {
  HeaderList headers;
  for (int i = 0; i < 1000; ++i) headers.push_back({"name-" + std::to_string(i), "v"});
  headers.push_back({"Name-500", "v"});
  EXPECT_EQ(Appended(headers), "error at 1000: duplicate key: name-500");
}

// What the changed converter lets through, the way back refuses: forwarding fails.
TEST(WayBack, RefusesWhatAReservedNameThatLeakedWouldForward) {
  EXPECT_EQ(Appended({{"rpc-service", "other"}, {"foo", "1"}}),
            "error at 0: cannot use reserved header in application headers: rpc-service");
}

}  // namespace
}  // namespace headerproof
