// What our writers put on the wire is what nghttp2 reads, for any octets and in every form; and the
// readers refuse what is not HTTP/2.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "src/http2/frames.h"
#include "src/http2/hpack.h"
#include "src/sweep/messages.h"
#include "src/sweep/probe_case.h"

namespace headerproof {
namespace {

TEST(HpackWriter, IsReadBackInEveryFormForEveryProbeCase) {
  HpackWriter writer;
  HpackReader reader;
  for (const ProbeCase& probe_case : AllProbeCases()) {
    for (const WireForm& form : kWireForms) {
      std::string block;
      const WireCase wire_case{&probe_case, form};
      ASSERT_FALSE(PrimerFor(wire_case, writer)) << form.name;
      AppendWireCase(wire_case, writer, block);
      std::vector<Field> read;
      ASSERT_TRUE(reader.Read(block, read));
      ASSERT_EQ(read, probe_case.fields) << form.name;
    }
  }
}

TEST(HpackWriter, WritesTheRfcsExamples) {
  HpackWriter writer;
  std::string block;
  writer.Append("custom-key", "custom-header", {Representation::kIncremental}, block);
  EXPECT_EQ(block,
            "\x40\x0a"
            "custom-key\x0d"
            "custom-header");  // RFC 7541 C.2.1
  block.clear();
  writer.Append("password", "secret", {Representation::kNeverIndexed}, block);
  EXPECT_EQ(block,
            "\x10\x08"
            "password\x06"
            "secret");  // C.2.3
  block.clear();
  writer.Append("custom-key", "custom-header", {Representation::kIndexed}, block);
  EXPECT_EQ(block, "\xbe");
  block.clear();
  writer.Append("a", "www.example.com", {Representation::kLiteral, true}, block);
  EXPECT_EQ(block.substr(3), "\x8c\xf1\xe3\xc2\xe5\xf2\x3a\x6b\xa0\xab\x90\xf4\xff");  // C.4.1
}

TEST(HpackWriter, KeepsItsTableAsTheReaderDoesWhenEntriesAreEvicted) {
  HpackWriter writer;
  HpackReader reader;
  for (int i = 0; i < 500; ++i) {
    const std::string name = "n" + std::to_string(i);
    std::string block;
    writer.Append(name, std::string(100, 'v'), {Representation::kIncremental}, block);
    const bool has_old =
        i >= 20 && writer.Holds("n" + std::to_string(i - 20), std::string(100, 'v'));
    writer.Append(name, std::string(100, 'v'), {Representation::kIndexed}, block);
    if (has_old) {
      writer.Append("n" + std::to_string(i - 20), std::string(100, 'v'), {Representation::kIndexed},
                    block);
    }
    std::vector<Field> read;
    ASSERT_TRUE(reader.Read(block, read));
    ASSERT_EQ(read.size(), has_old ? 3U : 2U);
    for (const Field& field : std::vector<Field>(read.begin(), read.begin() + 2)) {
      EXPECT_EQ(field.name, name);
    }
    if (has_old) {
      EXPECT_EQ(read[2].name, "n" + std::to_string(i - 20));
    }
  }
  EXPECT_FALSE(writer.Holds("n0", std::string(100, 'v')));
}

TEST(HpackWriter, SaysFirstThatItsTableBecomesSmaller) {
  HpackWriter writer;
  std::string block;
  writer.LimitTable(0);
  writer.Append("a", "b", {Representation::kIncremental}, block);
  EXPECT_EQ(block.front(), '\x20');
  EXPECT_FALSE(writer.Holds("a", "b"));
}

TEST(HpackReader, RefusesWhatIsNotAHeaderBlock) {
  for (const std::string_view block : {"\xff\xff\xff\xff\xff\xff\xff\xff", "\xfe",
                                       "\x40\x05"
                                       "ab"}) {
    HpackReader reader;
    std::vector<Field> read;
    EXPECT_FALSE(reader.Read(block, read));
  }
}

TEST(ProbeCases, HaveEveryOctetInEveryPositionOnce) {
  std::array<std::array<int, 256>, 4> seen{};
  for (const ProbeCase& probe_case : AllProbeCases()) {
    const std::string& name = probe_case.fields.front().name;
    const auto count = [&](std::size_t position, char octet) {
      ++seen[position][static_cast<unsigned char>(octet)];
    };
    if (probe_case.kind == ProbeCaseKind::kOnly) count(0, name.at(0));
    if (probe_case.kind == ProbeCaseKind::kFirst) count(1, name.front());
    if (probe_case.kind == ProbeCaseKind::kMiddle) count(2, name.at(1));
    if (probe_case.kind == ProbeCaseKind::kLast) count(3, name.back());
  }
  for (const auto& position : seen) {
    for (const int count : position) EXPECT_EQ(count, 1);
  }
}

// They are asked by the probe only, so the sweep's cases and the audit's floors are what they were.
TEST(FieldProbeCases, HaveWellFormedNamesAndNoPlaceInTheSweep) {
  const std::vector<ProbeCase> swept = AllProbeCases();
  for (const ProbeCase& probe_case : FieldProbeCases()) {
    EXPECT_FALSE(AsksMalformed(probe_case));
    EXPECT_FALSE(std::ranges::any_of(
        swept, [&](const ProbeCase& other) { return other.kind == probe_case.kind; }));
    EXPECT_TRUE(IsAskedAt(probe_case, Place::kRequestMetadata) ||
                IsAskedAt(probe_case, Place::kResponseHeaders));
  }
}

TEST(FieldProbeCases, HaveEveryOctetThatNoValueMayHaveAnywhere) {
  const std::vector<ProbeCase> probe_cases = FieldProbeCases();
  const auto has = [&probe_cases](const std::string& value) {
    return std::ranges::any_of(probe_cases, [&value](const ProbeCase& probe_case) {
      return probe_case.fields.front().value == value;
    });
  };
  for (const char octet : {'\0', '\r', '\n'}) {
    const std::string bad(1, octet);
    for (const std::string& value : {bad, bad + "ab", "a" + bad + "b", "ab" + bad}) {
      EXPECT_TRUE(has(value));
    }
  }
  for (const char* value : {" ", " ab", "ab ", "\t", "\tab", "ab\t"}) EXPECT_TRUE(has(value));
}

// A small block may have fields without end.
TEST(HpackReader, RefusesABlockWhoseFieldsAreTooLarge) {
  HpackWriter writer;
  std::string block;
  writer.Append("x", std::string(4'000, 'v'), {Representation::kIncremental}, block);
  const std::string few(HpackReader::kMostFieldOctets / 8'000, '\xbe');
  const std::string many(HpackReader::kMostFieldOctets / 4'000, '\xbe');
  std::vector<Field> read;
  EXPECT_TRUE(HpackReader().Read(block + few, read));
  EXPECT_FALSE(HpackReader().Read(block + many, read));
}

// What a reader makes of these octets: frames, until it needs more or refuses.
std::string Read(std::string_view octets, int* frames = nullptr) {
  FrameReader reader;
  reader.Feed(octets);
  for (;;) {
    if (!reader.Next()) return reader.error();
    if (frames != nullptr) ++*frames;
  }
}

std::string FrameOf(FrameType type, std::uint8_t flags, std::uint32_t stream,
                    std::string_view payload) {
  std::string out;
  AppendFrame(type, flags, stream, payload, out);
  return out;
}

TEST(FrameReader, ReadsFramesThatComeOctetByOctet) {
  std::string out;
  AppendHeaderBlock(1, "0123456789", true, 3, out);
  AppendFrame(FrameType::kData, kEndStream, 1, "abc", out);
  FrameReader reader;
  std::string block;
  int frames = 0;
  for (const char c : out) {
    reader.Feed(std::string_view(&c, 1));
    const std::optional<Frame> frame = reader.Next();
    ASSERT_EQ(reader.error(), "");
    if (frame) {
      ++frames;
      if (frame->type != FrameType::kData) block += frame->payload;
    }
  }
  EXPECT_EQ(frames, 5);
  EXPECT_EQ(block, "0123456789");
}

TEST(FrameReader, RefusesWrongSizesStreamsAndOrders) {
  EXPECT_NE(Read(FrameOf(FrameType::kPing, 0, 0, "1234567")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kSettings, 0, 0, "12345")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kSettings, kAck, 0, "123456")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kResetStream, 0, 1, "123")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kGoAway, 0, 0, "1234567")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kData, 0, 0, "")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kSettings, 0, 1, "")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kContinuation, kEndHeaders, 1, "")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kHeaders, 0, 1, "") + FrameOf(FrameType::kData, 0, 1, "")), "");
  EXPECT_NE(Read(FrameOf(FrameType::kHeaders, 0, 1, "") +
                 FrameOf(FrameType::kContinuation, kEndHeaders, 3, "")),
            "");
  EXPECT_NE(Read(FrameOf(FrameType::kData, kPadded, 1,
                         "\x05"
                         "abc")),
            "");
  EXPECT_NE(Read("\xff\xff\xff"
                 "123456"),
            "");
  EXPECT_NE(Read("HTTP/1.1 400 Bad Request\r\n"), "");
}

TEST(FrameReader, ToleratesUnknownTypesAndPadding) {
  int frames = 0;
  EXPECT_EQ(Read(FrameOf(static_cast<FrameType>(0xee), 0xff, 7, "whatever") +
                     FrameOf(FrameType::kData, kPadded, 1,
                             std::string("\x01"
                                         "abc\0",
                                         5)),
                 &frames),
            "");
  EXPECT_EQ(frames, 2);
}

}  // namespace
}  // namespace headerproof
