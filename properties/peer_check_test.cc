// `headerproof check --peer` and `audit --peer`: a peer that agrees, one that does not, and one
// that is none.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace headerproof {
namespace {

const std::string kPeer = HEADERPROOF_SOURCE_DIR "/peers/python/ascii_peer.py";

// The exit code of checking `text`, the printf form of a case, with the peer that `command` starts.
int ExitOf(const std::string& text, const std::string& command) {
  const int status = std::system(("printf '" + text + "' | " HEADERPROOF_COMMAND " check --peer '" +
                                  command + "' - >/dev/null 2>&1")
                                     .c_str());
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(CheckPeer, IsContentWithAPeerThatAgrees) {
  EXPECT_EQ(ExitOf("Rpc-Caller: x\\nfoo: 1\\nFOO: 2\\n", "exec python3 " + kPeer), 0);
}

// The same program, but for what `edit`, in sed's words, changes in it.
std::string Changed(const std::string& edit, const std::string& name) {
  const std::string file = testing::TempDir() + name + ".py";
  return "sed " + edit + " " + kPeer + " > \"" + file + "\"; exec python3 \"" + file + "\"";
}

// It misses rpc-caller.
TEST(CheckPeer, FindsAPeerThatDoesNot) {
  const std::string liar = Changed("s/rpc-caller.,/rpc-callee\\\",/", "liar");
  EXPECT_EQ(ExitOf("foo: 1\\n", liar), 0);
  EXPECT_EQ(ExitOf("rpc-caller: x\\n", liar), 1);
}

// A case of `entries` entries with names of their own, then `more`.
std::string CaseOf(int entries, const std::string& more = "") {
  std::string text;
  for (int i = 0; i < entries; ++i) text += "n" + std::to_string(i) + ": v\\n";
  return text + more;
}

// What `arguments` print on standard output, and the exit code.
std::pair<std::string, int> OutputOf(const std::string& line) {
  std::FILE* const output = popen((line + " 2>/dev/null").c_str(), "r");
  std::string text;
  for (int c; (c = std::fgetc(output)) != EOF;) text += static_cast<char>(c);
  const int status = pclose(output);
  return {text, WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

TEST(CheckPeer, ComparesAPeerThatPromisesNoOrderWhereThereIsOneOutcomeOrFewOrders) {
  const std::string any_order = Changed("s/given-order/any-order/", "any-order");
  const std::string fifth = Changed(
      "-e s/given-order/any-order/ -e \"s/, parse.body./, parse(body)[:4]/\"", "drops-the-fifth");
  for (const int entries : {5, 6, 40}) {
    EXPECT_EQ(ExitOf(CaseOf(entries), any_order), 0) << entries;
    EXPECT_EQ(ExitOf(CaseOf(entries), fifth), 1) << entries;
  }
  EXPECT_EQ(ExitOf(CaseOf(4), fifth), 0);
  EXPECT_EQ(ExitOf(CaseOf(4, "N0: w\\n"), any_order), 0);
  EXPECT_EQ(ExitOf(CaseOf(4, "N0: w\\n"), fifth), 1);
}

TEST(CheckPeer, SaysWhatItDidNotCompareAndIsNotContent) {
  const std::string line = "printf '" + CaseOf(5, "N0: w\\n") +
                           "' | " HEADERPROOF_COMMAND " check --peer '" +
                           Changed("s/given-order/any-order/", "any-order") + "' ";
  const auto [text, exit] = OutputOf(line + "-");
  EXPECT_EQ(exit, 2);
  EXPECT_NE(text.find("NOT COMPARED"), std::string::npos) << text;
  EXPECT_EQ(text.find("every relation obeyed"), std::string::npos) << text;
  const auto [json, json_exit] = OutputOf(line + "--json -");
  EXPECT_EQ(json_exit, 2);
  EXPECT_NE(json.find("\"compared\":false"), std::string::npos) << json;
}

// Interrupts `arguments` once the peer has been started, and returns the exit code; -1 if that
// takes more than ten seconds. The peer's shell has to be gone then.
int ExitOfInterrupted(std::vector<std::string> arguments, const std::string& peer) {
  const std::string started = testing::TempDir() + "started-" + std::to_string(getpid());
  std::filesystem::remove(started);
  arguments.insert(arguments.end(), {"--peer", "echo $$ >\"" + started + "\"; " + peer});
  std::vector<char*> all = {const_cast<char*>(HEADERPROOF_COMMAND)};
  for (std::string& argument : arguments) all.push_back(argument.data());
  all.push_back(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    const int null = open("/dev/null", O_RDWR);
    for (const int end : {0, 1, 2}) dup2(null, end);
    execv(all[0], all.data());
    _exit(99);
  }
  pid_t shell = 0;
  const auto is_started = [&] { return static_cast<bool>(std::ifstream(started) >> shell); };
  while (!is_started()) usleep(10'000);
  usleep(500'000);  // into the questions, if it answers
  kill(child, SIGINT);
  int status = 0;
  for (int waited = 0; waitpid(child, &status, WNOHANG) == 0; ++waited) {
    if (waited < 1000) {
      usleep(10'000);
      continue;
    }
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
    return -1;
  }
  EXPECT_NE(kill(shell, 0), 0) << "the peer is still there";
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(PeersCommands, EndSoonAfterAnInterruptWhateverThePeerDoes) {
  const std::map<std::string, std::string> peers = {
      {"it never greets", "sleep 600"},
      {"it answers slowly",
       Changed("\"s/answer = conv/__import__('time').sleep(0.5); answer = conv/\"", "slow")},
      {"it never answers",
       Changed("\"s/answer = conv/__import__('time').sleep(600); answer = conv/\"", "hanging")}};
  const std::string out = testing::TempDir() + "interrupted-" + std::to_string(getpid());
  for (const auto& [what, peer] : peers) {
    EXPECT_EQ(ExitOfInterrupted({"check", HEADERPROOF_SOURCE_DIR "/corpus"}, peer), 130) << what;
    EXPECT_EQ(ExitOfInterrupted({"audit", "--only", "peer-command", "--out", out}, peer), 130)
        << what;
  }
}

TEST(CheckPeer, SaysThatAPeerIsNone) {
  EXPECT_EQ(ExitOf("foo: 1\\n", "exit 0"), 2);
  EXPECT_EQ(ExitOf("foo: 1\\n", "exec yes"), 2);
}

TEST(PeersCommands, NameThePeersCommandAndItsEndWhereItFails) {
  for (const std::string arguments : {"check - --peer ", "audit --out /dev/null/x --peer "}) {
    const std::string file = testing::TempDir() + "failure-" + std::to_string(getpid());
    const std::string line = "echo foo: 1 | " HEADERPROOF_COMMAND " " + arguments +
                             "'exit 5 # mine' >/dev/null 2>'" + file + "'";
    const int status = std::system(line.c_str());
    EXPECT_EQ(WEXITSTATUS(status), 2) << arguments;
    std::ifstream stream(file);
    std::string said;
    std::getline(stream, said);
    EXPECT_NE(said.find("exit status was 5; the peer's command: exit 5 # mine"), std::string::npos)
        << arguments << said;
  }
}

// What an audit of that peer and nothing else came to.
struct Audited {
  int exit = -1;
  std::map<std::string, std::string> verdicts;  // by claim, of the peer's
  bool has_report = false;
  std::string complaint;  // the first line on standard error
};

Audited AuditOf(const std::string& command) {
  const std::filesystem::path out =
      testing::TempDir() + "audited-" + std::to_string(getpid());  // tests run side by side
  std::filesystem::remove_all(out);
  const int status =
      std::system((HEADERPROOF_COMMAND " audit --only peer-command --out \"" + out.string() +
                   "\" --peer '" + command + "' >/dev/null 2>\"" + out.string() + ".err\"")
                      .c_str());
  Audited audited;
  std::ifstream complaints(out.string() + ".err");
  std::getline(complaints, audited.complaint);
  audited.exit = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  std::ifstream file(out / "audit.json");
  audited.has_report = file.is_open();
  if (!audited.has_report) return audited;
  const auto report = nlohmann::json::parse(file);
  for (const auto& claim : report.at("claims")) {
    const auto id = claim.at("id").get<std::string>();
    if (id.starts_with("given-python") || id.starts_with("versions-agree")) {
      EXPECT_EQ(claim.at("stack"), "Python example") << id;
      audited.verdicts[id] = claim.at("verdict");
    }
  }
  return audited;
}

// Nothing else was run, so the other claims are unknown, which is not as expected.
TEST(AuditPeer, JudgesAPeerThatAgrees) {
  const Audited audited = AuditOf("exec python3 " + kPeer);
  EXPECT_EQ(audited.exit, 1);
  EXPECT_EQ(audited.verdicts,
            (std::map<std::string, std::string>{{"given-python-before-request", "holds"},
                                                {"given-python-before-response", "holds"},
                                                {"given-python-after-request", "holds"},
                                                {"given-python-after-response", "holds"},
                                                {"versions-agree-request", "holds"},
                                                {"versions-agree-response", "holds"}}));
}

// Its version after the change takes a lowercase name for another.
TEST(AuditPeer, RefutesWhatAPeerDoesNotDo) {
  Audited audited = AuditOf(Changed(
      "\"s/key = name.lower() if lowercases else name/key = name.lower() if lowercases else "
      "name.replace(b\\\"caller\\\", b\\\"callee\\\")/\"",
      "second-liar"));
  EXPECT_EQ(audited.exit, 1);
  EXPECT_EQ(audited.verdicts["given-python-before-request"], "holds");
  EXPECT_EQ(audited.verdicts["given-python-after-request"], "refuted");
  EXPECT_EQ(audited.verdicts["versions-agree-request"], "refuted");
}

TEST(AuditPeer, WritesNoReportOfAPeerThatFails) {
  const std::map<std::string, std::string> failures = {
      {"it ends", "exit 0"},
      {"it writes garbage", "exec yes"},
      {"it ends when it is asked", Changed("\"s/body = sys.*/return/\"", "ending")},
      {"its answer is no outcome",
       Changed("\"s/answer = convert.*/answer = b\\\"x\\\"/\"", "babbler")},
  };
  for (const auto& [what, command] : failures) {
    const Audited audited = AuditOf(command);
    EXPECT_EQ(audited.exit, 2) << what;
    EXPECT_FALSE(audited.has_report) << what;
    EXPECT_NE(audited.complaint.find("; the peer's command: "), std::string::npos)
        << what << audited.complaint;
  }
}

}  // namespace
}  // namespace headerproof
