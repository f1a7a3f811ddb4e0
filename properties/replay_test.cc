// Replaying files and folders: which files, in which order, and what is said of bad ones.
#include "src/engines/replay.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "properties/temporary_folder.h"
#include "src/cases/text.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

class Replays : public testing::Test {
 protected:
  std::string PathOf(const std::string& file) const { return folder_ + "/" + file; }

  void Write(const std::string& file, const std::string& text) {
    fs::create_directories(fs::path(PathOf(file)).parent_path());
    std::ofstream(PathOf(file), std::ios::binary) << text;
  }

  // What a replay of `paths` calls, one line each, without the folder's own path.
  std::vector<std::string> Replayed(const std::vector<std::string>& paths, bool goes_on = true) {
    std::vector<std::string> lines;
    const auto shorten = [this](std::string text) {
      const std::size_t at = text.find(folder_ + "/");
      return at == std::string::npos ? text : text.erase(at, folder_.size() + 1);
    };
    ReplayVisitor visitor;
    visitor.on_case = [&](const std::string& file, const Metadata& metadata) {
      std::string text = PrintCase(metadata);
      if (!text.empty()) text.pop_back();
      lines.push_back(shorten(file) + " is " + text);
      return true;
    };
    visitor.on_error = [&](const std::string&, const std::string& message) {
      lines.push_back(shorten(message));
      return goes_on;
    };
    counts_ = Replay(paths, visitor);
    return lines;
  }

  const TemporaryFolder own_;
  const std::string folder_ = own_.path().string();
  ReplayCounts counts_;
};

using Lines = std::vector<std::string>;

TEST_F(Replays, EveryFileOfAFolderInTheOrderOfOctets) {
  Write("b", "b: 1");
  Write("a/z.case", "z: 1");
  Write("a-b/y", "y: 1");
  Write("a/b/c", "c: 1");
  Write("B", "B: 1");
  EXPECT_EQ(Replayed({folder_}), (Lines{"B is B: 1", "a-b/y is y: 1", "a/b/c is c: 1",
                                        "a/z.case is z: 1", "b is b: 1"}));
  EXPECT_EQ(counts_.cases, 5U);
  EXPECT_EQ(counts_.errors, 0U);
}

TEST_F(Replays, LeavesHiddenFilesAndFoldersAside) {
  Write(".hidden", "no");
  Write(".git/x", "no");
  Write("a", "yes");
  EXPECT_EQ(Replayed({folder_}), (Lines{"a is yes"}));
}

TEST_F(Replays, AHiddenFileThatIsNamed) {
  Write(".hidden", "yes");
  EXPECT_EQ(Replayed({PathOf(".hidden")}), (Lines{".hidden is yes"}));
}

TEST_F(Replays, FollowsNoLinkBelowAFolderSoThatNoneLeadsRound) {
  Write("a/b", "yes");
  fs::create_directory_symlink(folder_, PathOf("a/loop"));
  fs::create_symlink(PathOf("a/b"), PathOf("a/link"));
  EXPECT_EQ(Replayed({folder_}), (Lines{"a/b is yes"}));
  EXPECT_EQ(Replayed({PathOf("a/link")}), (Lines{"a/link is yes"}));
}

TEST_F(Replays, AnEmptyFileAsTheEmptyMetadata) {
  Write("a", "");
  EXPECT_EQ(Replayed({folder_}), (Lines{"a is "}));
}

TEST_F(Replays, SaysThatAFileIsMissing) {
  EXPECT_EQ(Replayed({PathOf("nothing.case")}), (Lines{"nothing.case: no such file or folder"}));
  EXPECT_EQ(counts_.errors, 1U);
}

TEST_F(Replays, SaysThatAFolderHasNoFiles) {
  const Lines expected = {folder_ + ": a folder without files; name one with cases"};
  EXPECT_EQ(Replayed({folder_}), expected);
  fs::create_directories(PathOf("empty/too"));
  Write(".hidden", "no");
  EXPECT_EQ(Replayed({folder_}), expected);
}

TEST_F(Replays, SaysThatAFileCannotBeRead) {
  Write("a", "x");
  fs::permissions(PathOf("a"), fs::perms::none);
  if (access(PathOf("a").c_str(), R_OK) == 0) {
    // The superuser reads anything but this: a file of the process's memory.
    EXPECT_EQ(Replayed({"/proc/self/mem"}), (Lines{"/proc/self/mem: Input/output error"}));
    return;
  }
  EXPECT_EQ(Replayed({PathOf("a")}), (Lines{"a: Permission denied"}));
}

TEST_F(Replays, SaysWhereATextIsNoCase) {
  Write("a", "ok: 1\nbad name: 1\n");
  EXPECT_EQ(Replayed({folder_}), (Lines{"a:2:4: a space in a name; write \\x20"}));
}

TEST_F(Replays, SaysThatAFileIsTooLarge) {
  Write("a", "x: " + std::string(kMostCaseOctets - 3, 'v'));
  Write("b", "x: " + std::string(kMostCaseOctets - 2, 'v'));
  EXPECT_EQ(Replayed({PathOf("b")}),
            (Lines{"b: too large for a case: more than 16777216 octets; split it, or shorten its "
                   "values"}));
  Replayed({PathOf("a")});
  EXPECT_EQ(counts_.cases, 1U);
}

TEST_F(Replays, GoesOnAfterAnErrorOrEndsThereAsItIsTold) {
  Write("a", "a b");
  Write("b", "ok");
  EXPECT_EQ(Replayed({folder_}).size(), 2U);
  EXPECT_EQ(Replayed({folder_}, false).size(), 1U);
  EXPECT_EQ(counts_.cases, 0U);
}

TEST_F(Replays, EndsWhenACaseSaysSo) {
  Write("a", "1");
  Write("b", "2");
  int cases = 0;
  ReplayVisitor visitor;
  visitor.on_case = [&cases](const std::string&, const Metadata&) { return ++cases < 1; };
  EXPECT_EQ(Replay({folder_, folder_}, visitor).cases, 1U);
}

TEST_F(Replays, PrintsNothingRawOfAFilesName) {
  Write("a\x1b[31m\n", "a b");
  const Lines lines = Replayed({folder_});
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0], "a\\x1b[31m\\x0a:1:2: a space in a name; write \\x20");
}

TEST_F(Replays, NothingIfNothingIsNamed) {
  EXPECT_EQ(Replayed({}), Lines{});
  EXPECT_EQ(counts_.cases + counts_.errors, 0U);
}

}  // namespace
}  // namespace headerproof
