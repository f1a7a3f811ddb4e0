#include "src/fuzzing/check_text_form.h"

#include <algorithm>
#include <utility>
#include <variant>

#include "src/cases/escape.h"
#include "src/cases/text.h"
#include "src/engines/failure.h"
#include "src/fuzzing/check_case.h"

namespace headerproof {
namespace {

// Checks for one input: lossless twice, canonical, strict.
constexpr std::uint64_t kChecks = 4;

// How strict reading differs from lenient reading, which gave `lenient`.
std::string StrictFault(std::string_view octets, const Metadata& lenient) {
  const auto strict = ParseCase(octets);
  if (const auto* const metadata = std::get_if<Metadata>(&strict)) {
    return *metadata == lenient ? "" : "strict reading accepts it, and reads it otherwise";
  }
  const auto& error = std::get<CaseError>(strict);
  const auto lines = static_cast<std::size_t>(std::ranges::count(octets, '\n')) + 1;
  if (error.line == 0 || error.line > lines || error.column == 0 ||
      error.column > octets.size() + 1) {
    return "strict reading refuses it at a place that is not in it";
  }
  return error.message.empty() ? "strict reading refuses it without saying why" : "";
}

}  // namespace

std::string TextFormFault(std::string_view octets) {
  const Metadata metadata = ParseCaseLeniently(octets);
  const std::string text = PrintCase(metadata);
  const bool is_plain =
      std::ranges::all_of(text, [](char c) { return c == '\n' || (c >= 0x20 && c <= 0x7e); });
  if (!is_plain || (!text.empty() && text.back() != '\n')) {
    return "what is printed is not lines of printable ASCII";
  }
  const auto strictly = ParseCase(text);
  if (!std::holds_alternative<Metadata>(strictly)) return "strict reading refuses what is printed";
  if (std::get<Metadata>(strictly) != metadata) return "strict reading loses what is printed";
  const Metadata leniently = ParseCaseLeniently(text);
  if (leniently != metadata) return "lenient reading loses what is printed";
  if (PrintCase(leniently) != text) return "printing again gives another text";
  return StrictFault(octets, metadata);
}

std::string MinimizeTextFormFault(std::string octets) {
  const auto keep_if_at_fault = [&octets](std::string reduced) {
    if (TextFormFault(reduced).empty()) return false;
    octets = std::move(reduced);
    return true;
  };
  for (std::size_t chunk = octets.size(); chunk > 0; chunk /= 2) {
    for (std::size_t at = 0; at < octets.size();) {
      if (!keep_if_at_fault(std::string(octets).erase(at, chunk))) at += chunk;
    }
  }
  for (std::size_t at = 0; at < octets.size(); ++at) {
    std::string reduced = octets;
    reduced[at] = 'a';
    keep_if_at_fault(std::move(reduced));
  }
  return octets;
}

std::string DescribeTextFormFault(std::string_view octets) {
  const std::string escaped = EscapeValue(octets);
  std::string cpp;
  for (const char c : escaped) {
    if (c == '"' || c == '\\') cpp += '\\';
    cpp += c;
  }
  return "The text, escaped:\n  " + escaped + "\nWhat differed:\n  " + TextFormFault(octets) +
         "\nTo replay it (bash):\n  printf '%b' " + ShellQuoted(escaped) + " | " +
         TargetReplayCommand("text_form") +
         "\nA test to paste into properties/fuzz_text_form_test.cc:\n"
         "  TEST(Regression, NameItForWhatItShows) {\n"
         "    EXPECT_EQ(TextFormFault(Unescaped(\"" +
         cpp + "\")), \"\");\n  }\n";
}

void FuzzTextForm(FuzzRecorder& recorder, const std::uint8_t* data, std::size_t size) {
  const FuzzInput input(data, size);
  const bool at_fault = !TextFormFault(input.octets()).empty();
  recorder.Count(ParseCaseLeniently(input.octets()), kChecks);
  if (!at_fault) return;
  EndAtFault(recorder, 1, "a text is read or printed wrongly.",
             DescribeTextFormFault(MinimizeTextFormFault(std::string(input.octets()))));
}

}  // namespace headerproof
