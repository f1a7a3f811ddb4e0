// The outcomes recorded from yarpc-go, as an audit uses them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "src/engines/golden.h"

namespace headerproof {

struct GoldenFolder {
  std::vector<GoldenRecord> records;  // whose names are ASCII; files in octet order of their names
  std::uint64_t above_7f = 0;         // the others, which Go lowercases by code point
};

// Reads every *.golden of `folder`. Throws UserError: if there is none, or one is malformed.
GoldenFolder ReadGoldenFolder(const std::string& folder);

}  // namespace headerproof
