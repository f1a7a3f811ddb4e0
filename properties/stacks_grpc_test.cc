// What gRPC C++ makes of single, odd messages: cases from practice. The expectations
// are of 1.51; each is a fact that the code around relies on or that a report mentions.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "properties/expect.h"
#include "src/http2/raw_connection.h"
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#include "src/sweep/messages.h"

namespace headerproof {
namespace {

constexpr std::chrono::seconds kPatience{10};
using Fields = std::vector<Field>;

const Fields kPlainRequest = {{":method", "POST"},        {":scheme", "http"},
                              {":path", "/hp/case"},      {":authority", "a"},
                              {"te", "trailers"},         {"content-type", "application/grpc"},
                              {"hp-probe-case", "number"}};

// A plain request without the field `left_out`, and with `more` at its end.
Fields Request(const Fields& more, std::string_view left_out = "") {
  Fields fields;
  for (const Field& field : kPlainRequest) {
    if (field.name != left_out) fields.push_back(field);
  }
  fields.insert(fields.end(), more.begin(), more.end());
  return fields;
}

std::string BlockOf(const Fields& fields, RawConnection& connection) {
  std::string block;
  for (const auto& [name, value] : fields) connection.writer().Append(name, value, {}, block);
  return block;
}

// Reads until an event of this kind comes; false if the connection ended or nothing came.
bool ReadUntil(RawConnection& connection, EventKind kind) {
  const Deadline deadline = In(kPatience);
  for (;;) {
    const Event event = connection.Next(deadline);
    if (event.kind == kind) return true;
    if (event.IsEnd() || event.kind == EventKind::kTimeout) return false;
  }
}

// What became of one request.
struct Seen {
  bool called = false;  // the handler was
  Metadata shown;       // to it, without the probe case's number
  int status = -1;
  int ends = 0;         // blocks that ended the stream
  bool closed = false;  // the connection, after that
};

class GrpcServerCase : public testing::Test {
 protected:
  // Reads until the request on `stream` has ended and the server has answered a PING or closed.
  Seen Read(RawConnection& connection, std::uint32_t stream) {
    Seen seen;
    const Deadline deadline = In(kPatience);
    bool pinged = false;
    for (;;) {
      const Event event = connection.Next(deadline);
      EXPECT_NE(event.kind, EventKind::kTimeout);
      seen.closed = event.IsEnd();
      if (seen.closed || event.kind == EventKind::kTimeout || event.kind == EventKind::kPong) break;
      if (event.stream != stream || event.kind != EventKind::kHeaders) continue;
      AnswerStatus status;
      ReadStatus(event.fields, status);
      if (seen.ends == 0) seen.status = status.grpc_status;
      if (event.end_stream) ++seen.ends;
      if (event.end_stream && !std::exchange(pinged, true)) connection.QueuePing();
    }
    if (auto shown = server_->Take("number")) {
      seen.called = true;
      seen.shown = std::move(*shown);
      std::erase_if(seen.shown, [](const Entry& entry) { return entry.name == kProbeCaseName; });
    }
    return seen;
  }

  RawConnection Open() { return {PlainStream(server_->Connect()), Role::kClient}; }

  Seen Ask(const Fields& fields) {
    RawConnection connection = Open();
    connection.QueueHeaders(1, BlockOf(fields, connection), true);
    return Read(connection, 1);
  }

  // Connects, and waits until the server has acknowledged that it saw our acknowledgement: limits
  // that it announced hold only from then on.
  RawConnection OpenAndSettle() {
    RawConnection connection = Open();
    EXPECT_TRUE(ReadUntil(connection, EventKind::kSettings));
    connection.QueuePing();
    EXPECT_TRUE(ReadUntil(connection, EventKind::kPong));
    return connection;
  }

