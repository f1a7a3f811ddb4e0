// The commands over a corpus: import, minimize and stats, on what engines leave, on what is
// hostile, twice in a row and at once.
#include <archive.h>
#include <archive_entry.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <string>
#include <vector>

#include "properties/command.h"

namespace headerproof {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

struct ArchiveFile {
  std::string name;
  std::string octets;
  std::string link = {};  // not empty: a symbolic link to this
};

class CorpusCommand : public Command {
 protected:
  // Every name below a folder of the test's, hidden ones too, in order.
  std::vector<std::string> Names(const std::string& folder) const {
    std::vector<std::string> names;
    if (!fs::exists(folder_ / folder)) return names;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / folder)) {
      if (!entry.is_directory()) names.push_back(entry.path().lexically_relative(folder_ / folder));
    }
    std::ranges::sort(names);
    return names;
  }

  // An archive of the kind that its name ends in.
  void Archive(const std::string& name, const std::vector<ArchiveFile>& files) const {
    archive* const writing = archive_write_new();
    if (name.ends_with(".zip")) {
      archive_write_set_format_zip(writing);
    } else {
      archive_write_set_format_pax_restricted(writing);
      if (name.ends_with("gz")) archive_write_add_filter_gzip(writing);
    }
    ASSERT_EQ(archive_write_open_filename(writing, (folder_ / name).c_str()), ARCHIVE_OK);
    for (const auto& [file, octets, link] : files) {
      archive_entry* const entry = archive_entry_new();
      archive_entry_set_pathname(entry, file.c_str());
      archive_entry_set_perm(entry, 0644);
      archive_entry_set_size(entry, static_cast<la_int64_t>(octets.size()));
      archive_entry_set_filetype(entry, file.ends_with('/') ? AE_IFDIR : AE_IFREG);
      if (!link.empty()) {
        archive_entry_set_filetype(entry, AE_IFLNK);
        archive_entry_set_symlink(entry, link.c_str());
      }
      archive_write_header(writing, entry);
      archive_write_data(writing, octets.data(), octets.size());
      archive_entry_free(entry);
    }
    ASSERT_EQ(archive_write_free(writing), ARCHIVE_OK);
  }
};

constexpr const char* kCrash = "foo: 1\nrpc-caller: alice\nRPC-Caller:\nbar: 2\n";
constexpr const char* kSmallest = "as-predicted-request-field-changed-b8601203.case";

TEST_F(CorpusCommand, ImportMakesAReportAndASmallCaseOfACrashFile) {
  File("request_path-crash-00ff", kCrash);
  const Result result =
      Run("corpus import request_path-crash-00ff --planted field-ignores-empty --seed 7 --into "
          "corpus/regressions");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(
      result.out,
      AllOf(HasSubstr("breaks as-predicted on the request path: field-changed\n"),
            HasSubstr("Shown by 1 input, the smallest from request_path-crash-00ff "
                      "(libFuzzer, target request_path, seed 7)\n"),
            HasSubstr("The case:\n  rpc-caller: x\n  rpc-Caller:\n"),
            HasSubstr("printf '%s\\n' 'rpc-caller: x' 'rpc-Caller:' | build/release/headerproof "
                      "corpus import --planted field-ignores-empty -\n"),
            HasSubstr("TEST(Regression, NameItForWhatItShows) {\n"),
            HasSubstr("\nregressions/as-predicted-request-field-changed-b8601203.case | none | "
                      "field-changed reserved-name-leak | -\n")));
  EXPECT_THAT(Names("corpus"), ElementsAre(std::string("regressions/") + kSmallest));
  EXPECT_EQ(ReadAll(folder_ / "corpus/regressions" / kSmallest),
            "# Once broke as-predicted on the request path: field-changed; planted: "
            "field-ignores-empty; from request_path-crash-00ff (libFuzzer, target request_path, "
            "seed 7)\nrpc-caller: x\nrpc-Caller:\n");
  EXPECT_EQ(Run("check corpus").exit_code, 0);
}

