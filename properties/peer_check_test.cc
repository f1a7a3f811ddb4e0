// `headerproof check --peer` and `audit --peer`: a peer that agrees, one that does not, and one
// that is none.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

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
    if (id.starts_with("peer-python") || id.starts_with("peer-transparent")) {
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
            (std::map<std::string, std::string>{{"peer-python-before-request", "holds"},
                                                {"peer-python-before-response", "holds"},
                                                {"peer-python-after-request", "holds"},
                                                {"peer-python-after-response", "holds"},
                                                {"peer-transparent-request", "holds"},
                                                {"peer-transparent-response", "holds"}}));
}

// Its version after the change takes a lowercase name for another.
TEST(AuditPeer, RefutesWhatAPeerDoesNotDo) {
  Audited audited = AuditOf(Changed(
      "\"s/key = name.lower() if lowercases else name/key = name.lower() if lowercases else "
      "name.replace(b\\\"caller\\\", b\\\"callee\\\")/\"",
      "second-liar"));
  EXPECT_EQ(audited.exit, 1);
  EXPECT_EQ(audited.verdicts["peer-python-before-request"], "holds");
  EXPECT_EQ(audited.verdicts["peer-python-after-request"], "refuted");
  EXPECT_EQ(audited.verdicts["peer-transparent-request"], "refuted");
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
