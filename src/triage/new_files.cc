#include "src/triage/new_files.h"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "src/cases/printable.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, std::string_view what) {
  throw CorpusError(Printable(path.native()) + ": " + std::string(what));
}

void FailIf(const std::error_code& error, const fs::path& path, std::string_view what) {
  if (error) Fail(path, std::string(what) + ": " + error.message());
}

// A hidden name in the folder of `path`, of this process's own.
fs::path HiddenNextTo(const fs::path& path) {
  return path.parent_path() / (".headerproof-" + std::to_string(getpid()));
}

std::error_code WriteNewFile(const fs::path& path, std::string_view octets) {
  std::FILE* const file = std::fopen(path.c_str(), "wxe");
  bool written = file != nullptr;
  if (written) written = std::fwrite(octets.data(), 1, octets.size(), file) == octets.size();
  std::error_code error(errno, std::generic_category());
  if (file != nullptr && std::fclose(file) != 0 && written) {  // a full disk may only show here
    return {errno, std::generic_category()};
  }
  return written ? std::error_code() : error;
}

}  // namespace

void MakeCorpusFolder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  FailIf(error, folder, "cannot be made");
}

bool PutFile(const fs::path& path, std::string_view octets) {
  const fs::path hidden = HiddenNextTo(path);
  std::error_code error = WriteNewFile(hidden, octets);
  const bool written = !error;
  if (written) fs::create_hard_link(hidden, path, error);
  std::error_code ignored;
  fs::remove(hidden, ignored);
  if (written && error == std::errc::file_exists) return false;
  FailIf(error, path, "cannot be written");
  return true;
}

void PutFolder(fs::path place, const std::function<void(const fs::path& folder)>& fill) {
  if (!place.has_filename()) place = place.parent_path();  // "out/"
  if (const fs::path name = place.filename(); name.empty() || name == "." || name == "..") {
    Fail(place, "not a name for a new folder; give it one");
  }
  std::error_code error;
  const fs::file_status status = fs::symlink_status(place, error);
  if (fs::is_symlink(status)) {
    Fail(place, "a symbolic link, which is neither followed nor replaced; name another folder");
  }
  if (fs::exists(status) && !(fs::is_directory(status) && fs::is_empty(place, error))) {
    Fail(place, "exists already, and is not an empty folder; name another");
  }
  if (place.has_parent_path()) MakeCorpusFolder(place.parent_path());
  const fs::path hidden = HiddenNextTo(place);
  fs::create_directory(hidden, error);
  FailIf(error, place, "cannot be made");
  try {
    fill(hidden);
    fs::rename(hidden, place, error);
    FailIf(error, place, "cannot be made");
  } catch (...) {
    fs::remove_all(hidden, error);
    throw;
  }
}

}  // namespace headerproof
