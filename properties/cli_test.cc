// The command as a person or a script meets it: output, exit codes, and bad input of every kind.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "properties/command.h"
#include "src/fuzzing/counts.h"

namespace headerproof {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct BadCase {
  const char* arguments;
  const char* says;
};

TEST_F(Command, ConvertPrintsTheLinesOfTheDesign) {
  File("a.case", "Foo: 1\n");
  File("b.case", "foo: a\nfoo: b\n");
  const Result result = Run("convert --converter direct a.case b.case");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(
      result.out,
      R"({"file":"a.case","path":"request","converter":"direct","ok":true,"fields":{"caller":"","service":"","shard_key":"","routing_key":"","routing_delegate":"","encoding":"","caller_procedure":""},"headers":[["foo","1"]],"original_headers":[["Foo","1"]]}
{"file":"a.case","path":"response","converter":"direct","ok":true,"headers":[["foo","1"]],"original_headers":[["Foo","1"]]}
{"file":"b.case","path":"request","converter":"direct","ok":false,"error":{"code":"invalid-argument","message":"header has more than one value: foo:[a b]"}}
{"file":"b.case","path":"response","converter":"direct","ok":false,"error":{"code":"invalid-argument","message":"header has more than one value: foo:[a b]"}}
)");
}

TEST_F(Command, ConvertTakesTheCanonicalizingConverterByDefault) {
  EXPECT_THAT(Run("convert --path response -", "Foo: 1\n").out,
              HasSubstr(R"("converter":"canonicalizing","ok":true,"headers":[["foo","1"]],)"
                        R"("original_headers":[["foo","1"]])"));
}

TEST_F(Command, ConvertGoesOnAfterABadFile) {
  File("bad.case", "a b\n");
  File("good.case", "a: b\n");
  const Result result = Run("convert --path request bad.case good.case");
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.out, StartsWith(R"({"file":"good.case")"));
  EXPECT_THAT(result.err, HasSubstr("bad.case:1:2: a space in a name; write \\x20"));
}

TEST_F(Command, CheckPrintsOneObjectForEachFileAndPath) {
  const Result result = Run("check --json -", "Rpc-Caller: x\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_EQ(
      result.out,
      R"({"file":"-","path":"request","domain":"none","transparent":false,"differences":["field-changed","reserved-name-leak"],"violations":[],"compared":true}
{"file":"-","path":"response","domain":"none","transparent":false,"differences":["reserved-name-leak"],"violations":[],"compared":true}
)");
}

TEST_F(Command, CheckFailsOnADifferenceOnlyIfTransparencyIsRequired) {
  EXPECT_EQ(Run("check -", "A: x\n").exit_code, 0);
  EXPECT_EQ(Run("check --require transparent -", "A: x\n").exit_code, 1);
  EXPECT_EQ(Run("check --require transparent -", "a: x\n").exit_code, 0);
  // Requests set the field or not; responses skip the name either way.
  EXPECT_EQ(Run("check --require transparent --path response -", "Rpc-A: x\n").exit_code, 1);
}

TEST_F(Command, AnEmptyValueIsNotTheOptionLeftOut) {
  for (const char* const arguments :
       {"check --peer '' -", "audit --peer ''", "audit --compare ''"}) {
    const Result result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("is empty")) << arguments;
  }
}

TEST_F(Command, CheckReadsFoldersInTheOrderOfOctetsAndSkipsHiddenFiles) {
  File("f/b.case", "b: 1\n");
  File("f/a/z.case", "z: 1\n");
  File("f/a.case", "a: 1\n");
  File("f/.hidden", "not a case\n");
  File("f/.git/x", "not a case\n");
  const Result result = Run("check --json --path request f");
  EXPECT_EQ(result.exit_code, 0);
  const auto at = [&](const char* file) { return result.out.find(file); };
  EXPECT_LT(at("f/a.case"), at("f/a/z.case"));
  EXPECT_LT(at("f/a/z.case"), at("f/b.case"));
  EXPECT_EQ(std::ranges::count(result.out, '\n'), 3);
}