TEST_F(CorpusCommand, TheLineThatReplaysAFaultFindsItAgain) {
  const Result result =
      Run("corpus import --planted field-ignores-empty -", "rpc-caller: x\nrpc-Caller:\n");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, HasSubstr("Nothing was written: name a folder by --into.\n"));
}

TEST_F(CorpusCommand, ImportReportsAFaultOnceThatIsFoundOftenInManyCases) {
  for (int i = 0; i < 30; ++i) {
    File("crashes/crash-" + std::to_string(i),
         "n" + std::to_string(i) + ": v\nrpc-" + (i % 2 == 0 ? "caller" : "service") +
             ": alice\nRPC-" + (i % 2 == 0 ? "Caller" : "Service") + ":\n");
  }
  const Result result = Run("corpus import crashes --planted field-ignores-empty --into into");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out, AllOf(HasSubstr("Fault 1 of 1: "), HasSubstr("Shown by 30 inputs, "),
                                HasSubstr("reduced to 2 cases, of which this is the smallest")));
  EXPECT_THAT(Names("into"), SizeIs(1));
}

TEST_F(CorpusCommand, ImportReadsWhatAflKeptAndNotItsReadme) {
  File("crashes/README.txt", "Command line used to find this crash:\n\nafl-fuzz -i in -o out\n");
  File("crashes/id:000000,sig:06,src:000000,time:7,execs:9,op:havoc,rep:1", kCrash);
  const Result result =
      Run("corpus import crashes --planted field-ignores-empty --target request_path");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_THAT(result.out,
              AllOf(HasSubstr("(AFL++, target request_path)\n"),
                    HasSubstr("1 input: 1 with a fault (1 fault); 0 without (0 cases)\n")));
}

TEST_F(CorpusCommand, ImportSaysThatThereWasNothingToRead) {
  File("crashes/README.txt", "Command line used to find this crash:\n");
  const Result result = Run("corpus import crashes");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("0 inputs: 0 with a fault (0 faults)"));
}

TEST_F(CorpusCommand, ImportingTwiceChangesNothingAndSaysSo) {
  File("in/crash-1", kCrash);
  File("in/other", "Foo: 1\n");
  const std::string command = "corpus import in --planted field-ignores-empty --into into";
  EXPECT_EQ(Run(command).exit_code, 1);
  const std::vector<std::string> names = Names("into");
  EXPECT_THAT(names, SizeIs(2));
  const Result again = Run(command);
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_THAT(again.out, AllOf(HasSubstr("Known already:\n  into/as-predicted-request"),
                               HasSubstr("Nothing was written: into has it all.\n")));
  EXPECT_EQ(Names("into"), names);
}

TEST_F(CorpusCommand, ImportWritesNoCaseThatTheFolderHoldsUnderAnotherName) {
  File("into/named-by-a-person.case", "# What a person wrote.\nFoo: 1\n");
  File("raw", "Foo: 1");
  EXPECT_EQ(Run("corpus import raw --into into").exit_code, 0);
  EXPECT_THAT(Names("into"), ElementsAre("named-by-a-person.case"));
}

TEST_F(CorpusCommand, ImportKeepsWhatBreaksNothingAndSaysHowToReplayACrash) {
  File("text_form-crash-1", "\xff: raw\r\nFoo: 1");
  File("text_form-crash-2", "\xff: raw\r\nFoo: 1");
  const Result result = Run("corpus import text_form-crash-1 text_form-crash-2 --into into");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err,
              EndsWith(": text_form-crash-1: a finding by its name, but shows no fault here "
                       "(and 1 more); replay it under the sanitizers: "
                       "build/fuzz/fuzz/replay_text_form\n"));
  ASSERT_THAT(Names("into"), SizeIs(1));
  EXPECT_THAT(Names("into")[0], testing::StartsWith("none-original-spelling-"));
  EXPECT_THAT(ReadAll(folder_ / "into" / Names("into")[0]),
              EndsWith("from text_form-crash-1 (libFuzzer, target text_form)\n\\xff: raw\\x0d\n"
                       "Foo: 1\n"));
}

