// `headerproof check --peer`: a peer that agrees, one that does not, and one that is none.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
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

// The same program, but for one word: it misses rpc-caller.
TEST(CheckPeer, FindsAPeerThatDoesNot) {
  const std::string liar = "sed s/rpc-caller.,/rpc-callee\\\",/ " + kPeer + " > \"" +
                           testing::TempDir() + "liar.py\"; exec python3 \"" + testing::TempDir() +
                           "liar.py\"";
  EXPECT_EQ(ExitOf("foo: 1\\n", liar), 0);
  EXPECT_EQ(ExitOf("rpc-caller: x\\n", liar), 1);
}

TEST(CheckPeer, SaysThatAPeerIsNone) {
  EXPECT_EQ(ExitOf("foo: 1\\n", "exit 0"), 2);
  EXPECT_EQ(ExitOf("foo: 1\\n", "exec yes"), 2);
}

}  // namespace
}  // namespace headerproof
