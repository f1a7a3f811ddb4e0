// SHA-256, by which a report names the very evidence that it rests on.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace headerproof {

// The digest of the files below `folder`, hidden ones aside, as if it were the folder `name` of the
// tree: what stamp_build.cmake computes of a part that is that folder. Throws UserError.
std::string FolderDigest(const std::filesystem::path& folder, const std::string& name);

// 64 lowercase hexadecimal digits. Throws UserError if libcrypto refuses.
std::string Sha256(std::string_view octets);

}  // namespace headerproof
