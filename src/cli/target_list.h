// The text of fuzz/targets.txt, as it was when this program was built.
#pragma once

#include <string_view>

namespace headerproof {

std::string_view TargetList();

}  // namespace headerproof
