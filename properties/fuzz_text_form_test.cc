// The check of the text form, on texts by hand and on any octets: the fuzz target's, without a
// fuzzer.
#include <gtest/gtest.h>

#include <string>

#include "src/cases/choices.h"
#include "src/cases/text.h"
#include "src/fuzzing/check_text_form.h"

namespace headerproof {
namespace {

// The octets that `escaped` means, written as a value of a case is.
std::string Unescaped(const std::string& escaped) {
  return ParseCaseLeniently("a: " + escaped).at(0).values.at(0);
}

TEST(TheTextForm, IsLosslessAndCanonicalForTextsWithAPoint) {
  for (const char* const escaped :
       {"", "\\x0a", "a", "a:", "a: ", ":", "::", ": a", "\"\"", "\"\": v", "#", "\\x41", "\\\\",
        "\\\\x41", "\\x4", "a:\\x0d\\x0ab", "a: v\\x20", "a\\x0aa: v\\x0aa", "\\xff\\x00"}) {
    EXPECT_EQ(TextFormFault(Unescaped(escaped)), "") << escaped;
  }
}

TEST(TheTextForm, IsLosslessAndCanonicalForAnyOctets) {
  SeededChoices choices(1);
  constexpr std::string_view kTelling = ":: \\\\x04\"#\n\n\r\tAaz~\x7f";
  for (int i = 0; i < 20000; ++i) {
    std::string octets(choices.Below(12), '\0');
    for (char& c : octets) {
      c = choices.OneIn(4) ? static_cast<char>(choices.Below(256))
                           : kTelling[choices.Below(static_cast<std::uint32_t>(kTelling.size()))];
    }
    ASSERT_EQ(TextFormFault(octets), "") << testing::PrintToString(octets);
  }
}

}  // namespace
}  // namespace headerproof
