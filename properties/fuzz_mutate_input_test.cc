// The mutator of the fuzz targets: within its bounds for any input, the same for the same choices,
// and able to make, from nothing, what conversions are sensitive to.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "src/cases/generator.h"
#include "src/cases/text.h"
#include "src/converter/convert.h"
#include "src/fuzzing/mutate_input.h"
#include "src/judge/input_class.h"

namespace headerproof {
namespace {

std::string AnyOctets(Choices& choices) {
  std::string octets(choices.Below(200), '\0');
  for (char& c : octets) c = static_cast<char>(choices.Below(256));
  return octets;
}

TEST(AMutation, FitsTheRoomForAnyInput) {
  SeededChoices choices(1);
  for (int i = 0; i < 5000; ++i) {
    const std::size_t room = choices.Below(300);
    const std::string a = AnyOctets(choices);
    const std::string b = PrintCase(GenerateMetadata(choices));
    ASSERT_LE(MutateInput(a, choices, room).size(), room) << i;
    ASSERT_LE(MutateInput(b, choices, room).size(), room) << i;
    ASSERT_LE(CrossInputs(a, b, choices, room).size(), room) << i;
    ASSERT_LE(CrossInputs(b, a, choices, room).size(), room) << i;
  }
}

TEST(AMutation, IsTheSameForTheSameChoices) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SeededChoices first(seed);
    SeededChoices second(seed);
    EXPECT_EQ(MutateInput("rpc-caller: a\n", first, 4096),
              MutateInput("rpc-caller: a\n", second, 4096));
  }
}

// Whatever else is short: an entry that is long by itself cannot be left out in favour of others.
TEST(AMutation, KeepsAnEntryThatIsLongAlone) {
  SeededChoices choices(1);
  const std::string text = "a: " + std::string(1000, 'v') + "\n";
  int kept = 0;
  for (int i = 0; i < 1000; ++i) kept += MutateInput(text, choices, 4096).size() > 1000 ? 1 : 0;
  EXPECT_GT(kept, 300);
}

// A fault may need more headers than a table scans (NameTable::kScanLimit).
TEST(AMutation, NowAndThenMakesManyHeadersThatConvert) {
  SeededChoices choices(1);
  int many = 0;
  for (int i = 0; i < 20000; ++i) {
    const Metadata metadata = ParseCaseLeniently(MutateInput("a: b\n", choices, 4096));
    const auto request =
        Convert<Path::kRequest, KeyPolicy::kCanonicalizing, std::string_view>(metadata);
    many += !request.error && request.headers.size() > 16 ? 1 : 0;
  }
  EXPECT_GT(many, 5);
}

TEST(ACrossing, HoldsTheLinesOfBothWhenThereIsRoom) {
  SeededChoices choices(1);
  for (int i = 0; i < 200; ++i) {
    const std::string crossed = CrossInputs("a: 1\nb: 2", "c: 3\nd: 4\n", choices, 4096);
    EXPECT_NE(crossed.find("a: 1\n"), std::string::npos) << crossed;
    EXPECT_NE(crossed.find("b: 2\n"), std::string::npos) << crossed;
    for (std::size_t at = 0; at < crossed.size(); at = crossed.find('\n', at) + 1) {
      EXPECT_EQ(crossed.substr(at).find('\n'), 4U) << crossed;
    }
  }
}

// A chain of mutations without any feedback from coverage. The rarest
// class (the domain token) was seen in one of 130.
TEST(AChainOfMutations, MeetsEveryClassOfInputsFromNothing) {
  constexpr int kMutations = 4000;
  std::array<int, kInputClassCount> seen{};
  SeededChoices choices(1);
  std::string text;
  for (int i = 0; i < kMutations; ++i) {
    text = i % 20 == 0 ? "" : MutateInput(text, choices, 4096);
    const InputClassSet classes = ClassifyInput(ParseCaseLeniently(text));
    for (std::size_t c = 0; c < kInputClassCount; ++c) {
      seen[c] += classes.Has(static_cast<InputClass>(c)) ? 1 : 0;
    }
  }
  for (std::size_t c = 0; c < kInputClassCount; ++c) {
    EXPECT_GT(seen[c], kMutations / 400) << InputClassName(static_cast<InputClass>(c));
  }
}

}  // namespace
}  // namespace headerproof