TEST_F(Command, CheckAcceptsAnEmptyFileAsTheEmptyMetadata) {
  const Result result = Run("check --json --path request -", "# nothing but a comment\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr(R"("domain":"grpc","transparent":true)"));
}

TEST_F(Command, ExplainSaysInSentencesWhatTheChangeBreaks) {
  const Result result = Run("explain -", "Rpc-Caller: evil\n");
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.out, HasSubstr("an uppercase letter (41-5a) makes the message malformed"));
  EXPECT_THAT(result.out,
              HasSubstr("  canonicalizing (lowercases every name first, as before the change):\n"
                        "    rpc-caller = \"evil\"; no headers\n"
                        "  direct (takes every name as it is, as after the change):\n"
                        "    no field is set; header rpc-caller: \"evil\"; spelled Rpc-Caller\n"
                        "  guarded (lowercases only a name that has an uppercase letter):\n"
                        "    equal to canonicalizing\n"
                        "  rejecting (refuses a name that has an uppercase letter, as HTTP/2 "
                        "says):\n"
                        "    the error invalid-argument"));
  EXPECT_THAT(result.out, HasSubstr("field-changed. The request's caller is lost or another"));
  EXPECT_THAT(result.out, HasSubstr("reserved-name-leak"));
  EXPECT_THAT(result.out, testing::Not(HasSubstr("the same\n")));
}

TEST_F(Command, ExplainSaysThatALowercaseCaseIsSafe) {
  EXPECT_THAT(Run("explain -", "rpc-caller: x\n").out, HasSubstr("the change makes no difference"));
}

TEST_F(Command, ExplainSaysWhatMakesAMessageMalformedThoughItsNamesAreLowercase) {
  const std::string malformed = "It makes the message malformed";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"a:  foo \n", ": RFC 9113 8.2.1: a space or a tab at an end of a value; octet 1 is 20."},
      {"a: foo\\x09\n", "a space or a tab at an end of a value; octet 4 is 09."},
      {"a: b\na: c\\x0d\\x0ad\n",
       ", value 2: RFC 9113 8.2.1: NUL, LF or CR (00, 0a, 0d) in a value; "
       "octet 2 is 0d."},
      {"a: \\x00\n", "octet 1 is 00."},
      {"te: gzip\n", ": RFC 9113 8.2.2: te with a value that is not `trailers`."},
      {"connection: close\n", ": RFC 9113 8.2.2: a connection-specific field."},
      {"transfer-encoding: chunked\n", ": RFC 9113 8.2.2: a connection-specific field."},
      {":foo: x\n", ": RFC 9113 8.3: a pseudo-header field that is not defined."},
  };
  for (const auto& [text, says] : cases) {
    const Result result = Run("explain -", text);
    EXPECT_EQ(result.exit_code, 0) << text;
    EXPECT_THAT(result.out, HasSubstr(malformed)) << text;
    EXPECT_THAT(result.out, HasSubstr(says)) << text;
  }
  for (const char* text : {"te: trailers\n", "a: b c\n", ":path: /x\n", ":status: 200\n", "a:\n"}) {
    EXPECT_THAT(Run("explain -", text).out, testing::Not(HasSubstr(malformed))) << text;
  }
  EXPECT_THAT(Run("explain -", "authorization: s3cret \n").out,
              testing::AllOf(HasSubstr(malformed), testing::Not(HasSubstr("s3cret"))));
}

TEST_F(Command, ExplainTakesAPseudoHeaderFieldForNoMetadata) {
  EXPECT_THAT(Run("explain -", ":path: /x\n").out,
              HasSubstr("  :path is a pseudo-header field of a request (RFC 9113 8.3), not "
                        "application metadata.\n"));
  EXPECT_THAT(Run("explain -", ":status: 200\n").out,
              HasSubstr(":status is a pseudo-header field of a response"));
  EXPECT_THAT(
      Run("explain -", ":foo: x\n").out,
      HasSubstr("RFC 9113 8.3: a colon begins a pseudo-header field's name, not a field's"));
}

