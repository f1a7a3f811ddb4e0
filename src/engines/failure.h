// A failure in the four parts that every engine prints: the case, what differed, a line that
// replays it, and a draft of a test to paste.
#pragma once

#include <string>
#include <vector>

#include "src/converter/metadata.h"
#include "src/judge/judge.h"

namespace headerproof {

// A shell command, one line, that feeds `metadata` to `headerproof check -`.
std::string ReplayLine(const Metadata& metadata);

// A GoogleTest test over properties/expect.h that fails as long as `metadata` is not obeyed.
std::string TestDraft(const Metadata& metadata);

// The four parts, printable ASCII and LF. `metadata` is best minimized first.
std::string DescribeFailure(const Metadata& metadata, const std::vector<Violation>& violations);

}  // namespace headerproof
