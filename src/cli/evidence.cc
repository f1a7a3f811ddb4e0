// headerproof evidence: the only writer of evidence files for what other programs measured, and the
// digest that decides whether evidence is about this build.
#include "src/evidence/evidence.h"

#include <CLI/CLI.hpp>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "src/audit/program_evidence.h"
#include "src/cases/escape.h"
#include "src/cli/command.h"
#include "src/cli/commands.h"
#include "src/evidence/build_info.h"

namespace headerproof {
namespace {

constexpr const char* kHelp =
    "Evidence is written to OUT/ID.json (docs/evidence.schema.json), stamped with the digest of "
    "the\n"
    "build that was measured. Exit codes: 0 written; 2 the input is wrong or OUT cannot be "
    "written.";

struct EvidenceArguments {
  std::string file;
  std::string out;
  FuzzRun run;
};

using Make = std::function<Evidence(const EvidenceArguments& arguments)>;

int Write(const Make& make, const EvidenceArguments& arguments) {
  Print("{}\n", EscapeValue(WriteEvidence(arguments.out, make(arguments)).file));
  return kExitOk;
}

int PrintDigest() {
  Print("{}\n", BuildDigest());
  return kExitOk;
}

// A line for each file: its id, and whether it is of what is here.
int PrintRecorded(const std::string& folder) {
  for (const StoredEvidence& one : ReadRecordedEvidence(folder)) {
    Print("{} {}\n", one.evidence.id, one.is_fresh ? "fresh" : "stale");
  }
  return kExitOk;
}

}  // namespace

void AddEvidence(CLI::App& app, Action& action) {
  CLI::App* const group =
      app.add_subcommand("evidence", "Write evidence of what other programs measured");
  group->footer(kHelp);
  group->require_subcommand(1);
  const auto arguments = std::make_shared<EvidenceArguments>();
  const auto add = [&](const char* name, const char* summary, Make make) {
    CLI::App* const command = group->add_subcommand(name, summary);
    command->footer(kHelp);
    command->add_option("--out", arguments->out, "The folder to write to; it is made")->required();
    command->callback([&action, arguments, make = std::move(make)] {
      action = [=] { return Write(make, *arguments); };
    });
    return command;
  };

  CLI::App* command = add("fuzz", "One run of a fuzz target",
                          [](const EvidenceArguments& given) { return FuzzEvidence(given.run); });
  FuzzRun& run = arguments->run;
  command->add_option("--target", run.target, "Its name")->required();
  command->add_option("--counts", run.counts, "What its processes left as HEADERPROOF_COUNTS");
  command->add_option("--finding", run.finding, "The input that it ended on");
  command->add_option("--status", run.status, "Its exit status; 128+N or -N for signal N")
      ->required()
      ->check(CLI::Range(-64, 255));
  command->add_option("--seconds", run.seconds, "How long it ran")
      ->required()
      ->check(CLI::NonNegativeNumber);

  command = add("mutants", "Fuzz targets against mutants",
                [](const EvidenceArguments& given) { return FuzzMutantsEvidence(given.file); });
  command->add_option("FILE", arguments->file, "JSON: digest, and results")->required();

  command = add("draft", "Anything else, from a draft of its evidence",
                [](const EvidenceArguments& given) { return DraftEvidence(given.file); });
  command->add_option("FILE", arguments->file, "JSON: evidence without schema, subject and commit")
      ->required();

  command = group->add_subcommand(
      "recorded", "List the evidence that was committed: for these sources (fresh), or for others");
  command->add_option("FOLDER", arguments->file, "The folder of it")->default_str("recorded");
  command->callback([&action, arguments] {
    action = [=] { return PrintRecorded(arguments->file.empty() ? "recorded" : arguments->file); };
  });

  command = group->add_subcommand("digest", "Print the digest of this build");
  command->callback([&action] { action = PrintDigest; });
}

}  // namespace headerproof
