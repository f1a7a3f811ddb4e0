// The commands. Each returns the process's exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace headerproof {

struct AuditArguments {
  std::string out = "report";
  std::vector<std::string> evidence;  // further folders
  std::string corpus = "corpus";
  std::string golden = "golden";
  unsigned budget = 60;           // seconds: kDefaultBudget of src/audit/run.h
  std::vector<std::string> only;  // engines to run
  bool rerun = false;
  bool check_arguments = false;  // and do nothing else
  std::string compare;           // an older audit.json, or ""
  std::string peer;              // a command that starts one (peers/PROTOCOL.md), or ""
};
int RunAuditCommand(const AuditArguments& arguments);

// `headerproof evidence ...`: declares its options; `run` becomes what the arguments ask for.
void AddEvidence(CLI::App& app, std::function<int()>& run);

struct CheckArguments {
  std::vector<std::string> paths;  // files, folders, "-"
  std::string path = "both";
  std::string require;  // "" or "transparent"
  bool json = false;
  std::string peer;  // a command that starts one (peers/PROTOCOL.md), or ""
};
int RunCheck(const CheckArguments& arguments);

struct ConvertArguments {
  std::vector<std::string> paths;
  std::string path = "both";
  std::string converter = "canonicalizing";
};
int RunConvert(const ConvertArguments& arguments);

struct ProbeArguments {
  std::string address;       // HOST:PORT of a server
  std::uint16_t listen = 0;  // port for clients; 0: the system chooses
  std::string path = "/headerproof.Probe/Ask";
  bool tls = false;
  bool insecure = false;  // with tls: whoever the peer is
  unsigned seconds = 60;  // for all of it
  bool json = false;
};
int RunProbeServer(const ProbeArguments& arguments);
int RunProbeClient(const ProbeArguments& arguments);

int RunExplain(const std::string& file);
int RunConverters();
int RunDomains();
int RunMutantsCommand(bool json);
int RunCorpusRecord(const std::string& folder);

struct ImportArguments {
  std::vector<std::string> sources;  // files, folders, archives, "-"
  std::string into;                  // a folder; "": nothing is written
  std::string planted;               // a mutant to judge, or "": the shared implementation
  std::string engine;                // what is known of where the sources came from, or ""
  std::string target;
  std::string seed;
};
int RunCorpusImport(const ImportArguments& arguments);

struct MinimizeArguments {
  std::string folder;
  std::string out;                // a folder that is not there yet; "": nothing is written
  std::vector<std::string> keep;  // tables whose cases are kept
};
int RunCorpusMinimize(const MinimizeArguments& arguments);

struct StatsArguments {
  std::vector<std::string> paths;
  bool json = false;
};
int RunCorpusStats(const StatsArguments& arguments);

}  // namespace headerproof
