// The rules of the two conversions, a sentence each, for all four key policies and every form.
#include "src/converter/convert.h"

#include <gtest/gtest.h>

#include "properties/outcome_text.h"

namespace headerproof {
namespace {

using enum KeyPolicy;
constexpr Path kRequest = Path::kRequest;
constexpr Path kResponse = Path::kResponse;

// All four policies make `expected` of the case on `path`.
void ExpectAll(Path path, const std::string& text, const std::string& expected) {
  for (const KeyPolicy policy : kKeyPolicies) {
    EXPECT_TRUE(Makes(policy, path, CaseFrom(text), expected));
  }
}

// canonicalizing and guarded make `folded` of the case, direct `direct`, and rejecting `rejecting`.
void ExpectEach(Path path, const std::string& text, const std::string& folded,
                const std::string& direct, const std::string& rejecting) {
  const Metadata metadata = CaseFrom(text);
  EXPECT_TRUE(Makes(kCanonicalizing, path, metadata, folded));
  EXPECT_TRUE(Makes(kGuarded, path, metadata, folded));
  EXPECT_TRUE(Makes(kDirect, path, metadata, direct));
  EXPECT_TRUE(Makes(kRejecting, path, metadata, rejecting));
}

TEST(Request, TakesTheSevenFieldsAndLeavesTheRestAsHeaders) {
  ExpectAll(kRequest,
            "rpc-caller: c\nrpc-service: s\nrpc-shard-key: k\nrpc-routing-key: r\n"
            "rpc-routing-delegate: d\nrpc-encoding: raw\nrpc-caller-procedure: p\n"
            "foo: bar\nbaz: bat\n",
            "rpc-caller=c rpc-service=s rpc-shard-key=k rpc-routing-key=r rpc-routing-delegate=d "
            "rpc-encoding=raw rpc-caller-procedure=p; baz: bat, foo: bar");
}

TEST(Request, OfNothingIsNothing) {
  ExpectAll(kRequest, "", "nothing");
  ExpectAll(kResponse, "", "nothing");
}

TEST(Request, SkipsAnEntryWithoutValues) {
  ExpectAll(kRequest, "foo\nrpc-caller\nbar: 1\n", "bar: 1");
  ExpectAll(kResponse, "foo\nrpc-service\nbar: 1\n", "bar: 1");
}

TEST(Request, KeepsAnEmptyValueOfAHeaderAndTellsItFromNoValue) {
  ExpectAll(kRequest, "foo:\n", "foo: ");
  ExpectAll(kResponse, "foo:\n", "foo: ");
}

TEST(Request, RefusesAnEntryWithSeveralValuesWhateverItsName) {
  for (const char* name : {"test-dup", "rpc-caller", "rpc-foo", "content-type",
                           "x-uber-rpc-routing-zone", ":authority", "grpc-accept-encoding"}) {
    const std::string text = std::string(name) + ": v1\n" + name + ": v2\nok: x\n";
    ExpectAll(kRequest, text,
              std::string("error at 0: header has more than one value: ") + name + ":[v1 v2]");
  }
}

TEST(Request, JoinsTheValuesOfARefusedEntryRawByOneSpace) {
  ExpectAll(kRequest, "a: 1\nb:\nb: \\x20x\nb: \\x00\\x0a\n",
            "error at 1: header has more than one value: b:[  x " + std::string("\0\n]", 3));
}

TEST(Request, SaysForWhichEntryItStopped) {
  ExpectAll(kRequest, "a: 1\nb\nc: 1\nc: 2\nd: 1\nd: 2\n",
            "error at 2: header has more than one value: c:[1 2]");
}

TEST(Request, NamesARefusedEntryAsReceivedUnderEveryPolicy) {
  ExpectEach(kRequest, "Foo: 1\nFoo: 2\n", "error at 0: header has more than one value: Foo:[1 2]",
             "error at 0: header has more than one value: Foo:[1 2]",
             "error at 0: header name is not lowercase: Foo");
}

TEST(Response, NamesARefusedEntryAsThePolicyHasIt) {
  ExpectEach(kResponse, "Foo: 1\nFoo: 2\n", "error at 0: header has more than one value: foo:[1 2]",
             "error at 0: header has more than one value: Foo:[1 2]",
             "error at 0: header name is not lowercase: Foo");
}

TEST(Request, SetsAFieldOnlyUnderItsExactNameUnlessThePolicyFolds) {
  ExpectEach(kRequest, "Rpc-Caller: x\n", "rpc-caller=x", "rpc-caller: x; spelled Rpc-Caller: x",
             "error at 0: header name is not lowercase: Rpc-Caller");
}

TEST(Request, DropsRoutingNamesOnlyUnderTheirExactNamesUnlessThePolicyFolds) {
  ExpectAll(kRequest, "x-uber-rpc-routing-zone: z\nx-uber-rpc-routing-region: r\nfoo: 1\n",
            "foo: 1");
  ExpectEach(kRequest, "X-Uber-Rpc-Routing-Zone: z\nfoo: 1\n", "foo: 1",
             "foo: 1, x-uber-rpc-routing-zone: z; spelled X-Uber-Rpc-Routing-Zone: z, foo: 1",
             "error at 0: header name is not lowercase: X-Uber-Rpc-Routing-Zone");
}

TEST(Response, KeepsContentTypeAndRoutingNames) {
  ExpectAll(kResponse, "content-type: application/grpc\nx-uber-rpc-routing-zone: z\n",
            "content-type: application/grpc, x-uber-rpc-routing-zone: z");
}

TEST(Response, SkipsReservedNamesWhateverTheirValues) {
  ExpectAll(kResponse, "rpc-service: a\nrpc-foo: a\nrpc-foo: b\nrpc-: 1\nfoo: 1\n", "foo: 1");
}

TEST(Response, KeepsAReservedNameThatIsSpelledOtherwiseOnlyIfThePolicyTrustsIt) {
  ExpectEach(kResponse, "Rpc-Service: other\nfoo: 1\n", "foo: 1",
             "foo: 1, rpc-service: other; spelled Rpc-Service: other, foo: 1",
             "error at 0: header name is not lowercase: Rpc-Service");
}

TEST(Request, KeepsUnknownReservedNamesAndPseudoNamesAsHeaders) {
  ExpectAll(kRequest, "rpc-foo: 1\nrpc-: 2\n:authority: a\n\"\": e\nrpc_caller: u\n",
            ": e, :authority: a, rpc-: 2, rpc-foo: 1, rpc_caller: u");
}

TEST(Request, LetsTheLastOfTwoSpellingsWin) {
  ExpectEach(kRequest, "Foo: A\nfoo: b\n", "foo: b", "foo: b; spelled Foo: A, foo: b",
             "error at 0: header name is not lowercase: Foo");
  ExpectEach(kRequest, "foo: b\nFoo: A\n", "foo: A", "foo: A; spelled Foo: A, foo: b",
             "error at 1: header name is not lowercase: Foo");
  ExpectEach(kRequest, "rpc-caller: good\nRpc-Caller: evil\n", "rpc-caller=evil",
             "rpc-caller=good; rpc-caller: evil; spelled Rpc-Caller: evil",
             "error at 1: header name is not lowercase: Rpc-Caller");
}

TEST(Request, LetsAnEmptyFieldValueWinWhenItIsLast) {
  ExpectEach(kRequest, "rpc-caller: a\nRPC-CALLER:\n", "nothing",
             "rpc-caller=a; rpc-caller: ; spelled RPC-CALLER: ",
             "error at 1: header name is not lowercase: RPC-CALLER");
}

TEST(Request, DoesNotSeeSeveralValuesInTwoSpellings) {
  ExpectEach(kRequest, "foo: a\nFoo: b\n", "foo: b", "foo: b; spelled Foo: b, foo: a",
             "error at 1: header name is not lowercase: Foo");
}

TEST(Request, ComparesOriginalSpellingsToo) {
  ExpectEach(kRequest, "my-Trace-Tag: v\n", "my-trace-tag: v",
             "my-trace-tag: v; spelled my-Trace-Tag: v",
             "error at 0: header name is not lowercase: my-Trace-Tag");
}

TEST(Request, TakesAnEncodingFromContentTypeOnlyIfThereIsNone) {
  ExpectAll(kRequest, "rpc-encoding: json\ncontent-type: application/grpc+proto\n",
            "rpc-encoding=json");
  ExpectAll(kRequest, "content-type: application/grpc+proto\nrpc-encoding: json\n",
            "rpc-encoding=json");
}

TEST(Request, LetsAnEmptyEncodingAndContentTypeDecideByOrder) {
  ExpectAll(kRequest, "rpc-encoding:\ncontent-type: application/grpc+proto\n",
            "rpc-encoding=proto");
  ExpectAll(kRequest, "content-type: application/grpc+proto\nrpc-encoding:\n", "nothing");
}

TEST(Request, KeepsTheFirstSubtypeThatIsNotEmpty) {
  ExpectEach(kRequest, "content-type: application/grpc\nContent-Type: application/grpc+b\n",
             "rpc-encoding=b",
             "content-type: application/grpc+b; spelled Content-Type: application/grpc+b",
             "error at 1: header name is not lowercase: Content-Type");
}

TEST(Request, PutsAContentTypeThatIsSpelledOtherwiseAmongTheHeadersIfThePolicyTrustsIt) {
  ExpectEach(kRequest, "Content-Type: application/grpc+x\n", "rpc-encoding=x",
             "content-type: application/grpc+x; spelled Content-Type: application/grpc+x",
             "error at 0: header name is not lowercase: Content-Type");
}

TEST(Request, StopsAtTheFirstOfTwoErrors) {
  ExpectEach(kRequest, "a: 1\na: 2\nB: 1\n", "error at 0: header has more than one value: a:[1 2]",
             "error at 0: header has more than one value: a:[1 2]",
             "error at 0: header has more than one value: a:[1 2]");
  ExpectEach(kRequest, "B\na: 1\na: 2\n", "error at 1: header has more than one value: a:[1 2]",
             "error at 1: header has more than one value: a:[1 2]",
             "error at 0: header name is not lowercase: B");
}

TEST(Response, IsRefusedByRejectingForAReservedNameThatItWouldSkip) {
  EXPECT_TRUE(Makes(kRejecting, kResponse, CaseFrom("rpc-X: 1\n"),
                    "error at 0: header name is not lowercase: rpc-X"));
}

TEST(ContentSubtype, FollowsAPlusOrASemicolonExactly) {
  const std::pair<std::string, std::string> table[] = {
      {"application/grpc", ""},
      {"application/grpc+proto", "proto"},
      {"application/grpc;proto", "proto"},
      {"application/grpc+", ""},
      {"application/grpc;", ""},
      {"application/grpc-proto", ""},
      {"application/grpc-web+proto", ""},
      {"application/grpc++", "+"},
      {"application/grpc +proto", ""},
      {" application/grpc+json", ""},
      {"application/grp", ""},
      {"", ""},
      {"application/grpc+proto;q=1", "proto;q=1"},
      {"Application/grpc+proto", ""},
      {"application/grpc+PROTO", "PROTO"},
  };
  for (const auto& [value, subtype] : table) {
    EXPECT_EQ(ContentSubtype(value), subtype) << value;
    ExpectAll(kRequest, PrintCase({{"content-type", {value}}}),
              subtype.empty() ? "nothing" : "rpc-encoding=" + subtype);
  }
}

// Octets above 7f are not touched: not the Kelvin sign, not a lone octet, not a full-width letter.
TEST(Request, FoldsNothingAboveAscii) {
  for (const std::string name : {"\xe2\x84\xaa"
                                 "ey",
                                 "\xc4\xb0", "a\xff", "\xef\xbc\xa1", "x-\xc9", "caf\xc3\xa9",
                                 "rpc-\xc5\xbf"
                                 "ervice"}) {
    const std::string text = PrintCase({{name, {"v"}}});
    ExpectAll(kRequest, text, name + ": v");
  }
}

TEST(Request, TellsUnderscoresFromDashes) {
  ExpectAll(kRequest, "x_foo: 1\nx-foo: 2\n", "x-foo: 2, x_foo: 1");
}

TEST(Request, NeitherSplitsNorTrimsNorDecodesValues) {
  ExpectAll(kRequest, "a: 1,2\nb: \\x20x\\x20\nc-bin: AQI\nd: \\x09\n",
            "a: 1,2, b:  x , c-bin: AQI, d: \t");
}

TEST(Conversion, BorrowsWhatDidNotChange) {
  const Metadata metadata = {{"foo", {"value"}}, {"Bar", {"other"}}};
  const ConversionView view =
      Convert<Path::kRequest, KeyPolicy::kCanonicalizing, std::string_view>(metadata);
  EXPECT_EQ(view.headers.items()[0].name.data(), metadata[0].name.data());
  EXPECT_EQ(view.headers.items()[0].value.data(), metadata[0].values[0].data());
  EXPECT_EQ(view.headers.items()[1].value.data(), metadata[1].values[0].data());
}

TEST(Conversion, OwnsWhatItReturns) {
  Metadata metadata = {{std::string(40, 'F'), {std::string(40, 'v')}}};
  const Conversion owned =
      Convert<Path::kRequest, KeyPolicy::kCanonicalizing, std::string>(metadata);
  metadata.clear();
  EXPECT_EQ(owned.headers.Get(std::string(40, 'f')), std::string(40, 'v'));
}

TEST(Conversion, ReadsMetadataThatBorrowsItsOctets) {
  const std::string_view one[] = {"1"};
  const std::string_view two[] = {"1", "2"};
  const std::vector<EntryView> good = {{"Foo", one}, {"rpc-caller", one}};
  const Conversion request = Convert<Path::kRequest, KeyPolicy::kGuarded, std::string>(good);
  EXPECT_EQ(request.fields[0], "1");
  EXPECT_EQ(request.headers.Get("foo"), "1");
  const std::vector<EntryView> bad = {{"a", {}}, {"b", two}};
  const Conversion refused = Convert<Path::kResponse, KeyPolicy::kDirect, std::string>(bad);
  ASSERT_TRUE(refused.error);
  EXPECT_EQ(refused.error->entry, 1U);
  EXPECT_EQ(refused.error->message, "header has more than one value: b:[1 2]");
}

TEST(Error, HasAWordForItsCode) {
  EXPECT_EQ(ErrorCodeName(ErrorCode::kInvalidArgument), "invalid-argument");
  EXPECT_EQ(ErrorCodeName(ErrorCode::kUnknown), "unknown");
}

}  // namespace
}  // namespace headerproof