  std::unique_ptr<GrpcServer> server_ = StartGrpcServer();
};

TEST_F(GrpcServerCase, ShowsAnUppercaseNameAsItCame) {
  const Seen seen = Ask(Request({{"Foo", "bar"}}));
  EXPECT_EQ(seen.status, 0);
  EXPECT_EQ(seen.shown, CaseFrom("Foo: bar\n"));
}

TEST_F(GrpcServerCase, NeverShowsAContentTypeThatIsSpelledRight) {
  EXPECT_TRUE(
      Ask(Request({{"content-type", "application/grpc+proto"}}, "content-type")).shown.empty());
  EXPECT_EQ(Ask(Request({{"Content-Type", "application/grpc+proto"}})).shown,
            CaseFrom("Content-Type: application/grpc+proto\n"));
}

TEST_F(GrpcServerCase, AcceptsAnyContentTypeOrNone) {
  for (const char* value : {"text/plain", "", "Application/GRPC", "application/grpcfoo"}) {
    EXPECT_EQ(Ask(Request({{"content-type", value}}, "content-type")).status, 0) << value;
  }
  EXPECT_EQ(Ask(Request({}, "content-type")).status, 0);
}

TEST_F(GrpcServerCase, AcceptsAPseudoHeaderAfterARegularOne) {
  const Seen seen = Ask(Request({{":path", "/hp/case"}}, ":path"));
  EXPECT_EQ(seen.status, 0);
  EXPECT_TRUE(seen.called);
}

TEST_F(GrpcServerCase, ShowsUnknownPseudoHeadersAndTheEmptyName) {
  const Seen seen = Ask(Request({{":foo", "1"}, {":Authority", "evil"}, {"::", "1"}, {"", "v"}}));
  EXPECT_EQ(seen.shown, CaseFrom("\"\": v\n:\\x3a: 1\n:Authority: evil\n:foo: 1\n"));
}

TEST_F(GrpcServerCase, KeepsHostUnlessItTakesItForTheAuthority) {
  EXPECT_EQ(Ask(Request({{"host", "h"}})).shown, CaseFrom("host: h\n"));
  EXPECT_TRUE(Ask(Request({{"host", "h"}}, ":authority")).shown.empty());
  EXPECT_EQ(Ask(Request({{"Host", "h"}}, ":authority")).status, 2);
  EXPECT_EQ(Ask(Request({}, ":authority")).status, 2);
}

TEST_F(GrpcServerCase, ShowsConnectionSpecificFields) {
  const Seen seen = Ask(Request({{"connection", "keep-alive"}, {"upgrade", "h2c"}}));
  EXPECT_EQ(seen.shown, CaseFrom("connection: keep-alive\nupgrade: h2c\n"));
}

TEST_F(GrpcServerCase, RefusesAMissingOrWrongTeButShowsAMisspelledOne) {
  EXPECT_EQ(Ask(Request({}, "te")).status, 2);
  EXPECT_EQ(Ask(Request({{"te", "gzip"}}, "te")).status, 2);
  EXPECT_EQ(Ask(Request({{"te", "Trailers"}}, "te")).status, 2);
  EXPECT_EQ(Ask(Request({{"TE", "trailers"}})).shown, CaseFrom("TE: trailers\n"));
}

TEST_F(GrpcServerCase, ReadsBase64Leniently) {
  const auto shown = [this](const char* value) { return Ask(Request({{"x-bin", value}})).shown; };
  const Metadata decoded = {{"x-bin", {"\x01\x02"}}};
  EXPECT_EQ(shown("AQI="), decoded);
  EXPECT_EQ(shown("AQI"), decoded);
  EXPECT_EQ(shown(""), (Metadata{{"x-bin", {""}}}));
}

TEST_F(GrpcServerCase, ClosesTheConnectionOnBadBase64) {
  for (const char* value : {"$$$", "A", "AQI\n", "-_-_"}) {
    const Seen seen = Ask(Request({{"x-bin", value}}));
    EXPECT_TRUE(seen.closed) << value;
    EXPECT_TRUE(seen.shown.empty()) << value;
  }
}

TEST_F(GrpcServerCase, LeavesValuesAsTheyCame) {
  EXPECT_EQ(Ask(Request({{"a", " x "}, {"b", "\t"}, {"c", " "}})).shown,
            (Metadata{{"a", {" x "}}, {"b", {"\t"}}, {"c", {" "}}}));
}

TEST_F(GrpcServerCase, SortsNamesAndKeepsTheValuesOfOneInOrder) {
  EXPECT_EQ(Ask(Request({{"foo", "2"}, {"bar", "x"}, {"foo", "1"}})).shown,
            CaseFrom("bar: x\nfoo: 2\nfoo: 1\n"));
}

TEST_F(GrpcServerCase, DoesNotShowTrailersOfARequest) {
  RawConnection connection = Open();
  connection.QueueHeaders(1, BlockOf(kPlainRequest, connection), false);
  connection.QueueHeaders(1, BlockOf({{"Trail", "1"}}, connection), true);
  const Seen seen = Read(connection, 1);
  EXPECT_EQ(seen.status, 0);
  EXPECT_TRUE(seen.shown.empty());
}

TEST_F(GrpcServerCase, HoldsItsMetadataLimitOnceSettingsAreAcknowledged) {
  RawConnection connection = OpenAndSettle();
  const Fields large = Request({{"large", std::string(9'000, 'v')}});
  connection.QueueHeaders(1, BlockOf(large, connection), true);
  const Seen seen = Read(connection, 1);
  EXPECT_EQ(seen.status, 8);
  EXPECT_FALSE(seen.called);
  EXPECT_GE(seen.ends, 1);  // 1.51 ends the stream twice; whoever reads it must not mind
}

TEST_F(GrpcServerCase, DeliversNoOtherRequestsValueAfterABlockThatIsTooLarge) {
  RawConnection connection = OpenAndSettle();
  std::string block = BlockOf(Request({{"large", std::string(9'000, 'v')}}), connection);
  connection.writer().Append("secret-of-one", "1", {Representation::kIncremental}, block);
  connection.QueueHeaders(1, block, true);
  std::string next = BlockOf(kPlainRequest, connection);
  connection.writer().Append("secret-of-one", "1", {Representation::kIndexed}, next);
  connection.QueueHeaders(3, next, true);
  const Seen seen = Read(connection, 3);
  for (const auto& [name, values] : seen.shown) EXPECT_EQ(name, "secret-of-one");
  EXPECT_TRUE(seen.closed || !seen.shown.empty());
}

class GrpcClientCase : public testing::Test {
 protected:
  // Answers one call with these blocks; the last ends the stream. A message comes before it if
  // there is more than one.
  CallResult Answer(const std::vector<Fields>& blocks) {
    auto [ours, theirs] = ConnectedPair();
    RawConnection raw(PlainStream(std::move(ours)), Role::kServer);
    const auto client = stack_.connect(std::move(theirs));
    client->Call(0, {});
    Event event;
    while (!IsRequest(event)) {
      event = raw.Next(In(kPatience));
      if (event.IsEnd() || event.kind == EventKind::kTimeout) return {};
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      const bool is_last = i + 1 == blocks.size();
      if (is_last && i > 0) raw.QueueData(event.stream, std::string_view("\0\0\0\0\0", 5), false);
      raw.QueueHeaders(event.stream, BlockOf(blocks[i], raw), is_last);
    }
    raw.QueuePing();
    ReadUntil(raw, EventKind::kPong);
    return client->Await(0, In(kPatience)).value_or(CallResult{});
  }

  const Fields headers_ = {{":status", "200"}, {"content-type", "application/grpc"}};
  ClientStack stack_ = MakeGrpcClient();
};

TEST_F(GrpcClientCase, ShowsUppercaseNamesAtAllThreePlaces) {
  Fields headers = headers_;
  headers.push_back({"A-Up", "1"});
  const CallResult result =
      Answer({headers, {{"grpc-status", "0"}, {"Rpc-Service", "evil"}, {"rpc-service", "good"}}});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.headers, CaseFrom("A-Up: 1\n"));
  EXPECT_EQ(result.trailers, CaseFrom("Rpc-Service: evil\nrpc-service: good\n"));
  headers.push_back({"grpc-status", "5"});
  const CallResult only = Answer({headers});
  EXPECT_EQ(only.status, 5);
  EXPECT_EQ(only.trailers, CaseFrom("A-Up: 1\n"));
}

TEST_F(GrpcClientCase, LetsTheLastStatusWinAndTakesAMisspelledOneForMetadata) {
  EXPECT_EQ(Answer({headers_, {{"grpc-status", "0"}, {"grpc-status", "13"}}}).status, 13);
  const CallResult result = Answer({headers_, {{"grpc-status", "0"}, {"Grpc-Status", "13"}}});
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.trailers, CaseFrom("Grpc-Status: 13\n"));
}

TEST_F(GrpcClientCase, RefusesOversizeTrailers) {
  const CallResult result =
      Answer({headers_, {{"grpc-status", "0"}, {"large", std::string(9'000, 'v')}}});
  EXPECT_EQ(result.status, 8);
}

}  // namespace
}  // namespace headerproof
