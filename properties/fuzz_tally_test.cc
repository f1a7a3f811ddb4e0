// A fuzz target's tally: counts what was run, survives being written and read, and is refused when
// it is not whole.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <variant>

#include "src/fuzzing/counts.h"

namespace headerproof {
namespace {

std::string Faulty(const std::string& text) {
  const auto read = ReadFuzzCounts(text);
  const auto* const message = std::get_if<std::string>(&read);
  return message == nullptr ? "accepted" : *message;
}

FuzzCounts SomeTally() {
  FuzzCounts written;
  written.build = std::string(64, 'a');
  written.target = "order";
  written.planted = "fold-bracket";
  std::uint64_t next = 1;
  Tally& tally = written.tally;
  for (std::uint64_t* const count : {&tally.cases, &tally.checks, &tally.violations}) {
    *count = next++;
  }
  for (std::uint64_t& count : tally.relations) count = next++;
  tally.transparent_http2 = next++;
  for (std::uint64_t& count : tally.classes) count = next++;
  return written;
}

TEST(AFuzzTally, IsReadAsItWasWritten) {
  const FuzzCounts written = SomeTally();
  const auto read = ReadFuzzCounts(PrintFuzzCounts(written));
  ASSERT_TRUE(std::holds_alternative<FuzzCounts>(read)) << std::get<std::string>(read);
  const auto& [build, target, tally, planted] = std::get<FuzzCounts>(read);
  EXPECT_EQ(planted, "fold-bracket");
  EXPECT_EQ(build, written.build);
  EXPECT_EQ(target, "order");
  EXPECT_EQ(tally.cases, written.tally.cases);
  EXPECT_EQ(tally.checks, written.tally.checks);
  EXPECT_EQ(tally.violations, written.tally.violations);
  EXPECT_EQ(tally.relations, written.tally.relations);
  EXPECT_EQ(tally.transparent_http2, written.tally.transparent_http2);
  EXPECT_EQ(tally.classes, written.tally.classes);
}

TEST(AFuzzTally, IsRefusedWhenItIsNotWhole) {
  const std::string whole = PrintFuzzCounts(SomeTally());
  EXPECT_NE(Faulty(""), "accepted");
  EXPECT_NE(Faulty("cases 3\n"), "accepted");
  EXPECT_NE(Faulty("headerproof-counts 2\nbuild unknown\ntarget order\n"), "accepted");
  EXPECT_NE(Faulty(whole.substr(0, whole.size() - 1)), "accepted");
  const std::string body = whole.substr(0, whole.size() - 4);  // less "end" and LF
  EXPECT_NE(Faulty(body), "accepted");                         // cut at the end of a line
  EXPECT_NE(Faulty(whole + "end\n"), "accepted");
  EXPECT_NE(Faulty(body + "class unheard-of 3\nend\n"), "accepted");
  EXPECT_NE(Faulty(body + "cases 1\nend\n"), "accepted");  // twice
  EXPECT_NE(Faulty(body + "cases -3\nend\n"), "accepted");
  EXPECT_NE(Faulty(body + "cases\x1b 3\nend\n").find("\\x1b"), std::string::npos);
}

// What a recorder left in the file that HEADERPROOF_COUNTS names.
// The name becomes part of a file's.
TEST(ATally, OfWhatIsNoNameOfATargetIsRefused) {
  for (const char* const target : {"a/../x", "a\x01", "", "Order", "."}) {
    FuzzCounts written = SomeTally();
    written.target = target;
    EXPECT_TRUE(std::holds_alternative<std::string>(ReadFuzzCounts(PrintFuzzCounts(written))))
        << target;
  }
}

class ARecorder : public testing::Test {
 protected:
  void SetUp() override { setenv("HEADERPROOF_COUNTS", file_.c_str(), 1); }
  void TearDown() override { unsetenv("HEADERPROOF_COUNTS"); }

  Tally Read() const {
    std::ifstream stream(file_);
    std::stringstream text;
    text << stream.rdbuf();
    const auto read = ReadFuzzCounts(text.str());
    if (!std::holds_alternative<FuzzCounts>(read)) {
      ADD_FAILURE() << std::get<std::string>(read);
      return {};
    }
    return std::get<FuzzCounts>(read).tally;
  }

  const std::string file_ = testing::TempDir() + "fuzz_tally-" + std::to_string(getpid());
};

TEST_F(ARecorder, CountsTheInputsThatRanAndTheirClasses) {
  {
    FuzzRecorder recorder("order");
    recorder.Count({{"rpc-caller", {"a"}}}, 2, {true});
    recorder.Count({{"Rpc-Caller", {"a", "b"}}}, 3, {false, true});
  }
  const Tally tally = Read();
  EXPECT_EQ(tally.cases, 2U);
  EXPECT_EQ(tally.checks, 5U);
  EXPECT_EQ(tally.relations[0], 1U);
  EXPECT_EQ(tally.relations[1], 1U);
  EXPECT_EQ(tally.transparent_http2, 1U);
  EXPECT_EQ(tally.classes[static_cast<std::size_t>(InputClass::kMisspelled)], 1U);
  EXPECT_EQ(tally.classes[static_cast<std::size_t>(InputClass::kGrpc)], 1U);
}

TEST_F(ARecorder, WritesViolationsAtOnceBecauseTheProcessIsAboutToEnd) {
  FuzzRecorder recorder("order");
  recorder.Count({}, 1);
  recorder.CountViolations(1);
  EXPECT_EQ(Read().violations, 1U);
}

TEST_F(ARecorder, PutsTheNumberOfItsProcessIntoTheNameOfTheFile) {
  setenv("HEADERPROOF_COUNTS", (file_ + ".%p").c_str(), 1);
  {
    FuzzRecorder recorder("order");
  }
  const std::string own = file_ + "." + std::to_string(getpid());
  EXPECT_TRUE(std::ifstream(own).good());
  std::remove(own.c_str());
}

}  // namespace
}  // namespace headerproof