TEST_F(Command, ListsSayWhatThereIs) {
  EXPECT_THAT(Run("converters").out, HasSubstr("guarded-view"));
  EXPECT_THAT(Run("domains").out, HasSubstr("67 octets  RFC 9113 8.2.1"));
  EXPECT_THAT(Run("corpus stats -", "A: x\n").out, HasSubstr("none                   1\n"));
}

TEST_F(Command, TargetsListsWhatFuzzTargetsAsk) {
  EXPECT_THAT(Run("targets").out,
              testing::AllOf(HasSubstr("safe_policies  judges converters  relation 3 "),
                             HasSubstr("text_form                         reading is lossless")));
  const auto targets = nlohmann::json::parse(Run("targets --json").out);
  std::ifstream list(HEADERPROOF_SOURCE_DIR "/fuzz/targets.txt");
  std::size_t number = 0;
  for (std::string line; std::getline(list, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    ASSERT_LT(number, targets.size());
    const auto& target = targets[number++];
    EXPECT_THAT(line, StartsWith(target.at("name").get<std::string>() + " "));
    EXPECT_THAT(line, testing::EndsWith(" " + target.at("asks").get<std::string>()));
    EXPECT_EQ(target.at("judges_converters"), line.find(" relation") != std::string::npos) << line;
  }
  EXPECT_EQ(targets.size(), number);
}

TEST_F(Command, EveryCommandHasHelp) {
  for (const std::string command :
       {"", "targets", "check", "convert", "explain", "converters", "domains", "corpus",
        "corpus import", "corpus minimize", "corpus stats", "audit"}) {
    const Result result = Run(command + " --help");
    EXPECT_EQ(result.exit_code, 0) << command;
    EXPECT_THAT(result.out,
                HasSubstr(command.empty() ? "Usage: headerproof" : "Usage: headerproof " + command))
        << command;
  }
}

#ifdef HEADERPROOF_HAS_HTTP2
// Ctrl-C, or SIGTERM from a supervisor, while no client calls.
TEST_F(Command, ProbeEndsWhenItIsInterrupted) {
  for (const std::string signal : {"INT", "TERM"}) {
    const std::string program = "'" HEADERPROOF_COMMAND "'";
    File("interrupt.sh", program + " probe client --seconds 3600 >out.txt 2>err.txt & pid=$!\n" +
                             "until grep -q listening err.txt; do sleep 0.05; done\n" + "kill -" +
                             signal + " $pid\nwait $pid\n");
    const std::string line = "cd '" + folder_.string() + "' && sh interrupt.sh";
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 130) << signal;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::minutes(1));
    EXPECT_THAT(ReadAll(folder_ / "out.txt"), HasSubstr("no client made a call")) << signal;
  }
}

TEST_F(Command, ProbeJsonSaysWhyNothingCouldBeAsked) {
  const Result result = Run("probe server 127.0.0.1:1 --json");
  EXPECT_EQ(result.exit_code, 2);
  const auto json = nlohmann::json::parse(result.out);
  EXPECT_EQ(json.at("exit"), 2);
  EXPECT_THAT(json.at("why_not").get<std::string>(), HasSubstr("cannot connect"));
}

TEST_F(Command, ProbeSaysWhatIsWrongWithAnAddressOrAPeer) {
  for (const auto& [address, says] :
       std::vector<BadCase>{{"nonsense", "nonsense is not HOST:PORT; write, for example"},
                            {"127.0.0.1:0", "127.0.0.1:0 is not HOST:PORT"},
                            {"127.0.0.1:99999", "127.0.0.1:99999 is not HOST:PORT"},
                            {":80", ":80 is not HOST:PORT"},
                            {"127.0.0.1:1", "cannot connect: Connection refused"}}) {
    const Result result = Run("probe server '" + std::string(address) + "' --seconds 5");
    EXPECT_EQ(result.exit_code, 2) << address;
    EXPECT_THAT(result.out, IsEmpty()) << address;
    EXPECT_THAT(result.err, HasSubstr(says)) << address;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << address;
  }
}
#endif

