// How the evidence `edges` names an octet at a place of a name: the engine writes it, the report
// reads it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

#include "src/converter/convert.h"

namespace headerproof {

// Such as "request/first/41"; `place` is "only", "first", "inner" or "last". A key of the
// evidence's examples, if a case with that octet there makes the two versions differ, and, followed
// by a slash and a difference's name, of its counts.
inline std::string EdgeKey(Path path, std::string_view place, unsigned octet) {
  return fmt::format("{}/{}/{:02x}", PathName(path), place, octet);
}

}  // namespace headerproof
