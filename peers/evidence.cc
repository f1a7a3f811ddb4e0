// Writes what peers showed as evidence for the audit:
//
//   peer-yarpc-go    the agreement of the linked yarpc-go with the model, at random
//   wire-grpc-go     what the pinned grpc-go delivered (the output of grpc-go-calls)
//   wire-newest-grpc-go   the same of the newest release
//   wire-grpc-go-1.38.1, wire-grpc-go-1.39.0   the same of the releases between which
//                    FromIncomingContext began to lowercase
//   wire-grpc-go-lenient   the same of the pinned one, over a framer that lets uppercase through
//   wire-yarpc-go    what yarpc-go delivered over it (the output of yarpc-go-calls)
//   wire-yarpc-go-after   the same with change 2443
//
// peers/evidence.sh runs it. Exit 0: written; 1: written, and yarpc-go disagrees with the model; 2:
// it could not run. What the calls show is for the audit to judge.
#include "src/evidence/evidence.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <exception>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "peers/calls_evidence.h"
#include "src/audit/run_peer.h"
#include "src/engines/agree.h"
#include "src/peers/peer.h"
#include "src/peers/yarpc_go.h"

namespace headerproof {
namespace {

constexpr const char* kCommand = "peers/evidence.sh build/release DIR";

// "before/request" and so on: what a converter's outcomes on a path are counted under.
std::string KeyOf(std::string_view converter, std::string_view what) {
  constexpr std::string_view kPrefix = "yarpc-go-";
  constexpr std::string_view kOrdered = "-ordered";
  converter.remove_prefix(kPrefix.size());
  if (converter.ends_with(kOrdered)) converter.remove_suffix(kOrdered.size());
  return std::string(converter) + "/" + std::string(what);
}

Evidence CompareYarpcGo(const AgreementOptions& options, const Progress& progress) {
  const auto peer = LinkedYarpcGo();
  const Agreement agreement = Agree(PeerConverters(peer), options, progress);
  Evidence evidence;
  evidence.depends_on = "peer-yarpc-go";
  evidence.subject = peer->greeting().system;
  evidence.seed = options.seed;
  evidence.versions.emplace("yarpc-go", peer->greeting().system);
  AddAgreement(agreement, KeyOf, "/any-order", evidence);
  for (const Agreement::Row& row : agreement.rows) {
    evidence.counts["with-the-shared-implementation"] += row.with_shared;
  }
  evidence.notes.emplace_back(
      "Before the change the code that iterates a map is the release itself, linked by name; the "
      "other variants are copies of its headers.go, patched when built.");
  return evidence;
}

Evidence AgreementEvidence(const AgreementOptions& options) {
  return RunEngine(
      {"peer-yarpc-go", EvidenceKind::kPeer,
       "Random metadata of up to four entries, names with octets above 7f among them: the ordered "
       "variants order by order, the others as sets.",
       kCommand, [&](const Progress& progress) { return CompareYarpcGo(options, progress); }},
      [](auto, auto) { return true; });
}

Evidence StampedCalls(const std::string& id, const std::string& file) {
  Evidence evidence = CallsEvidence(id, file);
  evidence.depends_on = "calls";
  evidence.command = kCommand;
  StampEvidence(evidence);
  return evidence;
}

// Writes it and says so; true if nothing contradicts.
bool Write(const std::string& folder, const Evidence& evidence) {
  WriteEvidence(folder, evidence);
  std::cout << folder << "/" << evidence.id << ".json: " << evidence.subject << ", "
            << evidence.count << " checks, " << evidence.contradictions.size()
            << " contradictions\n";
  return evidence.contradictions.empty();
}

}  // namespace
}  // namespace headerproof

int main(int argc, char** argv) {
  headerproof::AgreementOptions options{.comparisons = 12'000'000};
  std::string folder;
  std::vector<std::pair<std::string, std::string>> calls;  // ids of evidence, and files
  CLI::App app("Writes what peers showed as evidence for the audit.");
  app.add_option("--out", folder, "the folder of the evidence")->required();
  app.add_option("--comparisons", options.comparisons, "outcomes of yarpc-go to compare; 0: none");
  app.add_option("--calls", calls,
                 "an evidence's id, and the output of grpc-go-calls or yarpc-go-calls");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  }
  try {
    using headerproof::Write;
    bool agrees = true;
    if (options.comparisons != 0) {
      agrees &= Write(folder, headerproof::AgreementEvidence(options));
    }
    for (const auto& [id, file] : calls) {
      Write(folder, headerproof::StampedCalls(id, file));
    }
    return agrees ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "peer_evidence: " << error.what() << "\n";
    return 2;
  }
}
