#include "peers/calls_evidence.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "src/cases/text.h"
#include "src/converter/fold.h"

namespace headerproof {
namespace {

using Json = nlohmann::json;

constexpr std::uint64_t kMostShown = 8;  // contradictions of one key: a report shows each

std::string NameIn(const Json& field) {
  return field.at(0).get<std::string>();
}

bool SentUppercase(const Json& call) {
  return std::ranges::any_of(call.at("sent"),
                             [](const Json& field) { return HasUppercase(NameIn(field)); });
}

// Whether `call` delivered `field`, a name and a value; of a binary name the value is decoded.
bool Delivered(const Json& call, const std::string& name, const Json& value) {
  return std::ranges::any_of(call.at("delivered"), [&](const Json& entry) {
    if (NameIn(entry) != name) return false;
    return name.ends_with("-bin") ||
           std::find(entry.begin() + 1, entry.end(), value) != entry.end();
  });
}

// Whether all that `call` sent arrived, its names lowercased.
bool ArrivedLowercased(const Json& call) {
  return std::ranges::all_of(call.at("sent"), [&](const Json& field) {
    return Delivered(call, Fold(NameIn(field)), field.at(1));
  });
}

struct Seen {
  bool uppercase = false;   // a name with an uppercase letter was delivered
  bool lowercased = false;  // what was sent with one was delivered under its lowercased name
};

Seen WhatWasSeen(const Json& call) {
  Seen seen;
  seen.uppercase = std::ranges::any_of(
      call.at("delivered"), [](const Json& entry) { return HasUppercase(NameIn(entry)); });
  for (const Json& field : call.at("sent")) {
    const std::string name = NameIn(field);
    if (HasUppercase(name) && Delivered(call, Fold(name), field.at(1))) seen.lowercased = true;
  }
  return seen;
}

bool IsGoodControl(const Json& call, std::string_view kind, const Json& control) {
  return call.at("kind") == kind && !call.at("sent").empty() && !SentUppercase(call) &&
         ArrivedLowercased(call) && Delivered(call, NameIn(control), control.at(1));
}

// A plain name arrived before and after everything else on the connection.
bool HasGoodControls(const Json& connection, const Json& control) {
  const Json& calls = connection.at("calls");
  return calls.size() > 2 && IsGoodControl(calls.front(), "control-before", control) &&
         IsGoodControl(calls.back(), "control-after", control);
}

// Whether what `call` sent would have been seen, had it been delivered: the same names in lowercase
// were, in a call of their own. Letters are in a name like any other, which the controls send.
bool WouldShow(const Json& call, const Json& calls) {
  const auto kind = call.at("kind").get<std::string>();
  if (kind.starts_with("letter-") || kind == "collision") return true;
  const auto twin = std::ranges::find_if(
      calls, [&](const Json& other) { return other.at("kind") == kind + "-lowercase"; });
  return twin != calls.end() && ArrivedLowercased(*twin);
}

// What is asked about a place, and the end of the keys of contradictions.
class Question {
 public:
  Question(const std::string& id, bool is_lenient)
      : is_lenient_(is_lenient),
        is_before_(id == "wire-grpc-go-1.38.1"),
        is_about_wire_(!is_before_ && id != "wire-grpc-go-1.39.0") {
    const std::string_view stack =
        id.find("yarpc-go") == std::string::npos ? "grpc-go" : "yarpc-go";
    suffix_ = stack;
    // These are asked something else than the pinned release is.
    if (is_lenient || id.starts_with("wire-grpc-go-")) suffix_ = id.substr(id.find(stack));
  }

