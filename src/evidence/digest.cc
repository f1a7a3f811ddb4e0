#include "src/evidence/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>

#include "src/evidence/user_error.h"

namespace headerproof {

std::string Sha256(std::string_view octets) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned int size = 0;
  if (EVP_Digest(octets.data(), octets.size(), digest.data(), &size, EVP_sha256(), nullptr) != 1) {
    throw UserError("libcrypto cannot compute SHA-256");
  }
  std::string text;
  for (unsigned int i = 0; i < size; ++i) text += fmt::format("{:02x}", digest[i]);
  return text;
}

}  // namespace headerproof
