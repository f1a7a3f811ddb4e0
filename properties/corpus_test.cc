// The corpus: every case obeys every relation, is written in canonical form under a comment that
// says what it shows, and has a row in corpus_expected.txt that says what the change does to it.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <sstream>

#include "properties/expect.h"
#include "properties/outcome_text.h"
#include "src/engines/replay.h"
#include "src/judge/difference.h"
#include "src/judge/input_class.h"
#include "src/judge/judge.h"
#include "src/triage/kinds.h"

namespace headerproof {
namespace {

constexpr std::string_view kCorpus = HEADERPROOF_SOURCE_DIR "/corpus/";

// The cases by their paths within the corpus. It is small; replay.h streams what is not.
const std::map<std::string, Metadata>& Corpus() {
  static const std::map<std::string, Metadata> corpus = [] {
    std::map<std::string, Metadata> cases;
    ReplayVisitor visitor;
    visitor.on_case = [&cases](const std::string& file, const Metadata& metadata) {
      cases[file.substr(kCorpus.size())] = metadata;
      return true;
    };
    visitor.on_error = [](const std::string&, const std::string& message) {
      ADD_FAILURE() << message;
      return true;
    };
    Replay({std::string(kCorpus)}, visitor);
    return cases;
  }();
  return corpus;
}

const Metadata& CaseOf(const std::string& file) {
  static const Metadata kNone;
  const auto found = Corpus().find(file);
  if (found != Corpus().end()) return found->second;
  ADD_FAILURE() << "no such case: " << file;
  return kNone;
}

std::string TextOf(const std::string& file) {
  std::string text;
  EXPECT_TRUE(ReadCaseText(std::string(kCorpus) + file, text)) << text;
  return text;
}

std::string JoinedNames(DifferenceSet differences) {
  std::string joined;
  for (const std::string_view name : differences.Names()) joined.append(" ").append(name);
  return joined.empty() ? " -" : joined;
}

TEST(Corpus, ObeysEveryRelationInEveryOrder) {
  for (const auto& [file, metadata] : Corpus()) EXPECT_TRUE(Obeys(metadata)) << file;
}

TEST(Corpus, DiffersAsItsTableSays) {
  std::map<std::string, std::string> rows;
  std::string table;
  ASSERT_TRUE(ReadCaseText(HEADERPROOF_SOURCE_DIR "/properties/corpus_expected.txt", table));
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#')) continue;
    EXPECT_TRUE(rows.emplace(line.substr(0, line.find(' ')), line).second) << "twice: " << line;
  }
  for (const auto& [file, metadata] : Corpus()) {
    EXPECT_EQ(CorpusRow(file, metadata, OwningConverters()), rows[file])
        << "if this is right, the first is its row";
    rows.erase(file);
  }
  for (const auto& [file, row] : rows) ADD_FAILURE() << "a row without a case: " << row;
}

TEST(Corpus, StandsInCanonicalTextUnderACommentThatSaysWhatItShows) {
  for (const auto& [file, metadata] : Corpus()) {
    const std::string text = TextOf(file);
    const std::size_t first_line = text.find('\n') + 1;
    EXPECT_TRUE(text.starts_with("# ") && first_line > 12) << file;
    EXPECT_EQ(text.substr(first_line), PrintCase(metadata)) << file;
    EXPECT_TRUE(file.ends_with(".case")) << file;
  }
}

TEST(Corpus, HasEveryClassOfInputTenTimes) {
  std::array<int, kInputClassCount> counts{};
  for (const auto& [file, metadata] : Corpus()) {
    const InputClassSet classes = ClassifyInput(metadata);
    for (std::size_t c = 0; c < counts.size(); ++c) {
      counts[c] += classes.Has(static_cast<InputClass>(c)) ? 1 : 0;
    }
  }
  for (std::size_t c = 0; c < counts.size(); ++c) {
    EXPECT_GE(counts[c], 10) << InputClassName(static_cast<InputClass>(c));
  }
}

TEST(Corpus, ShowsEveryDifferenceThatTheChangeCanMake) {
  std::array<DifferenceSet, 2> shown;
  for (const auto& [file, metadata] : Corpus()) {
    const Judgement judgement = Check(OwningConverters(), metadata);
    for (std::size_t path = 0; path < 2; ++path) {
      for (std::size_t kind = 0; kind < kDifferenceKindCount; ++kind) {
        const auto difference = static_cast<DifferenceKind>(kind);
        if (judgement.differences[path].Has(difference)) shown[path].Add(difference);
      }
    }
  }
  EXPECT_EQ(JoinedNames(shown[0]),
            " field-changed encoding-changed reserved-name-leak content-type-leak "
            "routing-name-leak original-spelling");
  EXPECT_EQ(JoinedNames(shown[1]),
            " new-error error-changed error-text reserved-name-leak original-spelling");
}

TEST(Corpus, IsSmall) {
  std::size_t octets = 0;
  for (const auto& [file, metadata] : Corpus()) octets += TextOf(file).size();
  EXPECT_LT(octets, 300U << 10);
  EXPECT_LT(Corpus().size(), 400U);
}

// What every run of a fuzzer starts from, and every run of the tests replays.
TEST(Corpus, AndTheSeedsOfTheTargetsAreTogetherUnderOneMebibyte) {
  std::size_t octets = 0;
  const ReplayCounts counts =
      ReplayOctets({HEADERPROOF_SOURCE_DIR "/corpus", HEADERPROOF_SOURCE_DIR "/fuzz/seeds"},
                   {.on_octets =
                        [&octets](const std::string&, const std::string& input) {
                          octets += input.size();
                          return true;
                        },
                    .on_error = {}});
  EXPECT_EQ(counts.errors, 0U);
  EXPECT_LT(octets, 1U << 20) << "in " << counts.cases << " files";
}

// The change made a test of its own pass by spelling this input in lowercase. Here it stays as it
// was: moved into the domain, it would show nothing.
TEST(Corpus, KeepsTheInputThatTheChangeEditedInItsMixedCase) {
  int cases = 0;
  for (const auto& [file, metadata] : Corpus()) {
    if (!file.starts_with("change/")) continue;
    ++cases;
    EXPECT_EQ(MetadataDomain(metadata), Domain::kNone)
        << file << " was moved into the domain lowercase";
    EXPECT_FALSE(Check(OwningConverters(), metadata).transparent(Path::kResponse)) << file;
  }
  EXPECT_EQ(cases, 3);
}

TEST(Corpus, HasOnlyTransparentCasesInTheFolderLowercase) {
  for (const auto& [file, metadata] : Corpus()) {
    if (!file.starts_with("lowercase/")) continue;
    EXPECT_LE(MetadataDomain(metadata), Domain::kLowercase) << file;
  }
}

struct Pinned {
  const char* file;
  Path path;
  std::string before;
  std::string after;
};

// Outcomes that reports of real systems state.
TEST(Corpus, HasTheOutcomesThatReportsState) {
  const Pinned pinned[] = {
      {"transport/server-trailers.case", Path::kResponse, "a-up: 1, foo: 1",
       "a-up: 1, foo: 1, rpc-service: other; spelled A-Up: 1, Rpc-Service: other, foo: 1"},
      {"special-names/x-uber-rpc-routing-zone-capitalized.case", Path::kRequest, "foo: 1",
       "foo: 1, x-uber-rpc-routing-zone: z; spelled X-Uber-Rpc-Routing-Zone: z, foo: 1"},
      {"collisions/two-spellings.case", Path::kRequest, "foo: b", "foo: b; spelled Foo: A, foo: b"},
      {"collisions/two-spellings-reversed.case", Path::kRequest, "foo: A",
       "foo: A; spelled Foo: A, foo: b"},
      {"collisions/caller-in-two-spellings.case", Path::kRequest, "rpc-caller=evil",
       "rpc-caller=good; rpc-caller: evil; spelled Rpc-Caller: evil"},
      {"change/original-spelling.case", Path::kRequest, "my-trace-tag: v",
       "my-trace-tag: v; spelled my-Trace-Tag: v"},
      {"content-type/after-encoding.case", Path::kRequest, "rpc-encoding=json",
       "rpc-encoding=json"},
      {"content-type/before-encoding.case", Path::kRequest, "rpc-encoding=json",
       "rpc-encoding=json"},
      {"values/several.case", Path::kRequest,
       "error at 0: header has more than one value: test-dup:[v1 v2]",
       "error at 0: header has more than one value: test-dup:[v1 v2]"},
      {"values/none-of-fields.case", Path::kRequest, "nothing", "nothing"},
      {"values/none-of-fields.case", Path::kResponse, "nothing", "nothing"},
      {"special-names/all-reserved.case", Path::kResponse, "nothing", "nothing"},
      {"transport/empty.case", Path::kResponse, "nothing", "nothing"},
      {"transport/accept-encoding-twice.case", Path::kRequest,
       "error at 0: header has more than one value: grpc-accept-encoding:[gzip zlib]",
       "error at 0: header has more than one value: grpc-accept-encoding:[gzip zlib]"},
      {"transport/status-in-trailers.case", Path::kResponse, "grpc-status: 13",
       "grpc-status: 13; spelled Grpc-Status: 13"},
      {"octets/kelvin-sign.case", Path::kRequest,
       "\xe2\x84\xaa"
       "ey: 1",
       "\xe2\x84\xaa"
       "ey: 1"},
      {"octets/latin-1-capital.case", Path::kRequest, "x-\xc9: 1", "x-\xc9: 1"},
      {"collisions/underscore-and-dash.case", Path::kRequest, "x-foo: 2, x_foo: 1",
       "x-foo: 2, x_foo: 1"},
      {"change/application-headers-in-mixed-case.case", Path::kResponse, "test-header: test-value",
       "test-header: test-value; spelled Test-Header: test-value"},
  };
  for (const Pinned& pin : pinned) {
    const Metadata& metadata = CaseOf(pin.file);
    EXPECT_TRUE(Makes(KeyPolicy::kCanonicalizing, pin.path, metadata, pin.before)) << pin.file;
    EXPECT_TRUE(Makes(KeyPolicy::kGuarded, pin.path, metadata, pin.before)) << pin.file;
    EXPECT_TRUE(Makes(KeyPolicy::kDirect, pin.path, metadata, pin.after)) << pin.file;
  }
}

}  // namespace
}  // namespace headerproof
