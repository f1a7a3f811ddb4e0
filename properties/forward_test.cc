// What may be forwarded, and what must not be.
#include "src/converter/forward.h"

#include <gtest/gtest.h>

#include "properties/expect.h"

namespace headerproof {
namespace {

TEST(Forwarding, KeepsWhatAnApplicationMaySend) {
  const Metadata metadata =
      CaseFrom("foo: bar\nfoo: baz\nx-bin: \\x00\\xff\nrpc-caller: a\nempty:\n");
  const Forwardable result = FilterForForwarding(metadata);
  EXPECT_EQ(result.metadata, metadata);
  EXPECT_TRUE(result.kept_back.empty());
}

TEST(Forwarding, KeepsBackWhatWouldEndTheProcessOrBelongsToOneHop) {
  const Forwardable result =
      FilterForForwarding(CaseFrom("Foo: bar\n\"\": v\n:authority: a\na: \\x01\na: b\nX-Bin: "
                                   "AQI=\nte: trailers\ngrpc-status: 5\n"));
  EXPECT_EQ(result.metadata, CaseFrom("a: b\n"));
  const std::vector<KeptBack> expected = {{"Foo", 0, ForwardFault::kName},
                                          {"", 0, ForwardFault::kName},
                                          {":authority", 0, ForwardFault::kName},
                                          {"a", 0, ForwardFault::kValue},
                                          {"X-Bin", 0, ForwardFault::kName},
                                          {"te", 0, ForwardFault::kTransportOwned},
                                          {"grpc-status", 0, ForwardFault::kTransportOwned}};
  EXPECT_EQ(result.kept_back, expected);
}

TEST(Forwarding, SaysByWhoseRuleAValueIsKeptBack) {
  EXPECT_EQ(ForwardFaultText(ForwardFault::kName),
            "no name that gRPC can send (gRPC over HTTP/2, Header-Name)");
  EXPECT_EQ(ForwardFaultText(ForwardFault::kValue),
            "no value that gRPC can send (gRPC over HTTP/2, ASCII-Value)");
  EXPECT_EQ(ForwardFaultText(ForwardFault::kTransportOwned),
            "belongs to one hop (RFC 9113 8.2.2; gRPC over HTTP/2)");
}

TEST(Forwarding, KeepsBackEveryFieldOfOneHopAndNoOther) {
  for (const std::string name :
       {"connection", "keep-alive", "proxy-connection", "transfer-encoding", "upgrade", "te",
        "host", "content-type", "content-length", "user-agent", "grpc-", "grpc-timeout"}) {
    EXPECT_EQ(ForwardingFault(name, "v"), ForwardFault::kTransportOwned) << name;
    EXPECT_EQ(ForwardingFault("x-" + name + "-x", "v"), std::nullopt) << name;
    EXPECT_EQ(SendFault(name, "v"), std::nullopt) << name;
  }
  EXPECT_EQ(ForwardingFault("grpc", "v"), std::nullopt);
}

// What is only "-bin" is no binary name to gRPC C++: it ends the process of who sends octets under
// it.
TEST(Forwarding, TakesNoNameForBinaryThatHasNothingBeforeBin) {
  EXPECT_EQ(ForwardingFault("-bin", "\xb6"), ForwardFault::kValue);
  EXPECT_EQ(ForwardingFault("-bin", "v"), std::nullopt);
  EXPECT_EQ(ForwardingFault("a-bin", "\xb6"), std::nullopt);
}

TEST(Forwarding, LeavesOutAnEntryWithoutValues) {
  EXPECT_TRUE(FilterForForwarding(CaseFrom("foo\n")).metadata.empty());
}

TEST(Forwarding, JudgesEveryOctetOfANameAsTheDomainDoes) {
  for (int octet = 0; octet < 256; ++octet) {
    const std::string name = std::string("a") + static_cast<char>(octet);
    EXPECT_EQ(SendFault(name, "v").has_value(),
              OctetDomain(static_cast<unsigned char>(octet)) != Domain::kGrpc)
        << octet;
    const std::string value(1, static_cast<char>(octet));
    EXPECT_EQ(SendFault("a", value).has_value(), octet < 0x20 || octet > 0x7e) << octet;
    EXPECT_FALSE(SendFault("a-bin", value).has_value()) << octet;
  }
}

TEST(Forwarding, TextsSayWhoseRuleItIs) {
  for (const ForwardFault fault :
       {ForwardFault::kName, ForwardFault::kValue, ForwardFault::kTransportOwned}) {
    EXPECT_NE(ForwardFaultText(fault).find("gRPC"), std::string_view::npos);
  }
}

}  // namespace
}  // namespace headerproof
