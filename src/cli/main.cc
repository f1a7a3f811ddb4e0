// headerproof: the command. CLI11 reads the arguments; each command is a function of commands.h.
#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <exception>
#include <functional>
#include <sstream>
#include <string>
#include <string_view>

#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"

namespace headerproof {
namespace {

constexpr const char* kDescription =
    "headerproof: may an RPC library stop lowercasing the header names it receives?\n"
    "Checks conversions of gRPC metadata to headers, case by case or all at once.";

constexpr const char* kFooter =
    "Exit codes: 0 all as it should be; 1 not; 2 bad input or usage; 130 interrupted.\n"
    "`headerproof COMMAND --help` says what a command takes.";

constexpr const char* kAuditHelp =
    "Writes OUT/index.html, audit.json, audit.md, junit.xml, audit.sarif and OUT/evidence. Exit\n"
    "codes: 0 every verdict is as expected; 1 some are not, or something got worse; 2 the audit\n"
    "could not be done, and OUT is as it was (or the table could not be printed).";

constexpr const char* kCaseHelp =
    "A case is a text: one line `name: value` for each value; `name` alone has none; \\xHH is an "
    "octet.";

constexpr const char* kImportHelp =
    "Inputs are read leniently. Of each fault one smallest case is kept, under a name that says\n"
    "what it breaks; a case that breaks nothing is kept as it is; nothing is kept twice, and no\n"
    "file is replaced. Exit codes: 0 nothing is broken; 1 something is; 2 bad input, or INTO "
    "cannot "
    "be\nwritten to (what could be read is imported).";

constexpr const char* kMinimizeHelp =
    "What is chosen: every case below a folder regressions, every case of a table, and from the\n"
    "smallest on each case of a kind that none before it has. DIR is never changed.";

CLI::Option* AddPathOption(CLI::App* command, std::string& path) {
  return command->add_option("--path", path, "request, response or both")
      ->check(CLI::IsMember({"request", "response", "both"}))
      ->capture_default_str();
}

#ifdef HEADERPROOF_HAS_HTTP2
constexpr const char* kProbeHelp =
    "Exit codes: 0 every illegal name was refused; 1 any was let pass; 2 the peer could not be "
    "asked\n"
    "everything. A peer that answers with what it received, as a case, shows what it saw.";

void AddProbeLimits(CLI::App* command, ProbeArguments& probe) {
  command->add_option("--seconds", probe.seconds, "For all of it")
      ->check(CLI::Range(1, 3600))
      ->capture_default_str();
  command->add_flag("--json", probe.json, "One JSON object instead of a table");
}
#endif

// Opens standard descriptors that the process was started without, so that no file or socket takes
// their place: reading or writing there fails as before.
void HoldStandardDescriptors() {
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(descriptor, F_GETFD) >= 0) continue;
    open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

// Help and the version, on standard output, or what is wrong with the arguments.
int EndParsing(const CLI::App& app, const CLI::ParseError& error) {
  if (error.get_exit_code() == 0) {
    std::ostringstream text;
    app.exit(error, text, text);
    Print(text.str());
    return Finish(kExitOk);
  }
  Complain(EscapeValue(error.what()) + "; `headerproof --help` and `headerproof COMMAND --help` " +
           "say what to write");
  return kExitBadInput;
}

// What is wrong with the commands that the arguments name, or nothing. CLI11 says only that one is
// required, of a mistyped one too.
std::string WrongInCommands(const CLI::App& app, int argc, const char* const* argv) {
  const CLI::App* at = &app;
  for (int i = 1;; ++i) {
    const auto commands = at->get_subcommands([](const CLI::App*) { return true; });
    if (commands.empty() || (i < argc && std::string_view(argv[i]).starts_with('-'))) return "";
    const auto named = std::ranges::find_if(commands, [&](const CLI::App* command) {
      return i < argc && command->get_name() == argv[i];
    });
    if (named == commands.end()) {
      std::string wrong =
          i < argc ? "no such command: " + EscapeValue(argv[i]) : std::string("no command");
      wrong += "; these are:";
      for (const CLI::App* command : commands) {
        wrong += (command == commands.front() ? " " : ", ") + command->get_name();
      }
      return wrong;
    }
    at = *named;
  }
}

// An empty value is a mistake, such as a variable that is not set, and not the option left out.
std::string NotEmpty(const std::string& value) {
  return value.empty() ? "is empty; give a value, or leave the option out" : "";
}

int Main(int argc, char** argv) {
  HoldStandardDescriptors();
  CLI::App app(kDescription, "headerproof");
  app.footer(kFooter);
  app.require_subcommand(1);
  app.set_version_flag("--version", HEADERPROOF_VERSION);
  std::function<int()> run;

  AuditArguments audit;
  CLI::App* command =
      app.add_subcommand("audit", "Run the quick engines, judge every claim, report");
  command->footer(kAuditHelp);
  command->add_option("--out", audit.out, "The report's folder")->capture_default_str();
  command
      ->add_option("--budget", audit.budget,
                   "Seconds on two cores, about: 20,000 sampled cases for each; from 300 on "
                   "the enumeration's wide scopes")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  command->add_option("--evidence", audit.evidence, "Folders with evidence of other engines");
  command->add_option("--corpus", audit.corpus, "The cases to replay")->capture_default_str();
  command->add_option("--golden", audit.golden, "The recorded outcomes to compare with")
      ->capture_default_str();
  command->add_option("--only", audit.only, "Run these engines only; read what others left in OUT");
  command->add_flag("--rerun", audit.rerun, "Run engines again that left evidence for this build");
  command->add_flag("--check-arguments", audit.check_arguments,
                    "Check all arguments and what they name, run nothing, and exit with 0 or 2");
  command
      ->add_option("--compare", audit.compare,
                   "An older audit.json: say what changed, and fail if anything got worse")
      ->check(NotEmpty);
  command
      ->add_option("--peer", audit.peer,
                   "A command that starts a peer (peers/PROTOCOL.md), to be tested as well")
      ->check(NotEmpty);
  command->callback([&] { run = [&] { return RunAuditCommand(audit); }; });

  CheckArguments check;
  command = app.add_subcommand("check", "Check every relation on each case");
  command->footer(kCaseHelp);
  command->add_option("FILE", check.paths, "Files, folders, or - for standard input")->required();
  AddPathOption(command, check.path);
  command
      ->add_option("--require", check.require,
                   "transparent: the change must make no difference, in the order given")
      ->check(CLI::IsMember({"transparent"}));
  command->add_flag("--json", check.json, "One JSON object for each file and path");
  command
      ->add_option("--peer", check.peer,
                   "A command that starts a peer (peers/PROTOCOL.md), to be held to the model too")
      ->check(NotEmpty);
  command->callback([&] { run = [&] { return RunCheck(check); }; });

  ConvertArguments convert;
  command = app.add_subcommand("convert", "Print what a converter makes of each case, as JSON");
  command->footer(kCaseHelp);
  command->add_option("FILE", convert.paths, "Files, folders, or - for standard input")->required();
  AddPathOption(command, convert.path);
  command->add_option("--converter", convert.converter, "See `headerproof converters`")
      ->capture_default_str();
  command->callback([&] { run = [&] { return RunConvert(convert); }; });

#ifdef HEADERPROOF_HAS_HTTP2
  ProbeArguments probe;
  CLI::App* const probe_command =
      app.add_subcommand("probe", "Ask any HTTP/2 peer what it does with each kind of name");
  probe_command->require_subcommand(1);
  probe_command->footer(kProbeHelp);
  command = probe_command->add_subcommand("server", "Ask a server");
  command->footer(kProbeHelp);
  command->add_option("HOST:PORT", probe.address, "The server")->required();
  command->add_flag("--tls", probe.tls, "Speak TLS, and verify the server's certificate");
  command->add_flag("--insecure", probe.insecure, "With --tls: do not verify it");
  command->add_option("--request-path", probe.path, "The :path of the requests")
      ->capture_default_str();
  AddProbeLimits(command, probe);
  command->callback([&] { run = [&] { return RunProbeServer(probe); }; });
  command = probe_command->add_subcommand("client", "Answer the clients that connect (cleartext)");
  command->footer(kProbeHelp);
  command->add_option("--listen", probe.listen, "A port of 127.0.0.1; 0: the system chooses")
      ->capture_default_str();
  AddProbeLimits(command, probe);
  command->callback([&] { run = [&] { return RunProbeClient(probe); }; });
#endif

  std::string explained;
  command = app.add_subcommand("explain", "Say in sentences what the change does to one case");
  command->footer(kCaseHelp);
  command->add_option("FILE", explained, "A file, or - for standard input")->required();
  command->callback([&] { run = [&] { return RunExplain(explained); }; });

  command = app.add_subcommand("converters", "List the converters");
  command->callback([&] { run = RunConverters; });

  command = app.add_subcommand("domains", "Show which octets each domain of names allows");
  command->callback([&] { run = RunDomains; });

  CLI::App* const corpus =
      app.add_subcommand("corpus", "What a corpus holds, and what it may hold");
  corpus->require_subcommand(1);

  ImportArguments import;
  command = corpus->add_subcommand("import", "Make cases of what fuzzers kept, and report faults");
  command->footer(kImportHelp);
  command->add_option("SOURCE", import.sources, "Files, folders, archives, or - for standard input")
      ->required();
  command->add_option("--into", import.into, "The folder to write new cases to")->check(NotEmpty);
  command->add_option("--planted", import.planted,
                      "Judge this mutant, as HEADERPROOF_PLANTED_MUTANT does");
  command->add_option("--engine", import.engine, "What found the sources, if their names lack it");
  command->add_option("--target", import.target, "The fuzz target, if their names lack it");
  command->add_option("--seed", import.seed, "The seed of the run that found them");
  command->callback([&] { run = [&] { return RunCorpusImport(import); }; });

  MinimizeArguments minimize;
  command = corpus->add_subcommand("minimize", "Choose one small case for each kind of case");
  command->footer(kMinimizeHelp);
  command->add_option("DIR", minimize.folder, "The cases")->required();
  command->add_option("--out", minimize.out, "A new folder to copy the chosen cases to")
      ->check(NotEmpty);
  command->add_option(
      "--keep", minimize.keep,
      "Tables whose lines begin with a file that is in DIR: these are chosen. Without it, "
      "properties/corpus_expected.txt, if it is there");
  command->callback([&] { run = [&] { return RunCorpusMinimize(minimize); }; });

  StatsArguments stats;
  command = corpus->add_subcommand("stats", "Count the cases of each class, and their sizes");
  command->add_option("FILE", stats.paths, "Files, folders, or - for standard input")->required();
  command->add_flag("--json", stats.json, "One JSON object instead of a table");
  command->callback([&] { run = [&] { return RunCorpusStats(stats); }; });

#ifdef HEADERPROOF_HAS_GRPC
  std::string recorded;
  command =
      corpus->add_subcommand("record", "Record what real gRPC C++ calls hand to applications");
  command->add_option("DIR", recorded, "Where to write the cases")->required();
  command->callback([&] { run = [&] { return RunCorpusRecord(recorded); }; });
#endif

  AddEvidence(app, run);

  if (const std::string wrong = WrongInCommands(app, argc, argv); !wrong.empty()) {
    Complain(wrong);
    return kExitBadInput;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return EndParsing(app, error);
  }
  return run();
}

}  // namespace
}  // namespace headerproof

int main(int argc, char** argv) {
  try {
    return headerproof::Main(argc, argv);
  } catch (const std::exception& error) {  // out of memory, or a file system that fails
    headerproof::Complain(headerproof::EscapeValue(error.what()));
    return headerproof::kExitBadInput;
  }
}
