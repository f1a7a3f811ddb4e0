#include "src/audit/run_stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "src/cases/text.h"
#include "src/evidence/user_error.h"
#ifdef HEADERPROOF_HAS_HTTP2
#include "src/engines/end_to_end.h"
#include "src/stacks/nghttp2_stack.h"
#include "src/sweep/stack_property.h"
#include "src/sweep/sweep.h"
#ifdef HEADERPROOF_HAS_GRPC
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#include "src/sweep/send_sweep.h"
#endif
#endif

namespace headerproof {

#ifdef HEADERPROOF_HAS_HTTP2

namespace {

// A difference end to end, in one line: wire, metadata, and what it means.
std::string DifferenceInOneLine(const EndToEnd& example) {
  std::string line =
      fmt::format("{}, {}: on the wire {}", PlaceName(example.place), example.form, example.wire);
  for (std::size_t i = 0; i < example.differences.size(); ++i) {
    line += fmt::format("; {}: {}", DifferenceName(example.differences[i].kind),
                        example.consequences[i]);
  }
  return line;
}

// How bad the worst difference of an example is; 0 is the worst: who the caller is matters more
// than what a header is called.
std::ptrdiff_t Severity(const EndToEnd& example) {
  constexpr std::array kWorstFirst = {
      DifferenceKind::kFieldChanged,    DifferenceKind::kEncodingChanged,
      DifferenceKind::kNewError,        DifferenceKind::kReservedNameLeak,
      DifferenceKind::kRoutingNameLeak, DifferenceKind::kContentTypeLeak,
      DifferenceKind::kErrorChanged,    DifferenceKind::kErrorText,
      DifferenceKind::kOriginalSpelling};
  const auto worst =
      std::ranges::find_first_of(kWorstFirst, example.differences, {}, {}, &Difference::kind);
  return worst - kWorstFirst.begin();
}

// What was delivered, put through the four policies: where the change shows on this stack.
void AddEndToEnd(const SweepResult& sweep, std::string_view stack, Evidence& evidence) {
  const EndToEndResult result = ConvertDelivered(sweep);
  evidence.counts["converted"] = result.converted;
  for (const Place place : kPlaces) {
    evidence.counts[fmt::format("differs/{}", PlaceName(place))] =
        result.by_place[static_cast<std::size_t>(place)];
  }
  std::multimap<std::ptrdiff_t, const EndToEnd*> worst_first;
  for (const EndToEnd& example : result.examples) worst_first.emplace(Severity(example), &example);
  for (const auto& [severity, example] : worst_first) {
    evidence.contradictions.push_back(
        {fmt::format("change/{}/{}", PathName(PathOf(example->place)), stack),
         DifferenceInOneLine(*example), PrintCase(example->delivered)});
  }
  for (const DeliveredViolation& violation : result.violations) {
    evidence.contradictions.push_back({"end-to-end", violation.detail, violation.counterexample});
  }
}

// Whether a claim says that the property holds; the others are only counted.
bool IsClaimed(std::string_view key) {
  return key.starts_with("delivers-only-lowercase/") || key.starts_with("lowercases/");
}

Evidence SweepEvidence(const SweepResult& sweep, std::string_view stack) {
  Evidence evidence;
  evidence.subject = sweep.stack;
  const std::size_t version = sweep.stack.rfind(' ') + 1;
  evidence.versions.emplace(sweep.stack.substr(0, version - 1), sweep.stack.substr(version));
  evidence.count = sweep.answers.size();
  evidence.ended = Ended::kFinished;
  for (const StackProperty& property : PropertiesOf(sweep)) {
    evidence.counts[property.key] = property.count;
    if (property.key.starts_with("answers/") && property.contradicting != 0) {
      evidence.ended = Ended::kStopped;
    }
    if (!IsClaimed(property.key)) {
      evidence.counts["not/" + property.key] = property.contradicting;
      continue;
    }
    for (const auto& [detail, counterexample] : property.contradictions) {
      evidence.contradictions.push_back(
          {fmt::format("{}/{}", property.key, stack), detail, PrintCase(counterexample)});
    }
  }
  AddEndToEnd(sweep, stack, evidence);
  return evidence;
}

constexpr std::string_view kSweepScope =
    "every octet in four positions of a name, the empty name, pseudo-names, colliding spellings, "
    "special and binary names in other spellings, each in twelve forms on the wire, at all four "
    "places where metadata comes in";

using Sweep = std::function<SweepResult()>;

EngineRun SweepRun(std::string_view stack, Sweep sweep) {
  return {
      fmt::format("wire-{}", stack), EvidenceKind::kWire, std::string(kSweepScope), "",
      [stack, sweep = std::move(sweep)](const Progress&) { return SweepEvidence(sweep(), stack); }};
}

SweepResult SweepNghttp2() {
  return SweepAllPlaces(*MakeNghttp2Server(), MakeNghttp2Client());
}

#ifdef HEADERPROOF_HAS_GRPC

// Swept once in a process: what it delivers is used twice.
const SweepResult& SweptGrpc() {
  static const SweepResult result = SweepAllPlaces(*StartGrpcServer(), MakeGrpcClient());
  return result;
}

// The helper that asks gRPC to send what ends its process is in the folder of this program.
std::string SendingProgram() {
  return (std::filesystem::read_symlink("/proc/self/exe").parent_path() /
          "headerproof_sending_child")
      .string();
}

// A server that answers with what it received, as it came and through the checked way.
Evidence RelayEvidence() {
  const std::vector<SendCase> cases = SendCases(SendCaseSet::kRelayed);
  const auto swept = SweepSending(SendingProgram(), SendCaseSet::kRelayed);
  if (const auto* error = std::get_if<SendError>(&swept)) throw UserError(error->message);
  Evidence evidence;
  evidence.subject = "gRPC C++, sending";
  evidence.ended = Ended::kFinished;
  std::size_t at = 0;
  for (const SendAnswer& answer : std::get<std::vector<SendAnswer>>(swept)) {
    const SendCase& sent = cases[at++];
    const std::string key(SendingSideName(sent.side));
    if (answer.disposition == Disposition::kNoAnswer ||
        (IsControl(sent) && answer.disposition != Disposition::kUnchanged)) {
      evidence.ended = Ended::kStopped;
    }
    ++evidence.count;
    ++evidence.counts[key];
    if (answer.disposition != Disposition::kProcessEnded) continue;
    evidence.contradictions.push_back(
        {key,
         fmt::format("received from the wire and sent on: the process ended ({})", answer.detail),
         PrintCase({{sent.name, {sent.value}}})});
  }
  return evidence;
}

#endif

}  // namespace

#endif

std::vector<EngineRun> WireEngines() {
  std::vector<EngineRun> engines;
#ifdef HEADERPROOF_HAS_HTTP2
  engines.push_back(SweepRun("nghttp2", SweepNghttp2));
#endif
#ifdef HEADERPROOF_HAS_GRPC
  engines.push_back(SweepRun("grpc-cpp", SweptGrpc));
  engines.push_back(
      {"wire-grpc-cpp-relay", EvidenceKind::kWire,
       "entries from the wire that a server sends back, as they came and checked: of the "
       "checked ones each octet in four places of a name and inside values, special names in "
       "other spellings, and generated entries",
       "", [](const Progress&) { return RelayEvidence(); }});
#endif
  for (EngineRun& engine : engines) engine.always = true;  // a library is not in the digest
  return engines;
}

std::vector<Metadata> DeliveredByGrpc() {
  std::vector<Metadata> delivered;
#ifdef HEADERPROOF_HAS_GRPC
  std::set<std::string> seen;
  for (const SweepAnswer& answer : SweptGrpc().answers) {
    if (!answer.shown.empty() && seen.insert(PrintCase(answer.shown)).second) {
      delivered.push_back(answer.shown);
    }
  }
#endif
  return delivered;
}

std::set<std::string> WireLibraries() {
  std::set<std::string> libraries;
#ifdef HEADERPROOF_HAS_HTTP2
  libraries.insert("nghttp2");
#endif
#ifdef HEADERPROOF_HAS_GRPC
  libraries.insert("grpc");
#endif
  return libraries;
}

}  // namespace headerproof
