// What this build was made from. It decides which evidence is about this code.
#pragma once

#include <string_view>

namespace headerproof {

// The project's version, such as "0.1.0".
std::string_view BuildVersion();

// The commit, for people: 40 hexadecimal digits, with "-dirty" if the tree differs from it, or
// "unknown" without git.
std::string_view BuildCommit();

// The compiler and its version, such as "Clang 19.1.7".
std::string_view BuildCompiler();

// 64 hexadecimal digits: the SHA-256 of the files that results depend on (stamp_build.cmake), the
// same with and without git. Evidence of another digest is stale.
std::string_view BuildDigest();

// The same over a part of them: those on which a piece of recorded evidence depends (parts.txt).
// BuildDigest() for "", and "" for a part that there is not.
std::string_view PartDigest(std::string_view part);

}  // namespace headerproof
