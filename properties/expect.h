// Expectations on cases, for tests: a failure prints the case, what differed, a line that replays
// it and a draft of a test.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "src/cases/text.h"
#include "src/converter/metadata.h"
#include "src/engines/examine.h"
#include "src/engines/failure.h"
#include "src/fuzzing/check_case.h"
#include "src/judge/minimize.h"

namespace headerproof {

// The metadata of the case `text`; a text that is not a case fails the test.
inline Metadata CaseFrom(const std::string& text) {
  auto parsed = ParseCase(text);
  if (const auto* error = std::get_if<CaseError>(&parsed)) {
    ADD_FAILURE() << "no case, line " << error->line << ", column " << error->column << ": "
                  << error->message << "\n"
                  << text;
    return {};
  }
  return std::get<Metadata>(std::move(parsed));
}

// Success if both forms of the shared implementation obey every relation on `metadata`, in every
// order of its entries. HEADERPROOF_PLANTED_MUTANT=NAME judges a mutant instead, as in the fuzz
// targets, to see that a test fails where it should.
inline testing::AssertionResult Obeys(const Metadata& metadata) {
  Examiner examiner(ConverterSetsUnderTest());
  if (examiner.Violations(metadata).empty()) return testing::AssertionSuccess();
  const Metadata smallest = Minimize(metadata, [&examiner](const Metadata& reduced) {
    return !examiner.Violations(reduced).empty();
  });
  return testing::AssertionFailure()
         << DescribeFailure(smallest, examiner.Violations(smallest), CheckCommand());
}

}  // namespace headerproof

#define EXPECT_OBEYS(text) EXPECT_TRUE(headerproof::Obeys(headerproof::CaseFrom(text)))
