// The outcomes recorded from yarpc-go, as an audit uses them.
#pragma once

#include <string>
#include <vector>

#include "src/engines/golden.h"

namespace headerproof {

struct GoldenFolder {
  std::vector<GoldenRecord> records;  // files in octet order of their names
  // Those with a name that Go, which lowercases by code point, lowercases otherwise than ASCII
  // alone would: only the model can lowercase as Go does.
  std::vector<GoldenRecord> lowercased_otherwise;
};

// Reads every *.golden of `folder`. Throws UserError: if there is none, or one is malformed.
GoldenFolder ReadGoldenFolder(const std::string& folder);

}  // namespace headerproof
