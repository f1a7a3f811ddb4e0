#include "src/triage/new_files.h"

#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>

#include "src/cases/printable.h"
#include "src/evidence/files.h"
#include "src/evidence/user_error.h"

namespace headerproof {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void Fail(const fs::path& path, std::string_view what) {
  throw UserError(Printable(path.native()) + ": " + std::string(what));
}

void FailIf(const std::error_code& error, const fs::path& path, std::string_view what) {
  if (error) Fail(path, std::string(what) + ": " + error.message());
}

// A hidden name in the folder of `path`, of this process's own.
fs::path HiddenNextTo(const fs::path& path) {
  return path.parent_path() / (".headerproof-" + std::to_string(getpid()));
}

}  // namespace

bool PutFile(const fs::path& path, std::string_view octets) {
  const fs::path hidden = HiddenNextTo(path);
  std::error_code error;
  fs::remove(hidden,
             error);  // of a process of this number that was killed, or a trap: not followed
  errno = 0;
  std::ofstream stream(hidden, std::ios::binary | std::ios::out);
  stream << octets;
  stream.close();  // a full disk may only show here
  if (stream) {
    fs::create_hard_link(hidden, path, error);
  } else {
    error = {errno == 0 ? EIO : errno, std::generic_category()};
  }
  std::error_code ignored;
  fs::remove(hidden, ignored);
  if (stream && error == std::errc::file_exists) return false;
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
  if (place.has_parent_path()) MakeFolder(place.parent_path());
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
