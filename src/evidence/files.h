// Files that are there whole or not at all: written under a temporary name, then renamed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace headerproof {

// A set of files that replaces an older set. Until Commit(), and if anything fails before it, the
// older files are as they were; temporary files are removed. Not for use by two threads.
class FileSet {
 public:
  FileSet() = default;
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;
  ~FileSet();

  // Writes `octets` to a temporary file next to `path`, whose folder exists. Throws UserError with
  // the file's name and the system's reason, a full disk's as well.
  void Write(const std::filesystem::path& path, std::string_view octets);

  // Renames every file to its place. Throws UserError, having renamed none, if one of the places
  // is a folder.
  void Commit();

 private:
  std::vector<std::pair<std::filesystem::path, std::filesystem::path>> files_;  // temporary, final
};

// Makes `folder` and those above it; throws UserError if that cannot be done.
void MakeFolder(const std::filesystem::path& folder);

// The octets of a regular file; throws UserError if it cannot be read or has more than `most`.
std::string ReadFile(const std::filesystem::path& path, std::size_t most);

}  // namespace headerproof
