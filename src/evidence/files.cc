#include "src/evidence/files.h"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "src/cases/printable.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, std::string_view what, int error) {
  throw UserError(Printable(path.native()) + ": " + std::string(what) + ": " +
                  std::generic_category().message(error));
}

}  // namespace

FileSet::~FileSet() {
  for (const auto& [temporary, place] : files_) unlink(temporary.c_str());
}

void FileSet::Write(const fs::path& path, std::string_view octets) {
  fs::path temporary = path;
  temporary += ".new-" + std::to_string(getpid());
  std::ofstream stream(temporary, std::ios::binary);
  if (!stream) Fail(path, "cannot be written", errno);
  files_.emplace_back(temporary, path);
  stream << octets;
  stream.close();  // some file systems say only now that the disk is full
  if (!stream) Fail(path, "cannot be written", errno);
}

void FileSet::Commit() {
  for (const auto& [temporary, place] : files_) {
    if (fs::is_directory(place)) Fail(place, "cannot be replaced", EISDIR);
  }
  while (!files_.empty()) {
    const auto& [temporary, place] = files_.back();
    if (rename(temporary.c_str(), place.c_str()) != 0) Fail(place, "cannot be replaced", errno);
    files_.pop_back();
  }
}

void MakeFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) Fail(folder, "cannot be made", error.value());
  if (!fs::is_directory(folder)) Fail(folder, "cannot be made", ENOTDIR);
}

std::string ReadFile(const fs::path& path, std::size_t most) {
  std::error_code error;
  const auto size = fs::file_size(path, error);  // fails for a folder or a pipe
  if (error) Fail(path, "cannot be read", error.value());
  if (size > most) Fail(path, "cannot be read", EFBIG);
  std::ifstream stream(path, std::ios::binary);
  std::string octets{std::istreambuf_iterator<char>(stream), {}};
  if (!stream) Fail(path, "cannot be read", errno);
  return octets;
}

}  // namespace headerproof
