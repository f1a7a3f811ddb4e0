// Files of a corpus on disk: put there whole or not at all, and never over another.
#pragma once

#include <filesystem>
#include <string_view>

namespace headerproof {

// Writes `octets` aside in the folder of `path` (a hidden name, which no replay reads) and links
// them to `path`. Returns false, having changed nothing, if anything stands there already, of
// whatever kind; of two processes that put a file at one path at once, one is told so. Throws
// AuditError with the file's name and the system's reason if it cannot be written, a full disk
// among them; what was written aside is removed.
bool PutFile(const std::filesystem::path& path, std::string_view octets);

// A folder that appears under its name only when all is in it.
class FolderAside {
 public:
  // Makes a folder aside, beside `place`, which must not exist or be an empty folder, and have a
  // name of its own: no symbolic link, and neither "." nor "..". Throws AuditError if that is not
  // so, or cannot be done.
  explicit FolderAside(std::filesystem::path place);
  FolderAside(const FolderAside&) = delete;
  FolderAside& operator=(const FolderAside&) = delete;
  ~FolderAside();  // removes it if it was not committed

  // Writes a file at `relative`, which leads below the folder. Throws AuditError.
  void Put(const std::filesystem::path& relative, std::string_view octets);

  // Gives the folder its name. Throws AuditError.
  void Commit();

 private:
  std::filesystem::path place_;
  std::filesystem::path aside_;  // empty once committed
};

}  // namespace headerproof
