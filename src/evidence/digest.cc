#include "src/evidence/digest.h"

#include <fmt/format.h>
#include <openssl/evp.h>

#include <array>
#include <map>

#include "src/evidence/files.h"
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

std::string FolderDigest(const std::filesystem::path& folder, const std::string& name) {
  constexpr std::size_t kMostOctets = std::size_t{1} << 30;
  std::map<std::string, std::string> sums;  // by path, in the order of octets
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    const std::string path = name + "/" + entry.path().lexically_relative(folder).generic_string();
    const bool is_hidden = path.find("/.") != std::string::npos;
    if (!entry.is_regular_file() || is_hidden) continue;
    sums.emplace(path, Sha256(ReadFile(entry.path(), kMostOctets)));
  }
  std::string listing;
  for (const auto& [path, sum] : sums) listing += sum + "  " + path + "\n";
  return Sha256(listing);
}

}  // namespace headerproof
