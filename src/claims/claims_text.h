// claims.json, which is built into the program.
#pragma once

#include <string_view>

namespace headerproof {

std::string_view ClaimsText();

}  // namespace headerproof
