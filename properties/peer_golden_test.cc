// The golden outcomes that were recorded by this project (golden/recorded.golden, unicode.golden):
// a machine without Go holds the model to the real yarpc-go by them.
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "expect.h"
#include "src/engines/golden.h"
#include "src/engines/record.h"
#include "src/judge/input_class.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

std::vector<GoldenRecord> Golden(const std::string& file) {
  std::ifstream stream(HEADERPROOF_SOURCE_DIR "/golden/" + file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  EXPECT_FALSE(text.empty()) << file << " cannot be read";
  auto parsed = ParseGolden(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    ADD_FAILURE() << file << ":" << error->line << ": " << error->message;
    return {};
  }
  auto records = std::get<std::vector<GoldenRecord>>(std::move(parsed));
  EXPECT_EQ(PrintGolden(records), text) << file << " is not in its canonical form";
  return records;
}

Converter ModelWith(KeyPolicy policy, ModelFold fold) {
  return {.name = "model",
          .summary = "",
          .policy = policy,
          .convert = [policy, fold](
                         Path path, const Metadata& metadata,
                         Outcome& outcome) { ModelConvert(path, policy, metadata, outcome, fold); },
          .way_back = nullptr};
}

GoldenTally CompareModel(const std::vector<GoldenRecord>& records, ModelFold fold) {
  return CompareGolden(records, ModelWith(KeyPolicy::kCanonicalizing, fold),
                       ModelWith(KeyPolicy::kDirect, fold));
}

void ExpectNoFaults(const GoldenTally& tally) {
  for (const GoldenFault& fault : tally.faults) {
    ADD_FAILURE() << fault.name << ", " << PathName(fault.path) << ", "
                  << VersionName(fault.version) << ": " << fault.detail;
  }
}

TEST(RecordedGolden, AgreesWithEveryFormOverAllOrders) {
  const std::vector<GoldenRecord> records = Golden("recorded.golden");
  for (const char* suffix : {"", "-view"}) {
    const GoldenTally tally =
        CompareGolden(records, *FindConverter(std::string("canonicalizing") + suffix),
                      *FindConverter(std::string("direct") + suffix));
    ExpectNoFaults(tally);
    EXPECT_EQ(tally.sets, 2000U * 4);
  }
  ExpectNoFaults(CompareModel(records, ModelLowercase));
}

TEST(RecordedGolden, OfNamesThatGoLowercasesOtherwiseAgreesWithTheModelAndGosFold) {
  const std::vector<GoldenRecord> records = Golden("unicode.golden");
  const GoldenTally tally = CompareModel(records, UnicodeFold);
  ExpectNoFaults(tally);
  EXPECT_EQ(tally.sets, 300U * 4);
  EXPECT_GT(CompareModel(records, ModelLowercase).faults.size(), 300U);
}

TEST(RecordedGolden, ShowsEveryInputClassAndEveryNamedDifferenceThatCanBe) {
  std::array<int, kInputClassCount> classes{};
  std::array<DifferenceSet, 2> differences;
  for (const GoldenRecord& record : Golden("recorded.golden")) {
    const InputClassSet seen = ClassifyInput(record.metadata);
    for (std::size_t i = 0; i < kInputClassCount; ++i) {
      classes[i] += seen.Has(static_cast<InputClass>(i)) ? 1 : 0;
    }
    for (std::size_t path = 0; path < 2; ++path) {
      const auto& [before, after] = record.outcomes[path];
      if (before.size() != 1 || after.size() != 1) continue;
      for (const Difference& difference : ListDifferences(kPaths[path], before[0], after[0])) {
        differences[path].Add(difference.kind);
      }
    }
  }
  for (std::size_t i = 0; i < kInputClassCount; ++i) {
    EXPECT_GE(classes[i], 20) << InputClassName(static_cast<InputClass>(i));
  }
  using enum DifferenceKind;
  for (const auto kind : {kFieldChanged, kEncodingChanged, kReservedNameLeak, kContentTypeLeak,
                          kRoutingNameLeak, kOriginalSpelling}) {
    EXPECT_TRUE(differences[0].Has(kind)) << DifferenceName(kind);
  }
  for (const auto kind : {kNewError, kErrorText, kReservedNameLeak, kOriginalSpelling}) {
    EXPECT_TRUE(differences[1].Has(kind)) << DifferenceName(kind);
  }
}

TEST(ChooseForRecording, GivesTheSameMetadataForASeed) {
  const auto first = ChooseForRecording(50, 7, false);
  EXPECT_EQ(first.size(), 50U);
  EXPECT_EQ(first, ChooseForRecording(50, 7, false));
  EXPECT_NE(first, ChooseForRecording(50, 8, false));
  for (const Metadata& metadata : ChooseForRecording(50, 7, true)) {
    bool differs = false;
    for (const Entry& entry : metadata) {
      differs |= UnicodeFold(entry.name) != ModelLowercase(entry.name);
    }
    EXPECT_TRUE(differs);
  }
}

}  // namespace
}  // namespace headerproof