#ifdef HEADERPROOF_HAS_GRPC
TEST_F(Command, RecordsWhatRealCallsHandToApplications) {
  EXPECT_EQ(Run("corpus record recorded").exit_code, 0);
  const Result checked = Run("check --require transparent recorded");
  EXPECT_EQ(checked.exit_code, 0);
  EXPECT_THAT(checked.out, HasSubstr("4 cases: every relation obeyed"));
  EXPECT_THAT(ReadAll(folder_ / "recorded/request-with-metadata.case"),
              testing::AllOf(HasSubstr("rpc-caller: alice\n"), HasSubstr("user-agent: grpc-c"),
                             HasSubstr("x-two-values: first\nx-two-values: second\n")));
  File("file", "");
  EXPECT_EQ(Run("corpus record file/below").exit_code, 2);
}
#endif

// Bad input: one line that says what, where and what to do instead; exit code 2; nothing on
// standard output.
TEST_F(Command, BadInputIsSaidOnOneLineAndExitsWithTwo) {
  File("good.case", "a: b\n");
  File("escape.case", "a: b\nc: \\q\n");
  File("cr.case", "a: b\r\n");
  File("binary.case", std::string("\x7f"
                                  "ELF\0\1\2",
                                  7));
  File("huge.case", std::string((16 << 20) + 1, 'a'));
  fs::create_directory(folder_ / "empty");
  File("hidden/.only", "a: b\n");
  const std::vector<BadCase> cases = {
      {"check escape.case", "escape.case:2:4: an unknown escape; write \\xHH for an octet"},
      {"check cr.case", "cr.case:1:5: a carriage return; end lines with LF alone"},
      {"check binary.case", "binary.case:1:1: a raw octet outside 20-7e; write \\x7f"},
      {"check huge.case", "huge.case: too large for a case: more than 16777216 octets; split it"},
      {"check missing.case", "missing.case: no such file or folder"},
      {"check good.case/below", "good.case/below: no such file or folder"},
      {"check empty", "empty: a folder without files; name one with cases"},
      {"check hidden", "hidden: a folder without files; name one with cases"},
      {"explain missing.case", "missing.case: No such file or directory"},
      {"explain cr.case", "cr.case:1:5: a carriage return"},
      {"convert --converter nobody good.case",
       "no converter is named nobody; `headerproof "
       "converters` lists them"},
      {"check 'x\033[2J'", "x\\x1b[2J: no such file or folder"},
  };
  for (const auto& [arguments, says] : cases) {
    const Result result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_THAT(result.err, HasSubstr(says)) << arguments;
    EXPECT_THAT(result.err, StartsWith("headerproof: ")) << arguments;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << arguments;
  }
}

TEST_F(Command, BadUsageExitsWithTwo) {
  for (const char* arguments :
       {"", "nonsense", "check", "check --path sideways -", "check --require luck -",
        "check --no-such-option -", "convert", "explain"}) {
    const Result result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.out, IsEmpty()) << arguments;
    EXPECT_FALSE(result.err.empty()) << arguments;
  }
}

TEST_F(Command, AFullDiskIsNoSuccess) {
  for (const char* arguments : {"domains", "converters", "check good.case", "convert good.case",
                                "explain good.case", "--help", "check --help", "--version"}) {
    File("good.case", "a: b\n");
    const std::string line = "cd '" + folder_.string() + "' && '" HEADERPROOF_COMMAND "' " +
                             arguments + " >/dev/full 2>.err";
    EXPECT_EQ(WEXITSTATUS(std::system(line.c_str())), 2) << arguments;
    EXPECT_THAT(ReadAll(folder_ / ".err"), HasSubstr("No space left on device")) << arguments;
  }
}

