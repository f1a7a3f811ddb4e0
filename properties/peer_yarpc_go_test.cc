// The real yarpc-go, as released and with the change, agrees with the model and with the shared
// implementation. Needs Go. HEADERPROOF_COMPARISONS says how many outcomes to compare at random.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "expect.h"
#include "src/cases/generator.h"
#include "src/engines/agree.h"
#include "src/engines/failure.h"
#include "src/engines/golden.h"
#include "src/engines/record.h"
#include "src/peers/process_peer.h"
#include "src/peers/yarpc_go.h"
#include "src/unicode/fold.h"

namespace headerproof {
namespace {

constexpr std::uint64_t kDefaultComparisons = 200'000;

std::uint64_t WantedComparisons() {
  const char* const text = std::getenv("HEADERPROOF_COMPARISONS");
  return text == nullptr ? kDefaultComparisons : std::strtoull(text, nullptr, 10);
}

void ExpectAgreement(const Agreement& agreement) {
  for (const Agreement::Row& row : agreement.rows) {
    std::cout << row.converter << ": " << row.cases << " cases, " << row.outcomes[0]
              << " requests, " << row.outcomes[1] << " responses, " << row.with_shared
              << " of these with the shared implementation, " << row.ways_back << " ways back\n";
    EXPECT_GT(row.outcomes[0], 0U) << row.converter;
  }
  for (const Disagreement& finding : agreement.disagreements) {
    ADD_FAILURE() << DescribeFailure(finding.counterexample, {finding.violation});
  }
  EXPECT_EQ(agreement.violations, 0U);
}

TEST(YarpcGo, IsTheReleaseItSaysWithEachVariant) {
  const Greeting& greeting = LinkedYarpcGo()->greeting();
  EXPECT_EQ(greeting.system, "yarpc-go v1.89.5 with grpc-go v1.67.3");
  EXPECT_EQ(greeting.offers.size(), 2 * kKeyPolicyCount);
}

TEST(YarpcGo, AgreesOnRandomMetadataOrderByOrderAndAsSets) {
  const std::uint64_t comparisons = WantedComparisons();
  const Agreement agreement = Agree(PeerConverters(LinkedYarpcGo()), {.comparisons = comparisons},
                                    [](std::uint64_t, std::uint64_t) { return true; });
  ExpectAgreement(agreement);
  EXPECT_GE(agreement.CountComparisons(false), comparisons / 5);
  EXPECT_GE(agreement.CountComparisons(true) + agreement.CountComparisons(false), comparisons);
}

// The same seed, so that the process is asked what the linked code was.
TEST(YarpcGo, AsAProcessAgreesToo) {
  const auto peer = StartProcessPeer("exec " HEADERPROOF_YARPC_GO_PEER);
  ExpectAgreement(Agree(PeerConverters(peer), {.comparisons = 20'000},
                        [](std::uint64_t, std::uint64_t) { return true; }));
}

// Every interesting name, in every spelling, next to every other, with every count of values.
TEST(YarpcGo, AgreesOnEveryPairOfInterestingNames) {
  std::vector<std::string> names;
  for (const std::string_view name : InterestingNames()) {
    names.emplace_back(name);
    names.push_back(Capitalize(name));
  }
  const std::vector<std::vector<std::string>> values = {
      {}, {""}, {"application/grpc+x"}, {"a", "b"}};
  std::uint64_t outcomes = 0;
  for (const PeerConverter& peer : PeerConverters(LinkedYarpcGo())) {
    if (!peer.follows_order) continue;
    for (std::size_t i = 0; i < names.size(); ++i) {
      for (std::size_t j = i + 1; j < names.size(); ++j) {
        for (const auto& first : values) {
          for (const auto& second : values) {
            const Metadata metadata = {{names[i], first}, {names[j], second}};
            if (names[i] == names[j]) continue;
            const Comparison comparison = Compare(peer, metadata);
            outcomes += comparison.outcomes[0] + comparison.outcomes[1];
            ASSERT_TRUE(comparison.violations.empty())
                << DescribeFailure(metadata, comparison.violations);
          }
        }
      }
    }
  }
  std::cout << outcomes << " outcomes\n";
  EXPECT_GT(outcomes, 100'000U);
}

// Names of one code point each, all of them, 512 to a metadata: the fold is Go's.
TEST(YarpcGo, LowercasesEveryCodePointAsTheModelDoes) {
  const auto peers = PeerConverters(LinkedYarpcGo());
  const auto before = std::ranges::find(peers, "yarpc-go-before-ordered",
                                        [](const auto& peer) { return peer.converter.name; });
  ASSERT_NE(before, peers.end());
  const auto append = [](std::uint32_t point, std::string& text) {
    const auto add = [&text](std::uint32_t octet) { text += static_cast<char>(octet); };
    if (point < 0x80) return add(point);
    if (point < 0x800) {
      add(0xc0 | point >> 6);
    } else {
      if (point < 0x10000) {
        add(0xe0 | point >> 12);
      } else {
        add(0xf0 | point >> 18);
        add(0x80 | (point >> 12 & 0x3f));
      }
      add(0x80 | (point >> 6 & 0x3f));
    }
    add(0x80 | (point & 0x3f));
  };
  for (std::uint32_t first = 0; first < 0x110000; first += 512) {
    Metadata metadata;
    for (std::uint32_t point = first; point < first + 512; ++point) {
      std::string name;
      append(point, name);  // surrogates as well: three octets that are no UTF-8
      metadata.push_back({std::move(name), {std::to_string(point)}});
    }
    Outcome expected;
    Outcome actual;
    ModelConvert(Path::kResponse, KeyPolicy::kCanonicalizing, metadata, expected, UnicodeFold);
    before->converter.convert(Path::kResponse, metadata, actual);
    ASSERT_EQ(actual.headers, expected.headers) << "from code point " << first;
  }
}

TEST(YarpcGo, StillReturnsWhatWasRecorded) {
  const auto peers = PeerConverters(LinkedYarpcGo());
  const RecordedPeers recorded = FindRecordedPeers(peers);
  ASSERT_TRUE(recorded.complete());
  std::size_t records = 0;
  for (const char* file : {"chosen", "random", "recorded", "unicode"}) {
    std::ifstream stream(std::string(HEADERPROOF_SOURCE_DIR "/golden/") + file + ".golden",
                         std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), {}};
    const auto parsed = ParseGolden(text);
    const auto* const in_file = std::get_if<std::vector<GoldenRecord>>(&parsed);
    ASSERT_NE(in_file, nullptr) << file << " cannot be read";
    for (const GoldenRecord& record : *in_file) {
      ++records;
      for (const GoldenFault& fault : CheckRecord(recorded, record)) {
        ADD_FAILURE() << fault.name << ": " << fault.detail;
      }
    }
  }
  EXPECT_GE(records, 2'800U);
}

}  // namespace
}  // namespace headerproof
