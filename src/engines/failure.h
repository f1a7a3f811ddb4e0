// A failure in the four parts that every engine prints: the case, what differed, a line that
// replays it, and a draft of a test to paste.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "src/converter/metadata.h"
#include "src/judge/judge.h"

namespace headerproof {

// What replays a case from standard input, by default.
inline constexpr std::string_view kCheckCommand = "build/release/headerproof check -";

// `text`, printable ASCII, as one word of a shell's line.
std::string ShellQuoted(std::string_view text);

// A shell command, one line, that feeds `metadata` to `command`.
std::string ReplayLine(const Metadata& metadata, std::string_view command = kCheckCommand);

// A GoogleTest test that fails as long as `expectation`, a macro that takes a case's text, fails:
// by default that of properties/expect.h.
std::string TestDraft(const Metadata& metadata, std::string_view expectation = "EXPECT_OBEYS");

// The four parts, printable ASCII and LF. `metadata` is best minimized first.
std::string DescribeFailure(const Metadata& metadata, const std::vector<Violation>& violations,
                            std::string_view command = kCheckCommand);

}  // namespace headerproof