TEST_F(CorpusCommand, ImportTakesTheNameOfNoFileThatIsThere) {
  File("crash-1", kCrash);
  const std::string other = std::string("into/") + kSmallest;
  File(other, "no case at all: \\q\n");
  fs::create_directories(folder_ / "elsewhere" / kSmallest);
  for (const std::string into : {"into", "elsewhere"}) {
    const std::string command = "corpus import crash-1 --planted field-ignores-empty --into ";
    EXPECT_EQ(Run(command + into).exit_code, 1) << into;
    EXPECT_THAT(Names(into), SizeIs(into == "into" ? 2 : 1)) << into;
    EXPECT_THAT(Run(command + into).out, HasSubstr("Known already:\n  " + into + "/")) << into;
  }
  EXPECT_EQ(ReadAll(folder_ / other), "no case at all: \\q\n");
}

TEST_F(CorpusCommand, TwoImportsAtOnceDoNoHarm) {
  for (int i = 0; i < 100; ++i) File("in/" + std::to_string(i), "N" + std::to_string(i) + ": 1\n");
  const std::string import = "'" HEADERPROOF_COMMAND "' corpus import in --into into >/dev/null";
  const std::string line = "cd '" + folder_.string() + "' && { " + import + " & " + import +
                           " && " + import + "; wait $!; }";
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 0);
  EXPECT_THAT(Names("into"), SizeIs(100));
  EXPECT_THAT(Run("check into").out, HasSubstr("100 cases: every relation obeyed"));
}

TEST_F(CorpusCommand, ImportReadsArchivesAndUsesNoPathOfTheirs) {
  for (const std::string name : {"a.zip", "a.tar", "a.tar.gz", "A.TGZ"}) {
    Archive(name, {{"seeds/", ""},
                   {"seeds/one", "one: 1\n"},
                   {"../../up", "two: 1\n"},
                   {"/tmp/headerproof-absolute", "three: 1\n"},
                   {"link", "", "/etc/passwd"},
                   {"one-again", "one: 1"}});
    fs::remove_all(folder_ / "into");
    const Result result = Run("corpus import " + name + " --into into");
    EXPECT_EQ(result.exit_code, 0) << name << result.err;
    EXPECT_THAT(result.out, HasSubstr("4 inputs: ")) << name;
    EXPECT_THAT(Names("into"), SizeIs(3)) << name;
  }
  EXPECT_FALSE(fs::exists("/tmp/headerproof-absolute"));
  EXPECT_FALSE(fs::exists(folder_ / "../../up"));
}

TEST_F(CorpusCommand, ImportReadsArchivesInAFolderAndFromStandardInput) {
  fs::create_directory(folder_ / "in");
  Archive("in/a.zip", {{"one", "one: 1\n"}});
  EXPECT_THAT(Run("corpus import in").out, HasSubstr("1 input: "));
  EXPECT_THAT(Run("corpus import -", ReadAll(folder_ / "in/a.zip")).out, HasSubstr("1 input: "));
}

TEST_F(CorpusCommand, ImportSaysItsOwnLimitsOfWhatIsTooLargeToBeHeld) {
  const fs::path huge = File("in/huge", "");
  fs::resize_file(huge, (16 << 20) + 1);
  for (const char* const arguments : {"corpus import in", "corpus import in/huge"}) {
    const Result result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err,
                AllOf(HasSubstr("in/huge: too large for an input: more than 1048576 octets"),
                      HasSubstr("name it itself"), HasSubstr("it may have 16777216"),
                      Not(HasSubstr("for a case"))));
  }
}

