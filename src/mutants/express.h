// What an engine cannot express: mutants that none of its cases can show, and why. An engine has to
// kill every other mutant that is not equivalent.
#pragma once

#include <string_view>
#include <vector>

#include "src/mutants/mutants.h"

namespace headerproof {

// Why `engine` cannot show `mutant`, a clause whose subject is the engine; empty if it can. An
// engine that is not in the table can express every mutant.
std::string_view WhyNot(std::string_view engine, const Mutant& mutant);

// The engines of the table.
std::vector<std::string_view> LimitedEngines();

}  // namespace headerproof
