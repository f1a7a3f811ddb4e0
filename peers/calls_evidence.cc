#include "peers/calls_evidence.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "src/cases/text.h"
#include "src/converter/fold.h"

namespace headerproof {
namespace {

using Json = nlohmann::json;

bool SentUppercase(const Json& call) {
  return std::ranges::any_of(call.at("sent"), [](const Json& field) {
    return HasUppercase(field.at(0).get<std::string>());
  });
}

bool HasName(const Json& delivered, const Json& name) {
  return std::ranges::any_of(delivered,
                             [&](const Json& entry) { return entry.at("name") == name; });
}

// Whether what `call` sent would have been seen, had it been delivered.
bool WouldShow(const Json& call, const Json& calls) {
  const std::string lowercase = call.at("kind").get<std::string>() + "-lowercase";
  const auto twin = std::ranges::find_if(calls, [&](const Json& other) {
    return other.at("place") == call.at("place") && other.at("kind") == lowercase;
  });
  if (twin == calls.end()) return true;  // its names in lowercase are like any other
  return std::ranges::all_of(twin->at("sent"), [&](const Json& field) {
    return HasName(twin->at("delivered"), field.at(0));
  });
}

// What a call shows of one key: counted if it `holds`, a contradiction if not.
void Count(const Json& call, const std::string& key, bool holds, Evidence& evidence) {
  if (holds) {
    ++evidence.counts[key];
    ++evidence.count;
    return;
  }
  const std::string kind = call.at("kind").get<std::string>();
  Metadata counterexample;
  for (const auto& field : call.at("sent")) {
    counterexample.push_back({field.at(0).get<std::string>(), {field.at(1).get<std::string>()}});
  }
  const std::string stack = evidence.subject.substr(0, evidence.subject.find(' '));
  evidence.contradictions.push_back({.key = key + "/" + stack,
                                     .detail = "what was sent as \"" + kind + "\" was delivered",
                                     .counterexample = PrintCase(counterexample)});
}

}  // namespace

Evidence CallsEvidence(const std::string& id, const std::string& file) {
  std::ifstream stream(file);
  const auto result = Json::parse(stream);
  Evidence evidence;
  evidence.id = id;
  evidence.kind = EvidenceKind::kWire;
  evidence.subject = result.at("stack").get<std::string>();
  const bool is_yarpc = evidence.subject.starts_with("yarpc-go");
  evidence.scope =
      std::string(is_yarpc ? "A yarpc-go inbound and a yarpc-go outbound"
                           : "A grpc-go server and a grpc-go client") +
      ", each fed raw HTTP/2 frames: every uppercase letter, misspelled special names, "
      "collisions.";
  evidence.ended = Ended::kFinished;
  evidence.versions = {{"golang.org/x/net", result.at("x_net").get<std::string>()},
                       {"go", result.at("go").get<std::string>()}};
  const Json& calls = result.at("calls");
  for (const auto& call : calls) {
    const auto place = call.at("place").get<std::string>();
    const bool uppercase = call.at("uppercase_delivered").get<bool>();
    const bool lowercased = call.at("lowercased").get<bool>();
    if (!SentUppercase(call)) {
      // Not proof of anything alone: without it the other calls would show nothing.
      if (call.at("kind") == "lowercase" && call.at("control_delivered").get<bool>()) {
        ++evidence.counts["control/" + place];
      }
    } else if (place == "incoming-context") {
      Count(call, "lowercases/request-metadata", lowercased && !uppercase, evidence);
    } else if (uppercase || lowercased || WouldShow(call, calls)) {
      const std::string wire = place == "request-headers" ? "request-metadata" : place;
      Count(call, "enforced/" + wire, !uppercase && !lowercased, evidence);
    }
  }
  evidence.notes.emplace_back(
      is_yarpc ? "Response headers are those of a stream: a unary call's are made of its trailers."
               : "Whether grpc-go lowercases response metadata cannot be seen: nothing uppercase "
                 "arrives.");
  return evidence;
}

}  // namespace headerproof
