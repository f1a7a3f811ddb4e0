// SHA-256, by which a report names the very evidence that it rests on.
#pragma once

#include <string>
#include <string_view>

namespace headerproof {

// 64 lowercase hexadecimal digits. Throws UserError if libcrypto refuses.
std::string Sha256(std::string_view octets);

}  // namespace headerproof
