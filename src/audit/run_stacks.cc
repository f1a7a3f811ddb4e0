#include "src/audit/run_stacks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <string_view>
#include <utility>
#include <variant>

#include "src/cases/text.h"
#include "src/evidence/user_error.h"
#ifdef HEADERPROOF_HAS_HTTP2
#include "src/engines/end_to_end.h"
#include "src/stacks/nghttp2_stack.h"
#include "src/sweep/findings.h"
#include "src/sweep/sweep.h"
#ifdef HEADERPROOF_HAS_GRPC
#include "src/stacks/grpc_client.h"
#include "src/stacks/grpc_server.h"
#include "src/sweep/sending.h"
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

// How bad the worst that an example shows is; 0 is the worst: who the caller is, before what a
// header is called.
std::size_t Severity(const EndToEnd& example) {
  constexpr std::array kWorstFirst = {
      DifferenceKind::kFieldChanged,    DifferenceKind::kEncodingChanged,
      DifferenceKind::kNewError,        DifferenceKind::kReservedNameLeak,
      DifferenceKind::kRoutingNameLeak, DifferenceKind::kContentTypeLeak,
      DifferenceKind::kErrorChanged,    DifferenceKind::kErrorText,
      DifferenceKind::kOriginalSpelling};
  std::size_t worst = kWorstFirst.size();
  for (const Difference& difference : example.differences) {
    const auto found = std::ranges::find(kWorstFirst, difference.kind);
    worst = std::min(worst, static_cast<std::size_t>(found - kWorstFirst.begin()));
  }
  return worst;
}

// What was delivered, put through the four policies: where the change shows on this stack.
void AddEndToEnd(const SweepResult& sweep, std::string_view stack, Evidence& evidence) {
  const EndToEndResult result = ConvertDelivered(sweep);
  evidence.counts["converted"] = result.converted;
  for (std::size_t i = 0; i < kPlaces.size(); ++i) {
    evidence.counts[fmt::format("differs/{}", PlaceName(kPlaces[i]))] = result.by_place[i];
  }
  std::vector<std::pair<std::size_t, const EndToEnd*>> worst_first;
  for (const EndToEnd& example : result.examples) {
    worst_first.emplace_back(Severity(example), &example);
  }
  // Pointers into one vector: of two that are as bad, the earlier comes first.
  std::ranges::sort(worst_first);
  for (const auto& [severity, pointer] : worst_first) {
    const EndToEnd& example = *pointer;
    evidence.contradictions.push_back(
        {fmt::format("change/{}/{}", PathName(PathOf(example.place)), stack),
         DifferenceInOneLine(example), PrintCase(example.delivered)});
  }
  for (const std::string& violation : result.violations) {
    evidence.contradictions.push_back({"end-to-end", violation, std::nullopt});
    evidence.ended = Ended::kFailed;
  }
}

Evidence SweepEvidence(const SweepResult& sweep, std::string_view stack) {
  Evidence evidence;
  evidence.subject = sweep.stack;
  const std::size_t version = sweep.stack.rfind(' ') + 1;
  evidence.versions.emplace(sweep.stack.substr(0, version - 1), sweep.stack.substr(version));
  evidence.count = sweep.answers.size();
  evidence.ended = Ended::kFinished;
  for (const WireFinding& finding : FindingsOf(sweep)) {
    const auto slash = finding.key.find('/');
    const std::string claim = finding.key.substr(0, slash);
    evidence.counts[finding.key] = finding.count;
    if (claim == "answers" && finding.contradicting != 0) evidence.ended = Ended::kStopped;
    for (const auto& [detail, counterexample] : finding.contradictions) {
      evidence.contradictions.push_back(
          {fmt::format("{}/{}", finding.key, stack), detail, PrintCase(counterexample)});
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
  const std::unique_ptr<ServerStack> server = MakeNghttp2Server();
  const std::unique_ptr<ClientStack> client = MakeNghttp2Client();
  return SweepAllPlaces(*server, *client);
}

#ifdef HEADERPROOF_HAS_GRPC

// Swept once in a process: what it delivers is asked for twice.
const SweepResult& SweptGrpc() {
  static const SweepResult result = [] {
    const std::unique_ptr<ServerStack> server = StartGrpcServer();
    const std::unique_ptr<ClientStack> client = MakeGrpcClient();
    return SweepAllPlaces(*server, *client);
  }();
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
  const std::vector<SendingProbeCase> probe_cases = RelayProbeCases();
  const auto asked = AskSending(SendingProgram(), probe_cases);
  if (const auto* error = std::get_if<SendingError>(&asked)) throw UserError(error->message);
  const auto& answers = std::get<std::vector<SendingAnswer>>(asked);
  Evidence evidence;
  evidence.subject = "gRPC C++, sending";
  evidence.ended = Ended::kFinished;
  for (std::size_t i = 0; i < probe_cases.size(); ++i) {
    const SendingProbeCase& probe_case = probe_cases[i];
    const SendingAnswer& answer = answers[i];
    const std::string key(SendingSideName(probe_case.side));
    ++evidence.count;
    ++evidence.counts[key];
    if (answer.disposition == Disposition::kNoAnswer) evidence.ended = Ended::kStopped;
    if (answer.disposition != Disposition::kProcessEnded) continue;
    evidence.contradictions.push_back(
        {key,
         fmt::format("received from the wire and sent on: the process ended ({})", answer.detail),
         PrintCase({{probe_case.name, {probe_case.value}}})});
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
  engines.push_back({"wire-grpc-cpp-relay", EvidenceKind::kWire,
                     "entries from the wire that a server sends back, as they came and checked", "",
                     [](const Progress&) { return RelayEvidence(); }});
#endif
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
