// Real calls: the claims on what yarpc-go delivers hold on its recording, and not once anything
// with an uppercase letter was delivered.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "peers/calls_evidence.h"
#include "properties/audit_synthetic.h"
#include "properties/temporary_folder.h"
#include "src/claims/verdict.h"

namespace headerproof {
namespace {

using Json = nlohmann::json;

Json Recorded(const std::string& how = "") {
  std::ifstream stream(HEADERPROOF_SOURCE_DIR "/peers/grpc-go/recorded/yarpc-go-v1.89.5" + how +
                       ".json");
  return Json::parse(stream);
}

StoredEvidence EvidenceOf(const std::string& id, const Json& calls) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "calls.json").string();
  std::ofstream(file) << calls;
  StoredEvidence stored = SyntheticEvidence();
  stored.evidence = CallsEvidence(id, file);
  stored.evidence.digest = kThisDigest;
  return stored;
}

// The call of a kind at a place.
Json& CallOf(Json& recording, const std::string& place, const std::string& kind) {
  for (Json& call : recording.at("calls")) {
    if (call.at("place") == place && call.at("kind") == kind) return call;
  }
  throw std::out_of_range(place + ", " + kind);
}

struct Wire {
  std::string claim, place;
};

const std::vector<Wire> kWires = {{"enforced-request-metadata-yarpc-go", "request-headers"},
                                  {"enforced-response-headers-yarpc-go", "response-headers"},
                                  {"enforced-trailers-yarpc-go", "trailers"},
                                  {"enforced-trailers-only-yarpc-go", "trailers-only"}};

// The verdict on the claim, from a recording before the change and one after it.
VerdictKind VerdictOn(const Wire& wire, const Json& before, const Json& after) {
  StoredEvidence with_change = EvidenceOf("wire-yarpc-go-after", after);
  with_change.evidence.subject = BuiltInClaims().FindEvidence("wire-yarpc-go-after")->subject;
  return Verdict::FromEvidence(BuiltInClaims(), *BuiltInClaims().Find(wire.claim),
                               {EvidenceOf("wire-yarpc-go", before), with_change})
      .kind();
}

TEST(RealCallsOfYarpcGo, DeliverNothingUppercaseAsRecorded) {
  for (const Wire& wire : kWires) {
    EXPECT_EQ(VerdictOn(wire, Recorded(), Recorded()), VerdictKind::kHolds) << wire.claim;
  }
}

TEST(RealCallsOfYarpcGo, OverAFramerThatLetsUppercaseThroughRefuteTheirClaims) {
  for (const Wire& wire : kWires) {
    EXPECT_EQ(VerdictOn(wire, Recorded(), Recorded("-lenient")), VerdictKind::kRefuted)
        << wire.claim;
  }
}

TEST(RealCallsOfYarpcGo, RefuteTheirClaimByOneDeliveryUnderEitherSpelling) {
  for (const Wire& wire : kWires) {
    for (const std::string how : {"uppercase_delivered", "lowercased"}) {
      Json delivered = Recorded();
      CallOf(delivered, wire.place, "letter-Q").at(how) = true;
      EXPECT_EQ(VerdictOn(wire, delivered, Recorded()), VerdictKind::kRefuted) << wire.claim;
      EXPECT_EQ(VerdictOn(wire, Recorded(), delivered), VerdictKind::kRefuted) << wire.claim;
    }
  }
}

TEST(RealCallsOfYarpcGo, LeaveTheirClaimUnknownWhereALetterWasNotSentOrOneVersionNotAsked) {
  for (const Wire& wire : kWires) {
    Json fewer = Recorded();
    Json calls = Json::array();
    for (const Json& call : fewer.at("calls")) {
      if (!call.at("kind").get<std::string>().starts_with("letter-")) calls.push_back(call);
    }
    fewer.at("calls") = calls;
    EXPECT_EQ(VerdictOn(wire, fewer, Recorded()), VerdictKind::kUnknown) << wire.claim;
    EXPECT_EQ(VerdictOn(wire, Recorded(), fewer), VerdictKind::kUnknown) << wire.claim;
  }
}

TEST(RealCallsOfYarpcGo, CountNoNameThatYarpcGoShowsNobodyHoweverItIsSpelled) {
  // A response's reserved names stay with the transport: their absence says nothing of the wire.
  const Evidence evidence = EvidenceOf("wire-yarpc-go", Recorded()).evidence;
  Json shown = Recorded();
  CallOf(shown, "trailers", "reserved-name-lowercase")
      .at("delivered")
      .push_back(Json{{"name", "rpc-caller"}, {"values", Json::array({"v"})}});
  EXPECT_EQ(EvidenceOf("wire-yarpc-go", shown).evidence.counts.at("enforced/trailers"),
            evidence.counts.at("enforced/trailers") + 1);
}

}  // namespace
}  // namespace headerproof
