// What an engine cannot express: mutants that no case of its could ever show, and why. What is not
// listed here it has to catch.
#pragma once

#include <string_view>

#include "src/mutants/mutants.h"

namespace headerproof {

// Why `engine` cannot show `mutant`, a clause whose subject is the engine; empty if it can. An
// engine that is not in the table can express whatever can be told apart.
std::string_view WhyNot(std::string_view engine, const Mutant& mutant);

}  // namespace headerproof
