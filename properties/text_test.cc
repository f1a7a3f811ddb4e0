// The text form of a case: what each reading makes of a text, and that nothing is lost.
#include "src/cases/text.h"

#include <gtest/gtest.h>

#include "properties/expect.h"
#include "src/cases/choices.h"
#include "src/cases/generator.h"

namespace headerproof {
namespace {

// The case that `text` strictly is, printed again; or "LINE:COLUMN: message".
std::string Reprinted(const std::string& text) {
  const auto parsed = ParseCase(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    return std::to_string(error->line) + ":" + std::to_string(error->column) + ": " +
           error->message;
  }
  return PrintCase(std::get<Metadata>(parsed));
}

TEST(Text, IsOneLineForAValue) {
  const Metadata expected = {{"rpc-caller", {"alice"}},
                             {"foo", {"first", "second"}},
                             {":authority", {"svc:443"}},
                             {"x-\xc3\x89", {"caf\xc3\xa9"}},
                             {"empty-value", {""}},
                             {"no-values", {}},
                             {"", {"v"}}};
  EXPECT_EQ(CaseFrom("# a comment line\nrpc-caller: alice\nfoo: first\nfoo: second\n\n"
                     ":authority: svc:443\nx-\\xc3\\x89: caf\\xc3\\xa9\nempty-value:\nno-values\n"
                     "\"\": v\n"),
            expected);
}

TEST(Text, OfNothingIsTheEmptyMetadata) {
  for (const char* text : {"", "\n", "# only a comment\n", "\n\n#\n"}) {
    EXPECT_TRUE(CaseFrom(text).empty()) << text;
  }
  EXPECT_EQ(PrintCase({}), "");
}

TEST(Text, NeedsNoLastLineFeedAndPrintsOne) {
  EXPECT_EQ(Reprinted("a: 1"), "a: 1\n");
  EXPECT_EQ(Reprinted("a: 1\nb"), "a: 1\nb\n");
}

TEST(Text, SkipsOneSpaceAfterTheColonAndNoMore) {
  EXPECT_EQ(CaseFrom("a:1\nb: 1\nc:  1\nd: \n"),
            (Metadata{{"a", {"1"}}, {"b", {"1"}}, {"c", {" 1"}}, {"d", {""}}}));
  EXPECT_EQ(Reprinted("c:  1"), "c: \\x201\n");
}

TEST(Text, EndsANameAtTheFirstColonAfterItsFirstOctet) {
  EXPECT_EQ(CaseFrom("a:b:c\n"), (Metadata{{"a", {"b:c"}}}));
  EXPECT_EQ(CaseFrom(":a:b\n"), (Metadata{{":a", {"b"}}}));
  EXPECT_EQ(CaseFrom(":\n"), (Metadata{{":", {}}}));
  EXPECT_EQ(CaseFrom("::\n"), (Metadata{{":", {""}}}));
  EXPECT_EQ(CaseFrom("::a\n"), (Metadata{{":", {"a"}}}));
}

TEST(Text, PrintsAColonThatIsAloneOrInsideAsAnEscape) {
  EXPECT_EQ(Reprinted(":\n"), "\\x3a\n");
  EXPECT_EQ(Reprinted("::\n"), "\\x3a:\n");
  EXPECT_EQ(Reprinted("a\\x3ab: v\n"), "a\\x3ab: v\n");
  EXPECT_EQ(Reprinted(":a\n"), ":a\n");
}

TEST(Text, WritesTheEmptyNameAsTwoQuotationMarks) {
  EXPECT_EQ(CaseFrom("\"\"\n"), (Metadata{{"", {}}}));
  EXPECT_EQ(CaseFrom("\"\":\n"), (Metadata{{"", {""}}}));
  EXPECT_EQ(Reprinted("\"\": v\n"), "\"\": v\n");
  // A name of two quotation marks is another, and needs escapes.
  EXPECT_EQ(CaseFrom("\\x22\\x22: v\n"), (Metadata{{"\"\"", {"v"}}}));
  EXPECT_EQ(Reprinted("\\x22\\x22: v\n"), "\\x22\\x22: v\n");
}

TEST(Text, EscapesANumberSignOnlyWhereItIsFirst) {
  EXPECT_EQ(Reprinted("\\x23a: v\n"), "\\x23a: v\n");
  EXPECT_EQ(Reprinted("a#: v\n"), "a#: v\n");
  EXPECT_EQ(CaseFrom("#a: v\n"), Metadata{});
}

TEST(Text, MakesLinesOfOneNameOneEntryAtItsFirstPlace) {
  EXPECT_EQ(CaseFrom("foo\nfoo: a\n"), (Metadata{{"foo", {"a"}}}));
  EXPECT_EQ(CaseFrom("foo: a\nfoo\n"), (Metadata{{"foo", {"a"}}}));
  EXPECT_EQ(CaseFrom("foo\nfoo\n"), (Metadata{{"foo", {}}}));
  EXPECT_EQ(CaseFrom("a: 1\nb: 2\na: 3\n"), (Metadata{{"a", {"1", "3"}}, {"b", {"2"}}}));
  EXPECT_EQ(CaseFrom("a: 1\n\\x61: 2\n"), (Metadata{{"a", {"1", "2"}}}));
  EXPECT_EQ(CaseFrom("a: 1\nA: 2\n"), (Metadata{{"a", {"1"}}, {"A", {"2"}}}));
}

TEST(Text, ReadsEscapesInEitherCaseAndPrintsThemInLowercase) {
  EXPECT_EQ(Reprinted("a\\xC3: \\xFf\\\\\n"), "a\\xc3: \\xff\\\\\n");
}

// What follows "\\x" is two of the 22 hexadecimal digits, or it is not an escape.
TEST(Text, TakesNoOtherOctetForAHexadecimalDigit) {
  const std::string digits = "0123456789abcdefABCDEF";
  for (int octet = 0; octet < 256; ++octet) {
    const auto c = static_cast<char>(octet);
    const std::size_t place = digits.find(c);
    for (const bool is_first : {true, false}) {
      const std::string escape = is_first ? std::string("\\x") + c + "1" : std::string("\\x1") + c;
      std::string expected = escape;
      if (place != std::string::npos) {
        const std::size_t value = place < 16 ? place : place - 6;
        expected = static_cast<char>(is_first ? value * 16 + 1 : 16 + value);
      }
      if (c == '\n') continue;
      EXPECT_EQ(ParseCaseLeniently("a: " + escape), (Metadata{{"a", {expected}}})) << escape;
    }
  }
}

TEST(Text, EscapesSpacesOnlyAtTheEndsOfAValue) {
  EXPECT_EQ(PrintCase({{"a", {" b c "}}}), "a: \\x20b c\\x20\n");
  EXPECT_EQ(PrintCase({{"a", {" "}}}), "a: \\x20\n");
}

TEST(Text, SaysWhereAStrictReadingFailsAndWhatToWriteInstead) {
  const std::pair<std::string, std::string> examples[] = {
      {"a: \\q\n", "1:4: an unknown escape; write \\xHH for an octet, \\\\ for a backslash"},
      {"a: \\y41\n", "1:4: an unknown escape; write \\xHH for an octet, \\\\ for a backslash"},
      {"a: \\X41\n", "1:4: an unknown escape; write \\xHH for an octet, \\\\ for a backslash"},
      {"a: \\x4\n", "1:4: an unknown escape; write \\xHH for an octet, \\\\ for a backslash"},
      {"a: b\\", "1:5: an unknown escape; write \\xHH for an octet, \\\\ for a backslash"},
      {"\\xg0: b", "1:1: an unknown escape; write \\xHH for an octet, \\\\ for a backslash"},
      {"# c\n\na: 1\r\n", "3:5: a carriage return; end lines with LF alone, or write \\x0d"},
      {"a\r\n", "1:2: a carriage return; end lines with LF alone, or write \\x0d"},
      {"a:\tb\n", "1:3: a raw octet outside 20-7e; write \\x09"},
      {std::string("a: \0\n", 5), "1:4: a raw octet outside 20-7e; write \\x00"},
      {"ok: 1\ncaf\xc3\xa9: 1\n", "2:4: a raw octet outside 20-7e; write \\xc3"},
      {"a: caf\xc3\xa9\n", "1:7: a raw octet outside 20-7e; write \\xc3"},
      {"a: \x7f\n", "1:4: a raw octet outside 20-7e; write \\x7f"},
      {"a b: 1\n", "1:2: a space in a name; write \\x20"},
      {" : 1\n", "1:1: a space in a name; write \\x20"},
      {"a\": 1\n", "1:2: a quotation mark in a name; write \\x22 (\"\" alone is the empty name)"},
      {"\"\"\": 1\n",
       "1:1: a quotation mark in a name; write \\x22 (\"\" alone is the empty name)"},
  };
  for (const auto& [text, error] : examples) EXPECT_EQ(Reprinted(text), error) << text;
}

TEST(Text, LetsWhatStrictReadingRefusesStandForItselfWhenLenient) {
  EXPECT_EQ(ParseCaseLeniently("a b: \\q\n\"x: \xff\r\nc: \\x4\n"),
            (Metadata{{"a b", {"\\q"}}, {"\"x", {"\xff\r"}}, {"c", {"\\x4"}}}));
  EXPECT_EQ(ParseCaseLeniently(std::string("\0: \0", 4)),
            (Metadata{{std::string(1, '\0'), {std::string(1, '\0')}}}));
}

TEST(Text, StrictAndLenientAgreeWhereStrictReads) {
  SeededChoices choices(3);
  int read = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = PrintCase(GenerateMetadata(choices));
    const auto size = static_cast<std::uint32_t>(text.size());
    if (size > 0) text[choices.Below(size)] = ":\"\\x0a #\n\xff"[choices.Below(10)];
    const auto strict = ParseCase(text);
    const Metadata lenient = ParseCaseLeniently(text);
    if (const auto* metadata = std::get_if<Metadata>(&strict)) {
      ++read;
      ASSERT_EQ(*metadata, lenient) << text;
    }
    // Any octets are some case, and its canonical text is that case again.
    ASSERT_EQ(CaseFrom(PrintCase(lenient)), lenient) << text;
  }
  EXPECT_GT(read, 2000);
}

TEST(Text, LosesNothing) {
  SeededChoices choices(4);
  for (int i = 0; i < 20000; ++i) {
    const Metadata metadata = GenerateMetadata(choices);
    const std::string text = PrintCase(metadata);
    ASSERT_EQ(CaseFrom(text), metadata) << text;
    ASSERT_EQ(ParseCaseLeniently(text), metadata) << text;
    ASSERT_EQ(Reprinted(text), text);
    for (const char c : text) ASSERT_TRUE(c == '\n' || (c >= 0x20 && c <= 0x7e)) << text;
  }
}

TEST(Text, LosesNoOctetInANameOrAValue) {
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) {
      const std::string octets = {static_cast<char>(a), static_cast<char>(b)};
      const Metadata metadata = {{octets, {octets}}, {octets.substr(0, 1), {}}};
      ASSERT_EQ(CaseFrom(PrintCase(metadata)), metadata) << a << ' ' << b;
      ASSERT_EQ(ParseCaseLeniently(PrintCase(metadata)), metadata) << a << ' ' << b;
    }
  }
}

TEST(Text, HoldsTenThousandNames) {
  std::string text;
  for (int i = 0; i < 10000; ++i) text += "name-" + std::to_string(i) + ": v\n";
  EXPECT_EQ(CaseFrom(text + text).size(), 10000U);
}

}  // namespace
}  // namespace headerproof
