// A peer that is a process: a short Python program suffices, and whatever a peer does wrong is a
// clear error, in bounded time and room.
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <string>
#include <thread>

#include "expect.h"
#include "src/engines/agree.h"
#include "src/peers/process_peer.h"

namespace headerproof {
namespace {

using std::chrono::milliseconds;

const std::string kPython = "exec python3 " HEADERPROOF_SOURCE_DIR "/peers/python/ascii_peer.py";

// A shell command that greets properly and then does `rest`.
std::string GreetAnd(const std::string& rest) {
  return "printf '\\121\\0\\0\\0headerproof-peer 1\\nsystem example 1\\nconverter c direct "
         "given-order ascii one-way\\n'; " +
         rest;
}

// Waits for a request, 4 + 6 octets for the empty metadata.
const std::string kReadRequest = "head -c 10 >/dev/null; ";

constexpr PeerLimits kShortLimits = {.greeting = milliseconds(5000),
                                     .answer = milliseconds(300),
                                     .end = milliseconds(300),
                                     .most_octets = 1000};

// The fault of starting `command` and converting the empty metadata once; "none" if there is none.
std::string FaultOf(const std::string& command, const PeerLimits& limits = kShortLimits) {
  try {
    const auto peers = PeerConverters(StartProcessPeer(command, limits));
    Outcome outcome;
    peers.at(0).converter.convert(Path::kRequest, {}, outcome);
    return "none";
  } catch (const PeerError& error) {
    return std::string(PeerFaultName(error.fault()));
  }
}

TEST(ProcessPeer, InPythonConvertsAndAgreesWithTheModel) {
  const auto peers = PeerConverters(StartProcessPeer(kPython));
  ASSERT_EQ(peers.size(), 2U);
  EXPECT_EQ(peers[0].converter.name, "python-before");
  const Agreement agreement =
      Agree(peers, {.comparisons = 3000, .threads = 1}, [](auto, auto) { return true; });
  EXPECT_TRUE(agreement.complete);
  EXPECT_EQ(agreement.violations, 0U);
  EXPECT_GE(agreement.CountComparisons(true), 3000U);
  EXPECT_GT(agreement.rows[0].with_shared, 0U);
}

TEST(ProcessPeer, AnswersInTheOrderOfTheRequestsFromSeveralThreads) {
  const auto peers = PeerConverters(StartProcessPeer(kPython));
  const auto ask = [&peers](const std::string& value) {
    for (int i = 0; i < 200; ++i) {
      Outcome outcome;
      peers[1].converter.convert(Path::kRequest, {{"A", {value}}}, outcome);
      ASSERT_EQ(outcome.headers, (HeaderList{{"a", value}}));
      ASSERT_EQ(outcome.original_headers, (HeaderList{{"A", value}}));
    }
  };
  std::jthread other(ask, "1");
  ask("2");
}

TEST(ProcessPeer, CarriesMetadataLargerThanAPipe) {
  const auto peers = PeerConverters(StartProcessPeer(kPython));
  const std::string value(3'000'000, '\xff');
  Outcome outcome;
  peers[0].converter.convert(Path::kResponse, {{"A", {value}}}, outcome);
  EXPECT_EQ(outcome.headers, (HeaderList{{"a", value}}));
}

TEST(ProcessPeer, ThatAnswersProperlyHasNoFault) {
  // The empty request: kind 0, seven empty fields, two empty lists.
  EXPECT_EQ(FaultOf(GreetAnd(kReadRequest + "printf '\\45\\0\\0\\0'; head -c 37 /dev/zero; cat")),
            "none");
}

TEST(ProcessPeer, ThatEndsIsAnError) {
  EXPECT_EQ(FaultOf("exit 0"), "ended");
  EXPECT_EQ(FaultOf("no-such-command-here"), "ended");
  EXPECT_EQ(FaultOf(GreetAnd("exit 0")), "ended");
  EXPECT_EQ(FaultOf(GreetAnd(kReadRequest + "exit 0")), "ended");
  EXPECT_EQ(FaultOf(GreetAnd(kReadRequest + "printf '\\45\\0\\0\\0\\0'; exit 0")), "ended");
  EXPECT_EQ(FaultOf(GreetAnd("kill -9 $$")), "ended");
}

// What is said of starting `command` and converting the empty metadata once.
std::string SaidOf(const std::string& command) {
  try {
    const auto peers = PeerConverters(StartProcessPeer(command, kShortLimits));
    Outcome outcome;
    peers.at(0).converter.convert(Path::kRequest, {}, outcome);
    return "nothing";
  } catch (const PeerError& error) {
    return DescribePeerError(error, command);
  }
}

TEST(ProcessPeer, ThatFailsIsNamedByItsCommandAndByHowItEnded) {
  EXPECT_EQ(SaidOf("no-such-command-here\n\x1b"),
            "peer: ended: it ended or closed its output; its exit status was 127; the peer's "
            "command: no-such-command-here\\x0a\\x1b");
  EXPECT_EQ(SaidOf("kill -9 $$"),
            "peer: ended: it ended or closed its output; it was ended by signal 9; the peer's "
            "command: kill -9 $$");
  // What headerproof kills has no status of its own.
  EXPECT_EQ(SaidOf("exec >/dev/null; sleep 60"),
            "peer: ended: it ended or closed its output; the peer's command: exec >/dev/null; "
            "sleep 60");
  const std::string said = SaidOf("exit 3 " + std::string(1000, '#'));
  EXPECT_NE(said.find("its exit status was 3"), std::string::npos) << said;
  EXPECT_LT(said.size(), 400U);
}

TEST(ProcessPeer, ThatHangsIsAnErrorInTime) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(FaultOf(GreetAnd("sleep 60")), "late");
  EXPECT_EQ(FaultOf(GreetAnd(kReadRequest + "printf '\\45\\0'; sleep 60")), "late");
  PeerLimits limits = kShortLimits;
  limits.greeting = milliseconds(300);
  EXPECT_EQ(FaultOf("sleep 60", limits), "late");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

TEST(ProcessPeer, ThatAnswersLateStaysAnError) {
  const auto peers = PeerConverters(StartProcessPeer(
      GreetAnd(kReadRequest + "sleep 1; printf '\\45\\0\\0\\0'; head -c 37 /dev/zero; cat"),
      kShortLimits));
  Outcome outcome;
  EXPECT_THROW(peers[0].converter.convert(Path::kRequest, {}, outcome), PeerError);
  std::this_thread::sleep_for(milliseconds(1000));
  EXPECT_THROW(peers[0].converter.convert(Path::kRequest, {}, outcome), PeerError);
}

TEST(ProcessPeer, ThatWritesTooMuchIsAnError) {
  EXPECT_EQ(FaultOf(GreetAnd(kReadRequest + "printf '\\0\\0\\0\\377'; cat /dev/zero")), "too-much");
  EXPECT_EQ(FaultOf("printf '\\0\\0\\0\\377'; cat /dev/zero"), "too-much");
}

TEST(ProcessPeer, ThatWritesUnaskedIsAnError) {
  const auto peer = StartProcessPeer(GreetAnd("printf x; sleep 60"), kShortLimits);
  std::this_thread::sleep_for(milliseconds(200));
  std::string answer;
  try {
    peer->Ask("", answer);
    FAIL() << "it answered";
  } catch (const PeerError& error) {
    EXPECT_EQ(error.fault(), PeerFault::kUnasked) << error.what();
  }
}

TEST(ProcessPeer, ThatWritesTextIsNamedByItsText) {
  const std::string expected =
      "\" instead of its greeting: a frame (a length in four octets, then the body) that begins "
      "with \"headerproof-peer 1\" (peers/PROTOCOL.md)";
  EXPECT_NE(SaidOf("echo hello").find("peer: garbage: it wrote the text \"hello\\x0a" + expected),
            std::string::npos);
  EXPECT_NE(SaidOf("echo hi").find("it wrote the text \"hi\\x0a" + expected), std::string::npos);
  const std::string said = SaidOf("exec yes");
  EXPECT_NE(said.find("it wrote the text \"y\\x0ay\\x0a"), std::string::npos) << said;
  EXPECT_NE(said.find("..." + expected), std::string::npos) << said;
  EXPECT_LT(said.size(), 500U);
  // A peer that also prints something for people.
  const std::string debug = SaidOf(GreetAnd(kReadRequest + "echo converting; cat"));
  EXPECT_NE(debug.find("it wrote the text \"converting\\x0a\" instead of its answer: a frame"),
            std::string::npos)
      << debug;
}

// Whatever the text's length, and whatever its encoding.
TEST(ProcessPeer, ThatWritesTextBeforeItsGreetingIsNamedByThatText) {
  const std::string greet = "; " + GreetAnd("true");
  for (const auto& [command, text] : std::vector<std::pair<std::string, std::string>>{
           {"printf 'a'", "a"},
           {"printf 'a\\n'", "a\\x0a"},
           {"printf 'abc'", "abc"},
           {"printf '\\342\\234\\223\\n'", "\\xe2\\x9c\\x93\\x0a"},
           {"printf '\\033[32mready\\033[0m\\n'", "\\x1b[32mready\\x1b[0m\\x0a"},
           {"printf '%0100d'", std::string(60, '0') + "..."}}) {
    // In one write, so that the greeting has arrived with the text.
    const std::string said =
        SaidOf("(" + command + greet + ") | dd bs=4096 iflag=fullblock 2>/dev/null");
    EXPECT_NE(said.find("peer: garbage: it wrote t"), std::string::npos) << said;
    EXPECT_NE(said.find("\"" + text), std::string::npos) << said;
  }
  // As long as its first octets say, it is waited for.
  PeerLimits limits;
  limits.greeting = milliseconds(1000);
  EXPECT_EQ(FaultOf("printf a" + greet + "; sleep 60", limits), "garbage");
  const std::string apart = SaidOf("echo started; sleep 1" + greet);
  EXPECT_NE(apart.find("it wrote the text \"started\\x0a\" instead of its greeting"),
            std::string::npos)
      << apart;
}

TEST(ProcessPeer, ThatSpeaksAnotherVersionIsToldBothVersions) {
  EXPECT_EQ(SaidOf("printf '\\23\\0\\0\\0headerproof-peer 2\\n'"),
            "peer: garbage: it speaks version \"2\" of the protocol; headerproof speaks version 1 "
            "(peers/PROTOCOL.md); the peer's command: printf "
            "'\\\\23\\\\0\\\\0\\\\0headerproof-peer 2\\\\n'");
}

TEST(ProcessPeer, ThatGreetsOtherwiseIsToldWhatWasExpected) {
  const auto says = [](const std::string& command, const std::string& expected) {
    EXPECT_NE(SaidOf(command).find(expected), std::string::npos) << SaidOf(command);
  };
  says("printf '\\4\\0\\0\\0what'",
       "its greeting begins with \"what\"; expected the line \"headerproof-peer 1\"");
  const std::string short_answer = "printf '\\4\\0\\0\\0\\0\\0\\0\\0'; cat";
  says(GreetAnd(kReadRequest + short_answer), "its answer ends too early");
  const std::string long_answer = "printf '\\46\\0\\0\\0'; head -c 38 /dev/zero; cat";
  says(GreetAnd(kReadRequest + long_answer), "its answer has 1 octets too many");
}

TEST(ProcessPeer, ThatWritesGarbageIsAnError) {
  EXPECT_EQ(FaultOf("printf '\\4\\0\\0\\0what'"), "garbage");
  EXPECT_EQ(FaultOf("printf '\\0\\0\\0\\0'"), "garbage");
  const std::string short_answer = "printf '\\4\\0\\0\\0\\0\\0\\0\\0'; cat";
  EXPECT_EQ(FaultOf(GreetAnd(kReadRequest + short_answer)), "garbage");
  const std::string long_answer = "printf '\\46\\0\\0\\0'; head -c 38 /dev/zero; cat";
  EXPECT_EQ(FaultOf(GreetAnd(kReadRequest + long_answer)), "garbage");
}

// The command's child keeps the group alive and ignores the end of its input.
TEST(ProcessPeer, LeavesNothingOfItsGroupBehind) {
  const std::string file = testing::TempDir() + "headerproof_peer_pid";
  {
    const auto peer =
        StartProcessPeer("sleep 300 & echo $! > " + file + "; " + GreetAnd("cat"), kShortLimits);
  }
  std::ifstream stream(file);
  pid_t child = 0;
  ASSERT_TRUE(stream >> child);
  for (int i = 0; i < 200 && kill(child, 0) == 0; ++i) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  // Gone, or ended and not yet waited for by whoever inherited it.
  std::ifstream status("/proc/" + std::to_string(child) + "/stat");
  std::string pid, name, state;
  if (status >> pid >> name >> state) {
    EXPECT_EQ(state, "Z");
  }
}

TEST(FlatForm, GreetingsThatBreakARuleAreRefused) {
  const std::string head = "headerproof-peer 1\nsystem s\n";
  const std::string line = "converter a direct any-order ascii one-way\n";
  const Greeting greeting = ParseGreeting(head + line);
  EXPECT_EQ(greeting.system, "s");
  EXPECT_FALSE(greeting.offers[0].follows_order);
  for (const std::string& wrong :
       {std::string(), head, line, "headerproof-peer 2\nsystem s\n" + line, head + line + line,
        head + "system t\n" + line, head + line.substr(0, line.size() - 1),
        head + "converter a direct any-order utf8 one-way\n",
        head + "converter a direct ascii one-way\n", head + "converter a direct any-order ascii\n",
        head + "converter A direct any-order ascii one-way\n",
        head + "converter a other any-order ascii one-way\n", head + line + "what 1\n",
        "headerproof-peer 1\nsystem \x1b[2J\n" + line}) {
    EXPECT_THROW(ParseGreeting(wrong), PeerError) << wrong;
  }
}

}  // namespace
}  // namespace headerproof