  void Ask(const Json& call, const std::string& place, bool counts, Evidence& evidence) {
    const auto [uppercase, lowercased] = WhatWasSeen(call);
    const bool is_request = place == "incoming-context" || place == "request-headers";
    const std::string where = is_request ? "request-metadata" : place;
    if (place == "incoming-context" && is_before_) {
      Count(call, "keeps/" + where, uppercase && !lowercased, counts, evidence);
    } else if (place == "incoming-context" || (is_lenient_ && (uppercase || lowercased))) {
      Count(call, "lowercases/" + where, lowercased && !uppercase, counts, evidence);
    } else if (is_about_wire_ && !is_lenient_) {
      Count(call, "enforced/" + where, !uppercase && !lowercased, counts, evidence);
    }
  }

 private:
  // What a call shows of one key: counted if it `holds`, a contradiction if not.
  void Count(const Json& call, const std::string& key, bool holds, bool counts,
             Evidence& evidence) {
    if (holds) {
      evidence.counts[key] += counts ? 1 : 0;
      evidence.count += counts ? 1 : 0;
      return;
    }
    // Lost with its connection, perhaps.
    if (call.at("delivered").empty() && !counts) return;
    const std::string against = key + "/" + suffix_;
    if (++against_[against] > kMostShown) return;
    Metadata counterexample;
    for (const auto& field : call.at("sent")) {
      counterexample.push_back({NameIn(field), {field.at(1).get<std::string>()}});
    }
    const auto kind = call.at("kind").get<std::string>();
    const bool nothing = call.at("delivered").empty();
    evidence.contradictions.push_back(
        {.key = against,
         .detail = fmt::format("of what was sent as \"{}\", {} was delivered", kind,
                               nothing ? std::string("nothing") : call.at("delivered").dump()),
         .counterexample = PrintCase(counterexample)});
  }

  bool is_lenient_;
  bool is_before_;      // FromIncomingContext lowercased
  bool is_about_wire_;  // not only about FromIncomingContext
  std::string suffix_;
  std::map<std::string, std::uint64_t> against_;  // by key
};

}  // namespace

Evidence CallsEvidence(const std::string& id, const std::string& file) {
  std::ifstream stream(file);
  const auto result = Json::parse(stream);
  Evidence evidence;
  evidence.id = id;
  evidence.kind = EvidenceKind::kWire;
  evidence.subject = result.at("stack").get<std::string>();
  const bool is_yarpc = evidence.subject.starts_with("yarpc-go");
  const bool is_lenient = evidence.subject.ends_with("over a lenient framer");
  evidence.scope =
      std::string(is_yarpc ? "A yarpc-go inbound and a yarpc-go outbound"
                           : "A grpc-go server and a grpc-go client") +
      ", each fed raw HTTP/2 frames: each uppercase letter in each place of a name of six octets "
      "and "
      "as a name of its own, misspelled special names, collisions; a plain name before and after "
      "on each connection.";
  evidence.ended = Ended::kFinished;
  evidence.versions = {{"golang.org/x/net", result.at("x_net").get<std::string>()},
                       {"go", result.at("go").get<std::string>()}};
  Question question(id, is_lenient);
  for (const Json& connection : result.at("connections")) {
    const auto place = connection.at("place").get<std::string>();
    const Json& calls = connection.at("calls");
    const bool is_good = HasGoodControls(connection, result.at("control"));
    if (is_good) {
      ++evidence.counts["control/" + place];
    } else {
      evidence.ended = Ended::kStopped;
      evidence.notes.push_back(fmt::format(
          "A control did not arrive ({}, {}): what is between the two controls is not counted.",
          place, connection.at("group").get<std::string>()));
    }
    for (const Json& call : calls) {
      if (!SentUppercase(call)) continue;
      question.Ask(call, place,
                   is_good && (!call.at("delivered").empty() || WouldShow(call, calls)), evidence);
    }
  }
  evidence.notes.emplace_back(
      is_yarpc ? "Response headers are those of a stream: a unary call's are made of its trailers."
               : "A library's trailers are what grpc.Trailer gives, its response headers what "
                 "grpc.Header gives.");
  return evidence;
}

}  // namespace headerproof
