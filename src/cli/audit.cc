// headerproof audit: the quick engines, the evidence of the others, verdicts, and the report.
#include "src/audit/audit.h"

#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "src/audit/run_peer.h"
#include "src/audit/run_stacks.h"
#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/evidence/user_error.h"
#include "src/peers/process_peer.h"

namespace headerproof {
namespace {

// One line on a terminal, written over itself; nothing in a log.
void ShowProgress(std::string_view engine, std::uint64_t done, std::uint64_t total) {
  fmt::print(stderr, "\r\033[K{}: {} of {}", engine, done, total);
  if (done == total) fmt::print(stderr, "\r\033[K");
}

}  // namespace

int RunAuditCommand(const AuditArguments& arguments) {
  if (arguments.out.empty()) {
    Complain("--out is empty; name the report's folder");
    return kExitBadInput;
  }
  NoteInterrupts();
  AuditOptions options;
  options.out = arguments.out;
  options.evidence = {arguments.evidence.begin(), arguments.evidence.end()};
  const QuickOptions quick{.threads = std::max(1U, std::thread::hardware_concurrency()),
                           .corpus = arguments.corpus,
                           .golden = arguments.golden,
                           .budget = arguments.budget};
  options.engines = QuickEngines(quick);
  options.only = {arguments.only.begin(), arguments.only.end()};
  options.rerun = arguments.rerun;
  if (!arguments.compare.empty()) options.compare = arguments.compare;
  options.absent_tools = AbsentTools(*options.claims, WireLibraries());
  options.stop = InterruptFlag();
  if (isatty(STDERR_FILENO) != 0) options.progress = ShowProgress;
  try {
    if (arguments.check_arguments) {
      if (!arguments.peer.empty()) options.only.erase("peer-command");  // it is not started here
      CheckInputs(quick);
      CheckAudit(options);
      return kExitOk;
    }
    ClaimList claims_with_peer;
    if (!arguments.peer.empty()) {
      const auto peer = StartProcessPeer(arguments.peer);
      claims_with_peer = WithPeerClaims(*options.claims, peer->greeting());
      options.claims = &claims_with_peer;
      options.engines.insert(options.engines.begin(), PeerRun(peer, arguments.peer, 1));
    }
    const AuditResult result = RunAudit(options);
    if (result.interrupted) {
      Complain("interrupted: no report was written; complete evidence is kept in " +
               EscapeValue(arguments.out) + "/evidence");
      return kExitInterrupted;
    }
    PrintAudit(result, options.out, stdout);
    return Finish(result.exit_code());
  } catch (const UserError& error) {
    Complain(error.what());
    return kExitBadInput;
  } catch (const PeerError& error) {
    Complain(DescribePeerError(error, arguments.peer));
    return kExitBadInput;
  }
}

}  // namespace headerproof
