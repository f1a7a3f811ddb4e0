// Metadata for RapidCheck: made by the one generator, from RapidCheck's own randomness, and shrunk
// by the minimizer's reductions in the minimizer's order. A counterexample is therefore as small as
// what Minimize makes of it.
//
// Properties are run by CheckProperty:
//
//   TEST(Guarded, EqualsCanonicalizingForAnyMetadata) {
//     EXPECT_TRUE(CheckProperty([](const Metadata& metadata) { RC_ASSERT(...); }));
//   }
//
// HEADERPROOF_CASES is the budget of each property (1,000 unless set); RC_PARAMS="seed=N" its seed
// (drawn and printed unless set). The same seed and budget give the same run. Properties build what
// they need and discard nothing: RC_PRE is not used.
#pragma once

#include <gtest/gtest.h>
// After GoogleTest's.
#include <rapidcheck/gtest.h>
#include <rapidcheck/state.h>

#include <cstdlib>
#include <ostream>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "src/cases/choices.h"
#include "src/cases/display.h"
#include "src/cases/generator.h"
#include "src/converter/metadata.h"
#include "src/judge/minimize.h"

namespace headerproof {

inline std::vector<Metadata> ReductionsOf(const Metadata& metadata) {
  std::vector<Metadata> reductions;
  VisitReductions(metadata, [&reductions](const Metadata& reduced) {
    reductions.push_back(reduced);
    return false;
  });
  return reductions;
}

// How RapidCheck prints a case: as its text form, masked and cut.
inline void showValue(const Metadata& metadata, std::ostream& os) {
  os << "\n" << DisplayCase(metadata);
}

}  // namespace headerproof

namespace rc {

template <>
struct Arbitrary<headerproof::Metadata> {
  static Gen<headerproof::Metadata> arbitrary() {
    // The size, 0 to 100, grows with the number of the case: up to ten entries.
    return [](const Random& random, int size) {
      headerproof::SeededChoices choices(Random(random).next());
      const auto entries = static_cast<std::size_t>(2 + size / 12);
      return shrinkable::shrinkRecur(
          headerproof::GenerateMetadata(choices, {.max_entries = entries}),
          [](const headerproof::Metadata& metadata) {
            return seq::fromContainer(headerproof::ReductionsOf(metadata));
          });
    };
  }
};

}  // namespace rc

namespace headerproof {

// The seed and budget of a run of a property.
inline rc::detail::TestParams PropertyParams() {
  rc::detail::TestParams params = rc::detail::configuration().testParams;
  params.maxSuccess = 1000;
  if (const char* cases = std::getenv("HEADERPROOF_CASES")) {
    params.maxSuccess = std::max(1, std::atoi(cases));
  }
  return params;
}

// Runs a property. Giving up is a failure too. A failure says how to repeat the run.
template <class Property>
testing::AssertionResult CheckProperty(Property&& property,
                                       rc::detail::TestParams params = PropertyParams()) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  const std::string name = std::string(test.test_suite_name()) + "." + test.name();
  rc::detail::TestMetadata about;
  about.id = name;
  about.description = name;
  const rc::detail::TestResult result =
      rc::detail::checkTestable(std::forward<Property>(property), about, params);
  if (result.template is<rc::detail::SuccessResult>()) return testing::AssertionSuccess();
  std::ostringstream message;
  rc::detail::printResultMessage(result, message);
  message << "\nTo repeat the run: HEADERPROOF_CASES=" << params.maxSuccess
          << " RC_PARAMS=\"seed=" << params.seed << "\" ctest --preset release -R '" << name << "'";
  return testing::AssertionFailure() << message.str();
}

}  // namespace headerproof