// One line that says what and where; what can be read of it is imported.
TEST_F(CorpusCommand, ImportRefusesWhatIsBrokenNestedOrTooLarge) {
  Archive("nested.zip", {{"good", "a: 1\n"}, {"in.zip", "PK\3\4"}});
  Archive("large.zip", {{"good", "a: 1\n"}, {"big", std::string((1 << 20) + 1, 'x')}});
  Archive("escape.tar", {{"good", "a: 1\n"}, {"\x1b[31m.tar", ""}});
  Archive("torn.tar", {{"good", "a: 1\n"}, {"torn", std::string(5000, 'x')}});
  fs::resize_file(folder_ / "torn.tar", 3000);
  File("junk.zip", "no archive");
  Archive("none.tar", {});
  File("big", std::string((1 << 20) + 1, 'x'));
  struct Bad {
    const char* source;
    const char* says;
    bool has_good;
  };
  for (const auto& [source, says, has_good] : std::vector<Bad>{
           {"nested.zip", "nested.zip: in.zip: an archive in an archive", true},
           {"large.zip", "large.zip: big: too large for an input: more than 1048576", true},
           {"escape.tar", "escape.tar: \\x1b[31m.tar: an archive in an archive", true},
           {"torn.tar", "torn.tar: a broken archive, or of a kind that is not read", true},
           {"junk.zip", "junk.zip: a broken archive, or of a kind that is not read", false},
           {"none.tar", "none.tar: an archive without files", false},
           {"big", "big: too large for an input: more than 1048576 octets", false},
           {"missing", "missing: no such file or folder", false},
       }) {
    fs::remove_all(folder_ / "into");
    const Result result = Run(std::string("corpus import --into into ") + source);
    EXPECT_EQ(result.exit_code, 2) << source;
    EXPECT_THAT(result.err, HasSubstr(says)) << source;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << source;
    EXPECT_EQ(Names("into").size(), has_good ? 1U : 0U) << source;
  }
}

