// Real calls: the claims on what yarpc-go and grpc-go deliver hold on their recordings, not once
// anything with an uppercase letter was delivered, and not by what a lost connection did not
// deliver.
#include <gtest/gtest.h>

#include <cstddef>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

#include "peers/calls_evidence.h"
#include "properties/audit_synthetic.h"
#include "properties/temporary_folder.h"
#include "src/claims/verdict.h"
#include "src/converter/fold.h"

namespace headerproof {
namespace {

using Json = nlohmann::json;

Json RecordedOf(const std::string& name) {
  std::ifstream stream(HEADERPROOF_SOURCE_DIR "/peers/grpc-go/recorded/" + name + ".json");
  return Json::parse(stream);
}

Json Recorded(const std::string& how = "") {
  return RecordedOf("yarpc-go-v1.89.5" + how);
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

// Calls visit(call) for the calls of a kind at a place, on every connection.
void VisitCalls(Json& recording, const std::string& place, const std::string& kind,
                const std::function<void(Json&)>& visit) {
  std::size_t visited = 0;
  for (Json& connection : recording.at("connections")) {
    if (connection.at("place") != place) continue;
    for (Json& call : connection.at("calls")) {
      if (call.at("kind") != kind) continue;
      visit(call);
      ++visited;
    }
  }
  if (visited == 0) throw std::out_of_range(place + ", " + kind);
}

// Takes away what was delivered, as if the call had never been made.
void Lose(Json& call) {
  call.at("delivered") = nullptr;
  call.at("ended_by") = "the connection was closed";
}

struct Wire {
  std::string claim, place;
};

const std::vector<Wire> kWires = {{"enforced-request-metadata-yarpc-go", "request-headers"},
                                  {"enforced-response-headers-yarpc-go", "response-headers"},
                                  {"enforced-trailers-yarpc-go", "trailers"},
                                  {"enforced-trailers-only-yarpc-go", "trailers-only"}};

const std::vector<Wire> kWiresOfGrpcGo = {{"enforced-request-metadata-grpc-go", "request-headers"},
                                          {"enforced-response-headers-grpc-go", "response-headers"},
                                          {"enforced-trailers-grpc-go", "trailers"},
                                          {"enforced-trailers-only-grpc-go", "trailers-only"}};

VerdictKind VerdictOn(const std::string& claim, const std::vector<StoredEvidence>& evidence) {
  return Verdict::FromEvidence(BuiltInClaims(), *BuiltInClaims().Find(claim), evidence).kind();
}

// The verdict on the claim, from a recording before the change and one after it.
VerdictKind VerdictOn(const Wire& wire, const Json& before, const Json& after) {
  StoredEvidence with_change = EvidenceOf("wire-yarpc-go-after", after);
  with_change.evidence.subject = BuiltInClaims().FindEvidence("wire-yarpc-go-after")->subject;
  return VerdictOn(wire.claim, {EvidenceOf("wire-yarpc-go", before), with_change});
}

TEST(RealCallsOfYarpcGo, DeliverNothingUppercaseAsRecorded) {
  for (const Wire& wire : kWires) {
    EXPECT_EQ(VerdictOn(wire, Recorded(), Recorded()), VerdictKind::kHolds) << wire.claim;
  }
}

TEST(RealCallsOfYarpcGo, WouldRefuteTheirClaimsWereUppercaseLetThrough) {
  Json lenient = Recorded("-lenient");
  lenient.at("stack") = "yarpc-go v1.89.5";
  for (const Wire& wire : kWires) {
    EXPECT_EQ(VerdictOn(wire, Recorded(), lenient), VerdictKind::kRefuted) << wire.claim;
  }
}

TEST(RealCallsOfYarpcGo, RefuteTheirClaimByOneDeliveryUnderEitherSpelling) {
  for (const Wire& wire : kWires) {
    for (const bool lowercased : {false, true}) {
      Json delivered = Recorded();
      VisitCalls(delivered, wire.place, "letter-Q", [&](Json& call) {
        std::string name = call.at("sent")[0][0];
        if (lowercased) name = Fold(name);
        call.at("delivered") = Json::array({Json::array({name, "v"})});
      });
      EXPECT_EQ(VerdictOn(wire, delivered, Recorded()), VerdictKind::kRefuted) << wire.claim;
      EXPECT_EQ(VerdictOn(wire, Recorded(), delivered), VerdictKind::kRefuted) << wire.claim;
    }
  }
}

TEST(RealCallsOfYarpcGo, LeaveTheirClaimUnknownWhereALetterWasNotSentInSomePlaceOfAName) {
  for (const Wire& wire : kWires) {
    for (std::size_t left_out = 0; left_out < Recorded().at("connections").size(); ++left_out) {
      Json fewer = Recorded();
      Json& connection = fewer.at("connections")[left_out];
      if (connection.at("place") != wire.place || connection.at("group") == "names") continue;
      connection.at("calls").erase(1);
      EXPECT_EQ(VerdictOn(wire, fewer, Recorded()), VerdictKind::kUnknown) << wire.claim;
      EXPECT_EQ(VerdictOn(wire, Recorded(), fewer), VerdictKind::kUnknown) << wire.claim;
    }
  }
}

TEST(RealCallsOfYarpcGo, CountNoNameThatYarpcGoShowsNobodyHoweverItIsSpelled) {
  // A response's reserved names stay with the transport: their absence says nothing of the wire.
  const Evidence evidence = EvidenceOf("wire-yarpc-go", Recorded()).evidence;
  Json shown = Recorded();
  VisitCalls(shown, "trailers", "reserved-name-lowercase",
             [](Json& call) { call.at("delivered").push_back(Json::array({"rpc-caller", "v"})); });
  EXPECT_EQ(EvidenceOf("wire-yarpc-go", shown).evidence.counts.at("enforced/trailers"),
            evidence.counts.at("enforced/trailers") + 1);
}

TEST(RealCallsOfGrpcGo, DeliverNothingUppercaseAsRecordedAndAreRefutedByOneDelivery) {
  const Json recorded = RecordedOf("grpc-go-v1.67.3");
  for (const Wire& wire : kWiresOfGrpcGo) {
    EXPECT_EQ(VerdictOn(wire.claim, {EvidenceOf("wire-grpc-go", recorded)}), VerdictKind::kHolds);
    Json delivered = recorded;
    VisitCalls(delivered, wire.place, "letter-Q",
               [](Json& call) { call.at("delivered") = Json::array({call.at("sent")[0]}); });
    EXPECT_EQ(VerdictOn(wire.claim, {EvidenceOf("wire-grpc-go", delivered)}),
              VerdictKind::kRefuted);
  }
}

TEST(RealCalls, ShowNothingWhereTheConnectionWasRefused) {
  for (const std::string name : {"grpc-go-v1.67.3", "yarpc-go-v1.89.5"}) {
    Json refused = RecordedOf(name);
    for (Json& connection : refused.at("connections")) {
      for (Json& call : connection.at("calls")) Lose(call);
    }
    const Evidence evidence = EvidenceOf("wire-x", refused).evidence;
    EXPECT_EQ(evidence.ended, Ended::kStopped);
    EXPECT_EQ(evidence.count, 0U);
    EXPECT_TRUE(evidence.contradictions.empty());
  }
}

TEST(RealCalls, CountOnlyBetweenTwoGoodControls) {
  const Json recorded = RecordedOf("grpc-go-v1.67.3");
  const Evidence whole = EvidenceOf("wire-grpc-go", recorded).evidence;
  for (const std::string control : {"control-before", "control-after"}) {
    for (const bool all_of_it : {false, true}) {
      Json lost = recorded;
      for (Json& connection : lost.at("connections")) {
        if (connection.at("place") != "trailers" || connection.at("group") == "names") continue;
        for (Json& call : connection.at("calls")) {
          if (call.at("kind") != control) continue;
          if (all_of_it) Lose(call);
          call.at("delivered") = Json::array({Json::array({"x-control", "here"})});
        }
        break;  // the letters in one place of a name
      }
      const Evidence evidence = EvidenceOf("wire-grpc-go", lost).evidence;
      EXPECT_EQ(evidence.ended, Ended::kStopped) << control;
      EXPECT_EQ(evidence.counts.at("enforced/trailers"), whole.counts.at("enforced/trailers") - 26);
      EXPECT_EQ(evidence.counts.at("enforced/trailers-only"),
                whole.counts.at("enforced/trailers-only"));
      EXPECT_EQ(VerdictOn("enforced-trailers-grpc-go", {EvidenceOf("wire-grpc-go", lost)}),
                VerdictKind::kUnknown);
    }
  }
}

TEST(RealCallsOfGrpcGo, AreRefutedByADeliveryThoughAControlWasLost) {
  Json lost = RecordedOf("grpc-go-v1.67.3");
  VisitCalls(lost, "trailers", "control-after", Lose);
  VisitCalls(lost, "trailers", "letter-B",
             [](Json& call) { call.at("delivered") = Json::array({call.at("sent")[0]}); });
  EXPECT_EQ(VerdictOn("enforced-trailers-grpc-go", {EvidenceOf("wire-grpc-go", lost)}),
            VerdictKind::kRefuted);
}

// As recorded, of the pinned release, the last before the change of FromIncomingContext, the first
// with it, and the pinned one over a framer that lets uppercase through.
std::vector<StoredEvidence> AboutLowercasing(const Json& before, const Json& since) {
  return {EvidenceOf("wire-grpc-go", RecordedOf("grpc-go-v1.67.3")),
          EvidenceOf("wire-grpc-go-1.38.1", before), EvidenceOf("wire-grpc-go-1.39.0", since),
          EvidenceOf("wire-grpc-go-lenient", RecordedOf("grpc-go-v1.67.3-lenient"))};
}

TEST(RealCallsOfGrpcGo, ShowFromWhichReleaseOnFromIncomingContextLowercases) {
  const Json before = RecordedOf("grpc-go-v1.38.1");
  const Json since = RecordedOf("grpc-go-v1.39.0");
  EXPECT_EQ(VerdictOn("pinned-version-grpc-go", AboutLowercasing(before, since)),
            VerdictKind::kHoldsConditionally);
  EXPECT_EQ(VerdictOn("pinned-version-grpc-go", AboutLowercasing(since, since)),
            VerdictKind::kRefuted);
  EXPECT_EQ(VerdictOn("pinned-version-grpc-go", AboutLowercasing(before, before)),
            VerdictKind::kRefuted);
  Json lost = before;
  VisitCalls(lost, "incoming-context", "control-after", Lose);
  EXPECT_EQ(VerdictOn("pinned-version-grpc-go", AboutLowercasing(lost, since)),
            VerdictKind::kUnknown);
}

TEST(RealCallsOfGrpcGo, ShowThatItLowercasesRequestsAndNotResponses) {
  auto evidence = AboutLowercasing(RecordedOf("grpc-go-v1.38.1"), RecordedOf("grpc-go-v1.39.0"));
  EXPECT_EQ(VerdictOn("lowercases-request-grpc-go", evidence), VerdictKind::kHoldsConditionally);
  EXPECT_EQ(VerdictOn("lowercases-response-grpc-go", evidence), VerdictKind::kRefuted);
  // What nothing uppercase reached shows nothing.
  Json none = RecordedOf("grpc-go-v1.67.3");
  none.at("stack") = "grpc-go v1.67.3 over a lenient framer";
  evidence.back() = EvidenceOf("wire-grpc-go-lenient", none);
  EXPECT_EQ(VerdictOn("lowercases-response-grpc-go", evidence), VerdictKind::kUnknown);
}

}  // namespace
}  // namespace headerproof
