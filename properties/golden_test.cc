// The recorded outcomes of the real yarpc-go, against ours; and the reader of the recorded form.
#include "src/engines/golden.h"

#include <gtest/gtest.h>

#include <string>

#include "src/engines/replay.h"
#include "src/judge/input_class.h"

namespace headerproof {
namespace {

std::string GoldenText(const std::string& file) {
  std::string text;
  const bool read = ReadCaseText(HEADERPROOF_SOURCE_DIR "/golden/" + file, text);
  EXPECT_TRUE(read) << text;
  return read ? text : "";
}

std::vector<GoldenRecord> RecordsFrom(const std::string& text) {
  auto parsed = ParseGolden(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    ADD_FAILURE() << LocatedMessage("golden", error->line, error->column, error->message);
    return {};
  }
  return std::get<std::vector<GoldenRecord>>(std::move(parsed));
}

std::vector<GoldenRecord> Golden(const std::string& file) {
  return RecordsFrom(GoldenText(file));
}

void ExpectNoFaults(const GoldenTally& tally) {
  for (const GoldenFault& fault : tally.faults) {
    ADD_FAILURE() << fault.name << ", " << PathName(fault.path) << ", "
                  << VersionName(fault.version) << ": " << fault.detail;
  }
}

GoldenTally CompareForm(const std::vector<GoldenRecord>& records, const std::string& prefix,
                        const std::string& suffix) {
  return CompareGolden(records, *FindConverter(prefix + "canonicalizing" + suffix),
                       *FindConverter(prefix + "direct" + suffix));
}

TEST(Golden, AgreesWithEveryFormOverAllOrders) {
  for (const char* file : {"chosen.golden", "random.golden"}) {
    const std::vector<GoldenRecord> records = Golden(file);
    ExpectNoFaults(CompareForm(records, "", ""));
    ExpectNoFaults(CompareForm(records, "", "-view"));
    ExpectNoFaults(CompareForm(records, "model-", ""));
  }
}

TEST(Golden, HasLostNothingThatWasRecorded) {
  const GoldenTally chosen = CompareForm(Golden("chosen.golden"), "", "");
  EXPECT_EQ(chosen.records, 99U);
  EXPECT_EQ(chosen.sets, 98U * 4);
  EXPECT_EQ(chosen.large, 4U);
  EXPECT_EQ(chosen.outcomes[0] + chosen.outcomes[1], 401U);
  EXPECT_EQ(chosen.skipped, 0U);
  const GoldenTally random = CompareForm(Golden("random.golden"), "", "");
  EXPECT_EQ(random.records, 500U);
  EXPECT_EQ(random.sets, 500U * 4);
  EXPECT_EQ(random.outcomes[0] + random.outcomes[1], 2174U);
  EXPECT_EQ(random.skipped, 0U);
}

TEST(Golden, IsInItsCanonicalForm) {
  for (const char* file : {"chosen.golden", "random.golden"}) {
    EXPECT_TRUE(PrintGolden(Golden(file)) == GoldenText(file)) << file;
  }
}

TEST(Golden, DiffersBetweenTheVersionsOnlyWhereANameHasAnUppercaseLetter) {
  int differing = 0;
  for (const char* file : {"chosen.golden", "random.golden"}) {
    for (const GoldenRecord& record : Golden(file)) {
      for (const auto& [before, after] : record.outcomes) {
        if (before == after) continue;
        ++differing;
        EXPECT_EQ(MetadataDomain(record.metadata), Domain::kNone) << record.name;
      }
    }
  }
  EXPECT_GT(differing, 300);
}

// Each recorded set in turn is made wrong: one outcome changed, one taken away, one added.
TEST(Golden, NoticesAnyRecordedSetThatIsMadeWrong) {
  const std::vector<GoldenRecord> records = Golden("chosen.golden");
  for (const GoldenRecord& record : records) {
    for (std::size_t set = 0; set < 4; ++set) {
      GoldenRecord changed = record;
      OutcomeSet& outcomes = changed.outcomes[set / 2][set % 2];
      if (outcomes[0].error) {
        outcomes[0].error->message += '.';
      } else {
        outcomes[0].original_headers.push_back({"~", "x"});
      }
      EXPECT_EQ(CompareForm({changed}, "", "").faults.size(), 1U) << record.name << ' ' << set;

      GoldenRecord added = record;
      added.outcomes[set / 2][set % 2].push_back(outcomes[0]);
      EXPECT_EQ(CompareForm({added}, "", "").faults.size(), 1U) << record.name << ' ' << set;

      GoldenRecord reduced = record;
      if (reduced.outcomes[set / 2][set % 2].size() == 1) continue;
      reduced.outcomes[set / 2][set % 2].pop_back();
      EXPECT_EQ(CompareForm({reduced}, "", "").faults.size(), 1U) << record.name << ' ' << set;
    }
  }
}

TEST(Golden, NoticesThatTheVersionsAreExchanged) {
  const std::vector<GoldenRecord> records = Golden("chosen.golden");
  const GoldenTally tally =
      CompareGolden(records, *FindConverter("direct"), *FindConverter("canonicalizing"));
  EXPECT_GT(tally.faults.size(), 50U);
}

TEST(Golden, DoesNotCompareManyEntriesWhoseOrderDecides) {
  GoldenRecord record;
  for (const char* name : {"a", "b", "c", "d", "Foo", "foo"}) {
    record.metadata.push_back({name, {name}});
  }
  for (auto& sets : record.outcomes) sets[0] = sets[1] = {Outcome{}};
  const GoldenTally tally = CompareForm({record}, "", "");
  EXPECT_EQ(tally.skipped, 4U);
  EXPECT_EQ(tally.sets + tally.large, 0U);
  EXPECT_TRUE(tally.faults.empty());
}

TEST(GoldenForm, ReadsEveryKindOfLine) {
  const std::string text =
      "# a comment\ncase a\n> Foo: 1\n> rpc-caller: c\n> x\nrequest before\n=\n  rpc-caller: c\n"
      "  header foo: 1\nrequest after\n=\n  rpc-caller: c\n  header foo: 1\n  original Foo: 1\n=\n"
      "  error a \\x20\nresponse before after\n=\n";
  const std::vector<GoldenRecord> records = RecordsFrom(text);
  ASSERT_EQ(records.size(), 1U);
  EXPECT_EQ(records[0].metadata.size(), 3U);
  const auto& [before, after] = records[0].outcomes[0];
  EXPECT_EQ(before[0].fields[0], "c");
  EXPECT_EQ(before[0].original_headers, before[0].headers);
  EXPECT_EQ(after[0].original_headers, (HeaderList{{"Foo", "1"}}));
  EXPECT_EQ(after[1].error->message, "a  ");
  EXPECT_EQ(records[0].outcomes[1][0], (OutcomeSet{Outcome{}}));
  EXPECT_EQ(records[0].outcomes[1][1], (OutcomeSet{Outcome{}}));
  EXPECT_EQ(PrintGolden(records), text.substr(text.find("case")));
}

TEST(GoldenForm, SaysWhereItIsWrong) {
  const std::string start = "case a\n> x\n";
  const std::pair<std::string, std::string> examples[] = {
      {"> x\n", "1:1: something before the first case"},
      {"case \n", "1:6: a case without a name"},
      {"case a\n> \\q\n", "2:3: an unknown escape"},
      {start + "=\n", "3:1: an outcome of no path and version"},
      {start + "request\n", "3:1: neither"},
      {start + "request after before\n", "3:1: neither"},
      {start + "request before\n  rpc-caller: x\n", "4:1: a part without an outcome"},
      {start + "request before\n=\n  rpc-calle: x\n", "5:3: a name out of order"},
      {start + "request before\n=\n  header b: x\n  header a: x\n", "6:10: a name out of order"},
      {start + "request before\n=\n  header b\n", "5:10: not a name with a value"},
      {start + "request before\n=\n  error \\q\n", "5:9: an unknown escape"},
      {start + "request before\n=\n> y\n", "5:1: a line of a case after its outcomes"},
      {start + "request before\n=\nrequest before\n", "5:1: outcomes of this path and version a "},
      {start + "request before after\n=\n", "4:1: the case above lacks outcomes"},
      {start + "case b\n", "3:1: the case above lacks outcomes"},
      {start + "request before after\n=\n=\nresponse before after\n=\n",
       "7:1: an outcome twice in a set"},
  };
  for (const auto& [text, begins] : examples) {
    const auto parsed = ParseGolden(text);
    const auto* error = std::get_if<CaseError>(&parsed);
    ASSERT_NE(error, nullptr) << text;
    const std::string shown = LocatedMessage("", error->line, error->column, error->message);
    EXPECT_EQ(shown.substr(1, begins.size()), begins) << text;
  }
}

}  // namespace
}  // namespace headerproof