TEST_F(CorpusCommand, ImportBoundsHowMuchAnArchiveUnpacksTo) {
  // Its header, and a hole in the disk for what follows.
  Archive("huge.tar", {{"huge", ""}});
  std::string header = ReadAll(folder_ / "huge.tar").substr(0, 512);
  header.replace(124, 12, std::string("04000000000\0", 12));  // 512 MiB
  header.replace(148, 8, "        ");
  unsigned sum = 0;
  for (const char c : header) sum += static_cast<unsigned char>(c);
  char text[9];
  std::snprintf(text, sizeof text, "%06o", sum);
  header.replace(148, 7, std::string(text, 7));
  File("huge.tar", header);
  fs::resize_file(folder_ / "huge.tar", std::uintmax_t{512} << 20);
  const Result huge = Run("corpus import huge.tar");
  EXPECT_EQ(huge.exit_code, 2);
  EXPECT_THAT(huge.err, HasSubstr("more than 268435456 octets once unpacked; split it"));

  Archive("many.tar.gz", std::vector<ArchiveFile>(100'001, {"folder/", ""}));
  const Result many = Run("corpus import many.tar.gz");
  EXPECT_EQ(many.exit_code, 2);
  EXPECT_THAT(many.err, HasSubstr("more than 100000 entries; split it"));
}

TEST_F(CorpusCommand, ImportPrintsAndWritesNothingRawOfAName) {
  File("in/crash-\x1b[31m\n", kCrash);
  File("in/other-\x1b[31m\n", "Foo: 1\n");
  const Result result =
      Run("corpus import in --planted field-ignores-empty --into \"$(printf 'to-\\033X')\" "
          "--engine \"$(printf '\\033Y')\"");
  EXPECT_EQ(result.exit_code, 1);
  std::string all = result.out + result.err;
  for (const std::string& name : Names("to-\x1bX")) all += ReadAll(folder_ / "to-\x1bX" / name);
  EXPECT_THAT(all, AllOf(HasSubstr("in/crash-\\x1b[31m\\x0a"), HasSubstr("to-\\x1bX/as-predicted"),
                         HasSubstr("from other-\\x1b[31m\\x0a (\\x1bY)\nFoo: 1\n")));
  EXPECT_TRUE(
      std::ranges::all_of(all, [](char c) { return c == '\n' || (c >= 0x20 && c <= 0x7e); }));
}

TEST_F(CorpusCommand, AFullDiskIsSaidAndLeavesNoPartOfAFile) {
  File("crash-1", kCrash);
  const std::string line =
      "cd '" + folder_.string() +
      "' && (trap '' XFSZ; ulimit -f 0; '" HEADERPROOF_COMMAND
      "' corpus import crash-1 --planted field-ignores-empty --into into; echo rc $?) 2>&1 | cat "
      ">.out";
  std::system(line.c_str());
  const std::string out = ReadAll(folder_ / ".out");
  EXPECT_THAT(out, AllOf(HasSubstr("into/as-predicted-request"), HasSubstr("cannot be written: "),
                         HasSubstr("rpc-caller: x\n"), EndsWith("rc 2\n")));
  EXPECT_THAT(Names("into"), IsEmpty());
}

TEST_F(CorpusCommand, ImportSaysWhatIsWrongWithItsArguments) {
  File("a", "a: 1\n");
  File("file", "");
  EXPECT_THAT(Run("corpus import a --planted nobody").err,
              HasSubstr("no mutant is named nobody; these are: fold-"));
  EXPECT_THAT(Run("corpus import a --into file/below").err,
              HasSubstr("file/below: cannot be made"));
  EXPECT_EQ(Run("corpus import a --into file/below").exit_code, 2);
  EXPECT_EQ(Run("corpus import").exit_code, 2);
}

TEST_F(CorpusCommand, AnInterruptKeepsWhatWasImported) {
  File("in/crash-1", kCrash);
  ASSERT_EQ(mkfifo((folder_ / "waits").c_str(), 0600), 0);
  const std::string line =
      "cd '" + folder_.string() +
      "' && timeout --preserve-status -s INT 1 '" HEADERPROOF_COMMAND
      "' corpus import in waits --planted field-ignores-empty --into into >.out 2>.err";
  EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 130);
  EXPECT_THAT(Names("into"), ElementsAre(kSmallest));
  EXPECT_THAT(ReadAll(folder_ / ".err"), HasSubstr("interrupted"));
}

TEST_F(CorpusCommand, MinimizeKeepsOneSmallCaseOfAKindRegressionsAndTables) {
  File("c/small.case", "# small\nb: 1\n");
  File("c/larger.case", "# larger\nlarger: 1\n");
  File("c/table.case", "tabled: 1\n");
  File("c/deep/regressions/again.case", "again: 1\n");
  File("c/capital.case", "Foo: 1\n");
  File("table.txt", "# FILE | what\ntable.case | grpc | - | -\n");
  const Result dry = Run("corpus minimize c --keep table.txt");
  EXPECT_EQ(dry.exit_code, 0);
  EXPECT_THAT(dry.out,
              AllOf(HasSubstr("deep/regressions/again.case: a regression, or named by a table\n"),
                    HasSubstr("table.case: a regression, or named by a table\n"),
                    HasSubstr("3 of 5 cases kept (2 whatever they show)"),
                    HasSubstr("nothing was written")));
  EXPECT_EQ(Run("corpus minimize c --out out").exit_code, 0);
  EXPECT_THAT(Names("out"), ElementsAre("capital.case", "deep/regressions/again.case"));
  EXPECT_EQ(Run("corpus minimize out --out twice").exit_code, 0);
  EXPECT_EQ(Names("twice"), Names("out"));
  EXPECT_EQ(ReadAll(folder_ / "out/capital.case"), "Foo: 1\n");
  EXPECT_THAT(Names("c"), SizeIs(5));
  EXPECT_EQ(Run("corpus minimize c/deep/regressions --out all").exit_code, 0);
  EXPECT_THAT(Names("all"), ElementsAre("again.case"));
}

TEST_F(CorpusCommand, MinimizeRefusesRowsOfNoCaseInATableThatIsNamed) {
  File("c/a.case", "a: 1\n");
  File("table.txt", "# no row\n\na.case | x\nb.case | x\n");
  std::string many;
  for (int i = 10; i < 22; ++i) many += "m" + std::to_string(i) + ".case\n";
  File("many.txt", many);
  const Result result = Run("corpus minimize c --keep table.txt --out out");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_EQ(result.err,
            "headerproof: c/: has no case for these rows of --keep: b.case (table.txt:4)\n");
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  EXPECT_THAT(
      Run("corpus minimize c --keep many.txt").err,
      testing::AllOf(HasSubstr("m19.case (many.txt:10), and 2 more"), Not(HasSubstr("m20.case"))));
  // Nobody named the table that is there: it may be of another folder.
  File("properties/corpus_expected.txt", "b.case | x\n");
  EXPECT_EQ(Run("corpus minimize c").exit_code, 0);
}

TEST_F(CorpusCommand, MinimizeKeepsRegressionsWhenTheirOwnFolderIsNamed) {
  File("r/regressions/one.case", "one: 1\n");
  File("r/regressions/two.case", "two: 1\n");
  EXPECT_EQ(Run("corpus minimize r/regressions --out kept").exit_code, 0);
  EXPECT_THAT(Names("kept"), ElementsAre("one.case", "two.case"));
}

TEST_F(CorpusCommand, MinimizeKeepsTheSmallestAndItsComment) {
  File("c/small.case", "# small\nb: 1\n");
  File("c/larger.case", "# larger\nlarger: 1\n");
  EXPECT_EQ(Run("corpus minimize c --out out").exit_code, 0);
  EXPECT_THAT(Names("out"), ElementsAre("small.case"));
  EXPECT_EQ(ReadAll(folder_ / "out/small.case"), "# small\nb: 1\n");
}

TEST_F(CorpusCommand, MinimizeWritesAllOrNothingAndOverNothing) {
  File("c/a.case", "a: 1\n");
  File("full/x", "x");
  File("bad/a.case", "a: 1\n");
  File("bad/b.case", "a b\n");
  fs::create_directory(folder_ / "empty");
  fs::create_directory_symlink("empty", folder_ / "link");
  fs::create_symlink("nothing", folder_ / "dangling");
  struct Bad {
    const char* arguments;
    const char* says;
  };
  for (const auto& [arguments, says] : std::vector<Bad>{
           {"c --out full", "full: exists already, and is not an empty folder; name another"},
           {"c --out c/out", "c/out: is in the folder that is read; name another"},
           {"c --out c", "c: is in the folder that is read"},
           {"c --out full/x/y", "cannot be made"},
           {"bad --out out", "b.case:1:2: a space in a name; write \\x20"},
           {"full/x --out out", "full/x: not a folder; name one with cases"},
           {"c --out .", ".: not a name for a new folder; give it one"},
           {"c --out new/..", "new/..: not a name for a new folder"},
           {"c --out /", "/: not a name for a new folder"},
           {"c --out link", "link: a symbolic link, which is neither followed nor replaced"},
           {"c --out link/", "link: a symbolic link"},
           {"c --out dangling", "dangling: a symbolic link"},
           {"c --keep missing.txt --out out", "missing.txt: No such file or directory"},
           {"empty --out out", "a folder without files"},
       }) {
    const Result result = Run(std::string("corpus minimize ") + arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_THAT(result.err, HasSubstr(says)) << arguments;
  }
  EXPECT_FALSE(fs::exists(folder_ / "out"));
  EXPECT_THAT(Names("full"), ElementsAre("x"));
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_TRUE(fs::is_empty(folder_ / "empty"));
  EXPECT_EQ(Run("corpus minimize c --out empty").exit_code, 0);
  EXPECT_THAT(Names("empty"), ElementsAre("a.case"));
}

TEST_F(CorpusCommand, StatsCountClassesDifferencesAndSizes) {
  File("c/a.case", "# 2\nRpc-Caller: x\n");
  File("c/b.case", "foo: 1\n");
  const Result table = Run("corpus stats c");
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_THAT(table.out, AllOf(HasSubstr("cases                  2\n"),
                               HasSubstr("octets                25\n"),
                               HasSubstr("misspelled             1\n"),
                               HasSubstr("reserved-name-leak           1         1\n"),
                               HasSubstr("        18  c/a.case\n         7  c/b.case\n")));
  const Result json = Run("corpus stats --json c");
  EXPECT_THAT(
      json.out,
      AllOf(testing::StartsWith(R"({"cases":2,"octets":25,"kinds":)"),
            HasSubstr(R"("domains":{"grpc":1,)"), HasSubstr(R"("request":{"none":1,)"),
            HasSubstr(R"("field-changed":1)"), HasSubstr(R"([{"file":"c/a.case","octets":18},)")));
  EXPECT_THAT(json.out, Not(HasSubstr("\n{")));
}

}  // namespace
}  // namespace headerproof
