// What this build was made from: by it evidence is told to be of this code or of another.
#pragma once

#include <string_view>

namespace headerproof {

// The project's version, such as "0.1.0".
std::string_view BuildVersion();

// The commit, 40 hexadecimal digits. If the tree differs from it, "-dirty." and a digest of the
// difference follow: evidence from one changed tree is not evidence for another. Without git,
// "unknown." and a digest of the sources.
std::string_view BuildCommit();

}  // namespace headerproof