TEST_F(Command, SaysInOneLineWhatIsWrongWithArgumentsAndNothingOfThemRaw) {
  for (const char* arguments :
       {"check --path \"$(printf '\\033X')\" x", "check \"--$(printf '\\033X')\" x"}) {
    const Result result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, StartsWith("headerproof: ")) << arguments;
    EXPECT_THAT(result.err, HasSubstr("\\x1bX")) << arguments;
    EXPECT_EQ(std::ranges::count(result.err, '\n'), 1) << arguments;
  }
  EXPECT_THAT(Run("audit --out ''").err, HasSubstr("--out is empty"));
  for (const char* arguments : {"corpus import x --into ''", "corpus minimize x --out ''"}) {
    const Result result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_THAT(result.err, HasSubstr("is empty; give a value")) << arguments;
  }
}

TEST_F(Command, NamesAMistypedCommandAndThoseThatThereAre) {
  const auto said = [this](const std::string& arguments) {
    const Result result = Run(arguments);
    EXPECT_EQ(result.exit_code, 2) << arguments;
    EXPECT_EQ(result.out, "") << arguments;
    return result.err;
  };
  EXPECT_THAT(said("chek x"), StartsWith("headerproof: no such command: chek; these are: audit, "
                                         "check, convert, "));
  EXPECT_THAT(said("chek --help"), HasSubstr("no such command: chek;"));
  EXPECT_THAT(said("\"$(printf '\\033X')\""), HasSubstr("no such command: \\x1bX;"));
  EXPECT_THAT(said("corpus inport x"),
              StartsWith("headerproof: no such command: inport; these are: import, minimize, "));
  EXPECT_THAT(said("corpus"), StartsWith("headerproof: no command; these are: import, "));
  EXPECT_THAT(said(""), StartsWith("headerproof: no command; these are: audit, check, "));
  EXPECT_EQ(Run("check --help").exit_code, 0);
  EXPECT_EQ(Run("corpus --help").exit_code, 0);
  EXPECT_EQ(Run("--version").exit_code, 0);
}

TEST_F(Command, AuditChecksAllOptionsBeforeItWritesAnything) {
  const std::string inputs =
      " --corpus " HEADERPROOF_SOURCE_DIR "/corpus --golden " HEADERPROOF_SOURCE_DIR "/golden ";
  for (const char* wrong : {"--only nothing", "--compare missing.json", "--evidence missing"}) {
    EXPECT_EQ(Run("audit --out out" + inputs + wrong).exit_code, 2) << wrong;
    EXPECT_EQ(Run("audit --check-arguments --out out" + inputs + wrong).exit_code, 2) << wrong;
    EXPECT_FALSE(fs::exists(folder_ / "out")) << wrong;
  }
  EXPECT_THAT(Run("audit --out out --only nothing").err,
              testing::ContainsRegex("no engine is named nothing; these are: .*corpus"));
  EXPECT_EQ(Run("audit --check-arguments --corpus missing").exit_code, 2);
  EXPECT_EQ(Run("audit --check-arguments --out out --only edges" + inputs).exit_code, 0);
  EXPECT_FALSE(fs::exists(folder_ / "out"));
}

TEST_F(Command, EvidenceOfAFuzzTargetIsOfTheBuildThatItNames) {
  const std::string digest(64, 'f');
  const std::string counts = File("counts", PrintFuzzCounts({digest, "order", {}}));
  const Result written =
      Run("evidence fuzz --target order --counts " + counts + " --status 0 --seconds 1 --out out");
  EXPECT_EQ(written.exit_code, 0) << written.err;
  EXPECT_EQ(written.out, "out/fuzz-order.json\n");
  EXPECT_TRUE(fs::exists(folder_ / "out" / "fuzz-order.json"));
  for (const std::string wrong :
       {"fuzz --target order --counts missing --status 0 --seconds 1 --out o",
        "fuzz --target headers --counts counts --status 0 --seconds 1 --out o",
        "mutants missing --out o", "draft missing --out o",
        "fuzz --target order --counts counts --status dead --seconds 1 --out o"}) {
    EXPECT_EQ(Run("evidence " + wrong).exit_code, 2) << wrong;
  }
  EXPECT_FALSE(fs::exists(folder_ / "o"));
  EXPECT_EQ(Run("evidence digest").out.size(), 65U);
}

