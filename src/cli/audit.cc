// headerproof audit: the quick engines, the evidence of the others, verdicts, and the report.
#include "src/audit/audit.h"

#include <unistd.h>

#include <algorithm>
#include <thread>

#include "src/audit/run.h"
#include "src/audit/run_peer.h"
#include "src/audit/run_stacks.h"
#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/peers/process_peer.h"

namespace headerproof {
namespace {

constexpr const char* kHelp =
    "Writes OUT/index.html, audit.json, audit.md, junit.xml, audit.sarif, attestation.json (for a\n"
    "signer) and OUT/evidence.\n"
    "Exit codes: 0 every verdict is as expected; 1 some are not, or something got worse; 2 the\n"
    "audit could not be done, and no report was written (or the table could not be printed).";

struct AuditArguments {
  std::string out = "report";
  std::vector<std::string> evidence;  // further folders
  QuickOptions quick = {.threads = std::max(1U, std::thread::hardware_concurrency()),
                        .corpus = "corpus",
                        .golden = "golden"};
  std::vector<std::string> only;  // engines to run
  bool rerun = false;
  std::string recorded = "recorded";
  bool require_all = false;
  bool check_arguments = false;  // and do nothing else
  std::string compare;           // an older audit.json, or ""
  std::string peer;              // a command that starts one (peers/PROTOCOL.md), or ""
};

// One line on a terminal, written over itself; nothing in a log.
void ShowProgress(std::string_view engine, std::uint64_t done, std::uint64_t total) {
  fmt::print(stderr, "\r\033[K{}: {} of {}", engine, done, total);
  if (done == total) fmt::print(stderr, "\r\033[K");
}

int ComplainOfInterrupt(const AuditArguments& arguments) {
  Complain("interrupted: no report was written; complete evidence is kept in " +
           EscapeValue(arguments.out) + "/evidence");
  return kExitInterrupted;
}

int Run(const AuditArguments& arguments) {
  if (arguments.out.empty()) {
    return Complain("--out is empty; name the report's folder");
  }
  NoteInterrupts();
  AuditOptions options;
  options.out = arguments.out;
  options.evidence = {arguments.evidence.begin(), arguments.evidence.end()};
  options.engines = QuickEngines(arguments.quick);
  options.only = {arguments.only.begin(), arguments.only.end()};
  options.rerun = arguments.rerun;
  options.recorded = arguments.recorded;
  options.requires_all = arguments.require_all;
  if (!arguments.compare.empty()) options.compare = arguments.compare;
  options.absent_tools = AbsentTools(*options.claims, WireLibraries());
  options.stop = InterruptFlag();
  if (isatty(STDERR_FILENO) != 0) options.progress = ShowProgress;
  try {
    if (arguments.check_arguments) {
      if (!arguments.peer.empty())
        options.only.erase(std::string(kPeerEvidence));  // it is not started here
      CheckInputs(arguments.quick);
      CheckAudit(options);
      return kExitOk;
    }
    ClaimList claims_with_peer;
    if (!arguments.peer.empty()) {
      // Whatever else is run: OUT may have the evidence of another peer.
      if (!options.only.empty()) options.only.emplace(kPeerEvidence);
      const auto peer = StartProcessPeer(arguments.peer, {.stop = InterruptFlag()});
      claims_with_peer = WithPeerClaims(*options.claims, peer->greeting());
      options.claims = &claims_with_peer;
      options.engines.insert(options.engines.begin(), PeerRun(peer, arguments.peer, 1));
    }
    const AuditResult result = RunAudit(options);
    if (result.interrupted) return ComplainOfInterrupt(arguments);
    PrintAudit(result, options.out, stdout);
    return result.exit_code();
  } catch (const PeerError& error) {
    if (Interrupted()) return ComplainOfInterrupt(arguments);
    return Complain(DescribePeerError(error, arguments.peer));
  }
}

}  // namespace

void AddAudit(CLI::App& app, Action& action) {
  const auto [command, arguments] =
      AddCommand(app, action, "audit", "Run the quick engines, judge every claim, report", Run);
  command->footer(kHelp);
  command->add_option("--out", arguments->out, "The report's folder")->capture_default_str();
  command
      ->add_option("--budget", arguments->quick.budget,
                   "About how many seconds to run, on two cores: 20,000 sampled cases for each "
                   "second; from 300 on, wider scopes of the enumeration")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  command->add_option("--evidence", arguments->evidence,
                      "Folders with evidence that other engines wrote");
  command
      ->add_option("--recorded", arguments->recorded, "The folder of evidence that was committed")
      ->check(CLI::ExistingDirectory)
      ->capture_default_str();
  command->add_flag("--require-all", arguments->require_all,
                    "Excuse nothing: fail if any evidence is absent");
  command->add_option("--corpus", arguments->quick.corpus, "The cases to replay")
      ->capture_default_str();
  command->add_option("--golden", arguments->quick.golden, "The recorded outcomes to compare with")
      ->capture_default_str();
  command->add_option("--only", arguments->only,
                      "Run these engines only, and read the evidence of the others from OUT");
  command->add_flag("--rerun", arguments->rerun,
                    "Run every engine again, also where OUT has its evidence for this build");
  command
      ->add_option("--compare", arguments->compare,
                   "An older audit.json: report what changed, and fail if anything got worse")
      ->check(NotEmpty);
  command->add_flag("--check-arguments", arguments->check_arguments,
                    "Check all arguments and what they name, run nothing, and exit with 0 or 2");
  AddPeer(command, arguments->peer);
}

}  // namespace headerproof