TEST_F(Command, NothingHostileReachesTheTerminal) {
  std::string text = "Authorization: Bearer s3cret\nAuthorization: other\n";
  for (int octet = 0; octet < 256; ++octet) {
    char line[32];
    std::snprintf(line, sizeof line, "X\\x%02x: \\x%02x\n", octet, octet);
    text += line;
  }
  for (const char* command : {"check -", "check --json -", "explain -", "convert -"}) {
    const Result result = Run(command, text);
    EXPECT_TRUE(std::ranges::all_of(result.out, [](char c) {
      return c == '\n' || (c >= 0x20 && c <= 0x7e);
    })) << command;
    if (std::string(command) != "convert -") {
      EXPECT_THAT(result.out, testing::Not(HasSubstr("s3cret"))) << command;
    }
  }
}

// Every file is read, judged and forgotten.
TEST_F(Command, AFolderIsNotHeldInMemory) {
  const std::string value(std::size_t{64} << 10, 'v');
  for (int i = 0; i < 800; ++i) {
    File("many/" + std::to_string(i) + ".case", "name: " + value + "\n");
  }
  EXPECT_EQ(Run("check --json --path request many").exit_code, 0);
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  // Under AddressSanitizer freed memory stays in quarantine.
  constexpr long kMostKibibytes = HEADERPROOF_SANITIZED ? 1 << 20 : 30 << 10;
  EXPECT_LT(usage.ru_maxrss, kMostKibibytes);
}

// Starts the command with what a pipe that stays open gives it, interrupts it, and returns what it
// says on standard error.
std::string SaidByInterrupted(const std::filesystem::path& folder,
                              const std::vector<std::string>& arguments) {
  const std::string command = HEADERPROOF_COMMAND;
  const std::string err = folder / ".err";
  const pid_t child = fork();
  if (child == 0) {
    const int in = open((folder / "in").c_str(), O_RDWR);  // a writer, so that reading waits
    dup2(in, STDIN_FILENO);
    dup2(open("/dev/null", O_WRONLY), STDOUT_FILENO);
    dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600), STDERR_FILENO);
    std::vector<char*> all = {const_cast<char*>(command.c_str())};
    for (const std::string& argument : arguments) {
      all.push_back(const_cast<char*>(argument.c_str()));
    }
    all.push_back(nullptr);
    execv(command.c_str(), all.data());
    _exit(99);
  }
  int status = 0;
  usleep(300'000);  // until an interrupt is noted
  kill(child, SIGINT);
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFEXITED(status)) << arguments.front();
  EXPECT_EQ(WEXITSTATUS(status), 130) << arguments.front();
  return ReadAll(err);
}

TEST_F(Command, AnInterruptExitsWith130AndOneLine) {
  ASSERT_EQ(mkfifo((folder_ / "in").c_str(), 0600), 0);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"check", "-"}, {"convert", "-"}, {"corpus", "stats", "-"}}) {
    EXPECT_EQ(SaidByInterrupted(folder_, arguments), "headerproof: interrupted after 0 cases\n")
        << arguments.front();
  }
}

TEST_F(Command, AnInterruptEndsAStepThatDoesNotLookForOne) {
  ASSERT_EQ(mkfifo((folder_ / "in").c_str(), 0600), 0);
  std::string text;
  for (int i = 0; i < 10'000; ++i) {
    text += "n" + std::to_string(i) + std::string(1000, 'a') + ": v\n";
  }
  File("long.case", text);
  // The case is not judged to its end.
  EXPECT_EQ(SaidByInterrupted(folder_, {"check", folder_ / "long.case"}),
            "headerproof: interrupted\n");
}

// Before it works on it: what takes no entry of a case as well is not printed.
TEST_F(Command, RefusesToJudgeACaseOfTooManyEntries) {
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "n" + std::to_string(i) + "\n";
  File("many.case", text);
  for (const char* command : {"check", "explain"}) {
    const auto result = Run(std::string(command) + " many.case");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_EQ(result.err,
              "headerproof: many.case: has 1000000 entries; a case is judged of at most 100000: "
              "split it\n");
  }
}

}  // namespace
}  // namespace headerproof
